import assert from 'node:assert/strict';
import { numberFormat, numberText } from '../../../../src/common/text/number-text.ts';
import { dateTimeText, dayText, tableTime, timeText } from '../../../../src/common/text/dates.ts';
import { dayMs, requestedDays, rangeProblem, startOfDay } from '../../../../src/common/date-range.ts';

describe('numberText', () => {
  it('writes numbers as the language does, without digits that they do not have', () => {
    assert.deepEqual(
      [80.7, 12_345, 0.1 + 0.2].map((value) => numberText(value, 'de')),
      ['80,7', '12.345', '0,30000000000000004'],
    );
    assert.equal(numberText(12_345.5, 'en'), '12,345.5');
  });

  it('gives huge numbers an exponent, whatever the form', () => {
    for (const [value, text] of [
      [-1e300, '-1E300'],
      [1.7976931348623157e308, '1.7976931348623157E308'],
      [1e15, '1E15'],
      [999_999_999_999_999, '999,999,999,999,999'],
      [-999_999_999_999_999, '-999,999,999,999,999'],
      [NaN, 'NaN'],
    ] as const) {
      assert.equal(numberText(value, 'en'), text);
    }
    assert.equal(numberText(-1.5e300, 'de'), '-1,5E300');
    for (const options of [
      { minimumFractionDigits: 2, maximumFractionDigits: 2 },
      { style: 'percent' },
      { style: 'unit', unit: 'second', unitDisplay: 'long' },
      { notation: 'compact' },
      {},
    ] as const) {
      assert.match(numberFormat('en', options)(-1e300), /^-1E30[02](%| seconds)?$/);
    }
  });
});

describe('timeText', () => {
  const noon = new Date(2026, 10, 21, 12, 4, 5).getTime();

  it('gives the time of day today, and the date too on other days', () => {
    assert.equal(timeText(noon, noon + 60_000, 'de'), '12:04');
    assert.equal(timeText(noon, noon + 60_000, 'de', 'medium'), '12:04:05');
    assert.match(timeText(noon, noon + 24 * 60 * 60_000, 'de'), /21\.11\.2026.*12:04$/);
    assert.match(timeText(noon, noon + 24 * 60 * 60_000, 'de', 'medium'), /21\.11\.2026.*12:04:05$/);
  });

  it('gives both where both are asked for', () => {
    assert.match(dateTimeText(noon, 'de'), /21\.11\.2026.*12:04$/);
  });
});

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

describe('dates', () => {
  it('have one format in text, in the language, and one in tables, in none', () => {
    assert.equal(dayText('2026-11-01', 'en'), 'Nov 1, 2026');
    assert.equal(dayText('2026-11-01', 'de'), '01.11.2026');
    assert.equal(dayText(Date.UTC(2026, 10, 1, 23, 59), 'en'), 'Nov 1, 2026');
    assert.equal(tableTime(Date.UTC(2026, 10, 1, 18, 5, 59)), '2026-11-01 18:05');
    assert.equal(tableTime(Date.UTC(1969, 11, 31, 23, 59)), '1969-12-31 23:59');
  });
});
