import assert from 'node:assert/strict';
import { derive, derivedNumber, numbersOf } from '../../../../src/viewer/data/derived.ts';
import type { DerivedField } from '../../../../src/viewer/data/view-columns.ts';
import { storeOf } from '../stores.ts';

const whole = {
  chargeStart: '2026-05-01T10:00:00Z',
  chargeEnd: '2026-05-01T11:30:00Z',
  energy: 30,
  startPercentRemaining: 0.3,
  endPercentRemaining: 0.7,
};

function value(field: DerivedField, change: Record<string, unknown> = {}) {
  return derive(storeOf({ ...whole, ...change }), 0, field);
}

describe('derive', () => {
  it('works out duration, power, gain and capacity', () => {
    assert.equal(value('duration'), 5_400_000);
    assert.equal(value('averagePower'), 20);
    assert.equal(value('chargeGained'), 0.4);
    assert.equal(value('impliedCapacity'), 75);
  });

  it('says why there is no value', () => {
    const reversed = { chargeEnd: '2026-05-01T09:00:00Z' };
    assert.equal(value('duration', { chargeEnd: null }), 'timesUnknown');
    assert.equal(value('duration', reversed), 'timesReversed');
    assert.equal(value('averagePower', reversed), 'timesReversed');
    assert.equal(value('averagePower', { chargeEnd: whole.chargeStart }), 'noTime');
    assert.equal(value('averagePower', { energy: -1 }), 'energyUnknown');
    assert.equal(value('chargeGained', { endPercentRemaining: 1.5 }), 'levelsUnknown');
    assert.equal(value('chargeGained', { endPercentRemaining: 0.2 }), 'levelFell');
    assert.equal(value('impliedCapacity', { endPercentRemaining: 0.2 }), 'levelFell');
    assert.equal(value('impliedCapacity', { energy: null }), 'energyUnknown');
  });

  it('divides by no gain that is mostly rounding', () => {
    assert.equal(value('impliedCapacity', { endPercentRemaining: 0.34 }), 'gainTooSmall');
    assert.equal(value('impliedCapacity', { endPercentRemaining: 0.35 }), 600);
  });

  it('is NaN as a number where there is none, and for a whole column', () => {
    const store = storeOf(whole, { ...whole, energy: null });
    assert.equal(derivedNumber(store, 1, 'averagePower'), NaN);
    assert.deepEqual(
      [0, 1].map((row) => numbersOf(store, 'averagePower').at(row)),
      [20, NaN],
    );
    assert.deepEqual(
      [0, 1].map((row) => numbersOf(store, 'energy').at(row)),
      [30, NaN],
    );
  });
});
