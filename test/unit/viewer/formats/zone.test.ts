import assert from 'node:assert/strict';
import fc from 'fast-check';
import { offsetText } from '../../../../src/extension/records/panel/time-zones.ts';
import { type NamedZone, beginOf, clockOf, dayOf, momentOf, readZone } from '../../../../src/viewer/formats/zone.ts';
import { inZone } from '../in-zone.ts';

const names = Intl.supportedValuesOf('timeZone') as NamedZone[];
const quarterHour = 900_000;

/** What `Intl` says that a clock shows, as the text of an ISO date without its zone. */
function shownByIntl(time: number, timeZone: string): string {
  const two = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  const format = new Intl.DateTimeFormat('en', { timeZone, hourCycle: 'h23', year: 'numeric', ...two });
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
  return `${part.year?.padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`;
}

describe('zones', () => {
  it('show what Intl says that their clocks show: each that there is, at any time', () => {
    const times = fc
      .date({ noInvalidDate: true, min: new Date('1700-01-02'), max: new Date('2400-01-01') })
      .map(Number);
    fc.assert(
      fc.property(fc.constantFrom(...names), times, (zone, time) => {
        assert.equal(clockOf(time, zone).toISOString().slice(0, 19), shownByIntl(time, zone));
      }),
      { numRuns: 2000 },
    );
  });

  // Changes by half an hour, at midnight and over the date line; clocks that go by quarters of an hour.
  for (const [zone, year] of [
    ['Europe/Berlin', 2026],
    ['Australia/Lord_Howe', 2026],
    ['America/Havana', 2026],
    ['Africa/Casablanca', 2026],
    ['Asia/Kolkata', 2026],
    ['Asia/Kathmandu', 1986],
    ['Pacific/Apia', 2011],
  ] as const) {
    it(`show and read times of ${zone} in ${year} as a machine there does`, () => {
      inZone(zone, () => {
        for (let time = Date.UTC(year, 0, 1); time < Date.UTC(year + 1, 0, 1); time += quarterHour) {
          const shown = clockOf(time, zone);
          if (shown.getTime() !== clockOf(time, 'local').getTime()) assert.fail(new Date(time).toISOString());
          // Any clock time at all, those that the clock leaves out or shows twice among them.
          const text = new Date(time).toISOString().slice(0, 16);
          if (momentOf(text, zone) !== momentOf(text, 'local')) assert.fail(text);
        }
      });
    });
  }

  it('change their clocks to the second', () => {
    const change = Date.UTC(2026, 9, 25, 1);
    assert.equal(clockOf(change - 1, 'Europe/Berlin').toISOString(), '2026-10-25T02:59:59.999Z');
    assert.equal(clockOf(change, 'Europe/Berlin').toISOString(), '2026-10-25T02:00:00.000Z');
  });

  it('find the moment of what is shown again', () => {
    const time = Date.UTC(2026, 4, 1, 22, 30);
    for (const zone of ['utc', 'local', 'Etc/GMT-2', 'Asia/Kathmandu'] as const) {
      assert.equal(momentOf(clockOf(time, zone).toISOString().slice(0, 16), zone), time, zone);
    }
    assert.equal(clockOf(time, 'Asia/Kathmandu').toISOString(), '2026-05-02T04:15:00.000Z');
    assert.equal(momentOf('2026-05-02', 'Asia/Kolkata'), Date.UTC(2026, 4, 1, 18, 30));
    for (const zone of ['utc', 'Asia/Kolkata'] as const) assert.equal(Number.isNaN(momentOf('x', zone)), true);
    assert.equal(Number.isNaN(clockOf(NaN, 'Asia/Kolkata').getTime()), true);
  });

  it('show the ends of all time', () => {
    for (const time of [-8.64e15, 8.64e15]) {
      assert.equal(Number.isNaN(dayOf(time, 'Etc/GMT+12') + dayOf(time, 'Etc/GMT-14')), true);
      assert.ok(Number.isFinite(beginOf(Math.floor(time / 86_400_000), 'Asia/Kolkata')));
    }
  });

  it('are read as they were kept or set', () => {
    for (const zone of ['local', 'utc', 'Asia/Kolkata', 'Europe/Kyiv', 'America/Argentina/Buenos_Aires']) {
      assert.equal(readZone(zone), zone);
    }
    for (const odd of [60, NaN, 'x', 'Mars/North', '+02:00', '', '/', null, {}]) {
      assert.equal(readZone(odd), undefined);
    }
  });

  it('of a fixed offset are written as such', () => {
    assert.deepEqual([offsetText(90), offsetText(-720)], ['+01:30', '−12:00']);
  });
});
