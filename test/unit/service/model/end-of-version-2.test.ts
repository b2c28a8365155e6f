import assert from 'node:assert/strict';
import { daysUntil, endText } from '../../../../src/service/model/end-of-version-2.ts';

describe('The end of version 2.0', () => {
  const said = (month: number, day: number, year = 2026, hour = 12) =>
    endText(Date.UTC(year, month - 1, day, hour), 'en');

  it('is told with both dates and a count of days, before and on the day', () => {
    const plan = 'Plan your move to version 3.';
    const both = 'API version 2.0 ends in the fourth quarter of 2026, reportedly on December 1, 2026';
    assert.equal(said(9, 2), `${both} (in 90 days). ${plan}`);
    assert.equal(said(11, 26, 2026, 0), `${both} (in 5 days). ${plan}`);
    assert.equal(said(11, 26, 2026, 23), `${both} (in 5 days). ${plan}`);
    assert.equal(said(11, 30), `${both} (tomorrow). ${plan}`);
    assert.equal(said(12, 1), `${both} (today). ${plan}`);
  });

  it('is told as past once the reported day is, and once the quarter is', () => {
    assert.match(said(12, 2), /ends in .*reported, December 1, 2026, has passed \(yesterday\)\. Move to version 3 now/);
    assert.match(said(12, 31, 2026, 23), /\(30 days ago\)\. Move/);
    assert.equal(
      said(1, 1, 2027, 0),
      'API version 2.0 was to end in the fourth quarter of 2026, which is over. Move to version 3 now.',
    );
  });

  it('is counted by days of the calendar, whatever clocks do meanwhile', () => {
    assert.equal(daysUntil('2026-12-01', Date.UTC(2026, 8, 1, 23, 59)), 91);
    assert.equal(daysUntil('2026-12-01', Date.UTC(2026, 11, 1)), 0);
  });
});
