import assert from 'node:assert/strict';
import { dayMs, requestedDays, rangeProblem, startOfDay } from '../../../src/common/date-range.ts';

describe('requestedDays', () => {
  const iso = (dates: { startDate?: string; endDate?: string }, now: string) => {
    const { from, to } = requestedDays(dates, Date.parse(now));
    return [from, to].map((each) => new Date(each).toISOString().slice(0, 19));
  };

  it('are whole UTC days, at whatever time of the day they are asked for', () => {
    for (const time of ['00:00:00.000', '00:00:10.000', '13:12:00.000', '23:59:50.000', '23:59:59.999']) {
      const now = `2026-11-26T${time}Z`;
      assert.deepEqual(iso({}, now), ['2026-10-27T00:00:00', '2026-11-27T00:00:00']);
      assert.deepEqual(iso({ startDate: '2026-11-20' }, now), ['2026-11-20T00:00:00', '2026-11-27T00:00:00']);
      assert.deepEqual(iso({ endDate: '2026-11-20' }, now), ['2026-10-27T00:00:00', '2026-11-21T00:00:00']);
    }
  });

  it('go over months, years, a leap day and changes of the clock', () => {
    assert.deepEqual(iso({}, '2028-02-29T23:59:50Z'), ['2028-01-30T00:00:00', '2028-03-01T00:00:00']);
    assert.deepEqual(iso({}, '2028-03-01T00:00:10Z'), ['2028-01-31T00:00:00', '2028-03-02T00:00:00']);
    assert.deepEqual(iso({}, '2027-01-01T00:00:10Z'), ['2026-12-02T00:00:00', '2027-01-02T00:00:00']);
    for (const now of [
      '2026-03-29T01:00:00Z',
      '2026-10-25T01:00:00Z',
      '2026-03-08T10:00:00Z',
      '2026-11-01T09:00:00Z',
    ]) {
      const { from, to } = requestedDays({}, Date.parse(now));
      assert.equal(to - from, 31 * dayMs);
    }
  });

  it('before 1970, too', () => {
    assert.equal(startOfDay(-1), -dayMs);
  });
});

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
