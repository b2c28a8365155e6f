import assert from 'node:assert/strict';
import { englishStrings } from '../../extension/records/english-strings.ts';
import { lastDays } from '../../../../src/viewer/header/date-range.ts';

describe('lastDays', () => {
  it('cover that many dates of the service in UTC, over months and years, and leave the end to the service', () => {
    assert.deepEqual(lastDays(7, Date.UTC(2026, 10, 21, 23, 59)), { startDate: '2026-11-15' });
    assert.deepEqual(lastDays(30, Date.UTC(2027, 0, 5)), { startDate: '2026-12-07' });
  });
});

describe('the texts of the default', () => {
  it('claim nothing of an API whose own default is unknown: that of version 3', () => {
    const { rangeServiceDefault, rangeExplained } = englishStrings;
    assert.doesNotMatch(`${rangeServiceDefault} ${rangeExplained}`, /\bAPI\b/);
    assert.match(rangeExplained, /Version 2\.0 then leaves out/);
  });
});
