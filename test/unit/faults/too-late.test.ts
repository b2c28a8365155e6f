import assert from 'node:assert/strict';
import { paceOf } from '../../faults/pace.ts';
import type { Send } from '../../faults/service/line.ts';
import { wasNobodyInTime, wasServiceSlow } from '../../faults/too-late.ts';

// A grace of 6 s, which a send waits for.
const pace = paceOf(10);
const send = (at: number, tookMs?: number, fault?: Send['fault']): Send => ({
  at,
  refreshToken: 'R1',
  fault,
  ...(tookMs !== undefined && { answeredAt: at + tookMs }),
});

describe('runs that a busy machine has decided', () => {
  it('are those in which nobody sent a token again until its grace was over', () => {
    assert.ok(wasNobodyInTime([send(0), send(6_001)], pace));
    assert.ok(!wasNobodyInTime([send(0), send(6_000)], pace));
    assert.ok(!wasNobodyInTime([send(0), send(100), send(6_001)], pace));
    assert.ok(!wasNobodyInTime([send(0), { ...send(6_001), refreshToken: 'R2' }], pace));
    assert.ok(!wasNobodyInTime([], pace));
  });

  it('are those in which an answer took longer than a send waits for it', () => {
    assert.ok(wasServiceSlow([send(0, 6_001), send(6_001, 1)], pace));
    assert.ok(wasServiceSlow([send(0), send(6_001, 1)], pace));
    assert.ok(!wasServiceSlow([send(0, 6_000), send(6_001, 1)], pace));
  });

  it('are not those in which the answer was kept back on purpose, or which were slow without harm', () => {
    assert.ok(!wasServiceSlow([send(0, 6_001, 'answer lost'), send(6_001, 1)], pace));
    assert.ok(!wasServiceSlow([send(0, 6_001), send(1_500, 1)], pace));
    assert.ok(!wasServiceSlow([send(0, 1), send(6_001, 6_001)], pace));
  });
});
