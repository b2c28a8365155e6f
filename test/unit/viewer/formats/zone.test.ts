import assert from 'node:assert/strict';
import fc from 'fast-check';
import { beginOf, clockOf, dayOf, lastMomentOf, momentOf } from '../../../../src/viewer/formats/zone.ts';
import { inZone } from '../in-zone.ts';

/** What `Intl` says that a clock shows, as the text of an ISO date without its zone. */
function shownByIntl(time: number, timeZone: string): string {
  const two = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', year: 'numeric', ...two });
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
}

describe('local time', () => {
  // Changes by half an hour, at midnight and over the date line; clocks that go by quarters of an hour.
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/Havana', 'Asia/Kathmandu', 'Pacific/Apia']) {
    it(`is what Intl says that clocks of ${zone} show, at any time`, () => {
      const times = fc
        .date({ noInvalidDate: true, min: new Date('1700-01-02'), max: new Date('2400-01-01') })
        .map(Number);
      inZone(zone, () =>
        fc.assert(
          fc.property(times, (time) => {
            const shown = clockOf(time, 'local').toISOString();
            assert.equal(shown.slice(0, 19), shownByIntl(time, zone));
            const day = dayOf(time, 'local');
            assert.ok(beginOf(day, 'local') <= time && time < beginOf(day + 1, 'local'));
          }),
          { numRuns: 300 },
        ),
      );
    });
  }

  it('has an hour twice in autumn, of which a text means the first and the last', () => {
    inZone('Europe/Berlin', () => {
      const [first, last] = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)];
      assert.deepEqual(
        [momentOf('2026-10-25T02:30', 'local'), lastMomentOf('2026-10-25T02:30', 'local')],
        [first, last],
      );
      assert.equal(lastMomentOf('2026-10-25T03:30', 'local'), Date.UTC(2026, 9, 25, 2, 30));
      assert.equal(momentOf('2026-05-02', 'local'), Date.UTC(2026, 4, 1, 22));
      for (const zone of ['utc', 'local'] as const) assert.equal(Number.isNaN(momentOf('x', zone)), true);
    });
  });
});
