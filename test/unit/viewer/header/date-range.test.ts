import assert from 'node:assert/strict';
import { lastDays } from '../../../../src/viewer/header/date-range.ts';

describe('lastDays', () => {
  it('cover that many dates of the service in UTC, over months and years, and leave the end to the service', () => {
    assert.deepEqual(lastDays(7, Date.UTC(2026, 10, 21, 23, 59)), { startDate: '2026-11-15' });
    assert.deepEqual(lastDays(30, Date.UTC(2027, 0, 5)), { startDate: '2026-12-07' });
  });
});
