import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dateQuery } from '../../../../src/service/http/request-checks.ts';
import { type DateRange, lastDays, rangeProblem } from '../../../../src/webview/page/date-range.ts';

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

  it('refuses what the client of the service refuses, and nothing else', () => {
    const part = (most: number) => fc.integer({ min: 0, max: most }).map((value) => String(value).padStart(2, '0'));
    const near = fc
      .tuple(fc.constantFrom('2024', '2026', '0000', '202'), part(13), part(32))
      .map((parts) => parts.join('-'));
    const day = fc.option(fc.oneof(near, fc.string()), { nil: undefined });
    fc.assert(
      fc.property(day, day, (startDate, endDate) => {
        const range: DateRange = { startDate, endDate };
        let refused = false;
        try {
          dateQuery(startDate, endDate);
        } catch {
          refused = true;
        }
        assert.equal(rangeProblem(range) !== undefined, refused, JSON.stringify(range));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('lastDays', () => {
  it('begin that many local days ago, over months and years, and leave the end to the service', () => {
    assert.deepEqual(lastDays(7, new Date(2026, 10, 21, 23, 59)), { startDate: '2026-11-14' });
    assert.deepEqual(lastDays(30, new Date(2027, 0, 5)), { startDate: '2026-12-06' });
  });
});
