import assert from 'node:assert/strict';
import { dateTimeText, timeText } from '../../../../src/common/text/local-time.ts';

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
