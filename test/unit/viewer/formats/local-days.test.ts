import assert from 'node:assert/strict';
import { Formats } from '../../../../src/viewer/formats/formats.ts';
import { LocalDays, dayMarks } from '../../../../src/viewer/formats/local-days.ts';
import { inZone } from '../in-zone.ts';

const day = 86_400_000;
const halfHour = 30 * 60_000;

/** The local midnight that begins the day of a time, as Date has it. */
function dayByDate(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

describe('LocalDays', () => {
  // Changes of the clock at night and at midnight, forwards and backwards; offsets of half and quarter hours; both ends.
  const zones = [
    'America/New_York',
    'America/Havana',
    'Asia/Beirut',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Europe/London',
  ];
  for (const name of zones) {
    it(`find the day that Date finds, over changes of the clock, in ${name}`, () => {
      inZone(name, () => {
        const days = new LocalDays();
        const from = Date.UTC(2026, 0, 1);
        for (let time = from; time < from + 366 * day; time += halfHour - 1) {
          const begin = dayByDate(time);
          if (days.startOf(time) !== begin) assert.equal(days.startOf(time), begin, new Date(time).toISOString());
        }
      });
    });
  }

  it('put a day that a place left out into the one after it', () => {
    inZone('Pacific/Apia', () => {
      const days = new LocalDays();
      // Samoa went from the 29th of December 2011 to the 31st.
      const midnight = Date.UTC(2011, 11, 30, 10);
      assert.equal(days.startOf(midnight - 1), midnight - day);
      assert.equal(days.startOf(midnight), midnight);
    });
  });
});

describe('dayMarks', () => {
  const seconds = (year: number, month: number, date: number) => Date.UTC(year, month, date) / 1000;

  /** The marks of an axis, day by day, and their labels. */
  function marked(zone: string, from: number, to: number): { marks: number[]; labels: string[] } {
    const formats = new Formats('en', undefined);
    let marks: number[] = [];
    let labels: string[] = [];
    inZone(zone, () => {
      marks = dayMarks(from, to, 1, 'local');
      labels = marks.map((mark) => formats.axisDay(mark * 1000, false));
    });
    return { marks, labels };
  }

  it('stand at midnights before and after a change of the clock, whose day is shorter or longer', () => {
    const { marks: march } = marked('Europe/Berlin', seconds(2026, 2, 27), seconds(2026, 3, 1));
    assert.deepEqual(
      march.map((mark, index) => (mark - (march[index - 1] ?? NaN)) / 3600),
      [NaN, 24, 23, 24, 24].slice(0, march.length),
    );
    const { marks: october, labels } = marked('Europe/Berlin', seconds(2026, 9, 23), seconds(2026, 9, 28));
    assert.ok(october.some((mark, index) => mark - (october[index - 1] ?? NaN) === 25 * 3600));
    assert.deepEqual(labels, ['Oct 24', 'Oct 25', 'Oct 26', 'Oct 27', 'Oct 28']);
  });

  it('are of the same days wherever an axis of wide steps begins', () => {
    inZone('America/Los_Angeles', () => {
      const to = seconds(2026, 11, 31);
      const all = dayMarks(seconds(2026, 0, 1), to, 14, 'local');
      assert.ok(all.length >= 25);
      assert.deepEqual(
        dayMarks(seconds(2026, 5, 3), to, 14, 'local'),
        all.filter((mark) => mark >= seconds(2026, 5, 3)),
      );
    });
  });

  it('are none twice where a place left a day out', () => {
    const { marks, labels } = marked('Pacific/Apia', seconds(2011, 11, 28), seconds(2012, 0, 1));
    assert.deepEqual(marks, [...new Set(marks)]);
    assert.deepEqual(labels.slice(1, 3), ['Dec 29', 'Dec 31']);
  });
});
