import assert from 'node:assert/strict';
import { rangeProblem } from '../../../src/common/date-range.ts';

describe('rangeProblem', () => {
  it('names a day that is none, and an end before the start', () => {
    assert.equal(rangeProblem({}), undefined);
    assert.equal(rangeProblem({ startDate: '2026-02-28', endDate: '2026-02-28' }), undefined);
    const notADay = (...ends: string[]) => ({ reason: 'rangeNotADay', ends });
    assert.deepEqual(rangeProblem({ startDate: '2026-02-29' }), notADay('startDate'));
    assert.deepEqual(rangeProblem({ startDate: '2026-02-28', endDate: '1.2.2026' }), notADay('endDate'));
    assert.deepEqual(rangeProblem({ startDate: 'x', endDate: 'y' }), notADay('startDate', 'endDate'));
    const reversed = { startDate: '2026-03-01', endDate: '2026-02-28' };
    assert.deepEqual(rangeProblem(reversed), { reason: 'rangeReversed', ends: ['endDate'] });
  });
});
