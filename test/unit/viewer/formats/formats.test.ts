import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Formats } from '../../../../src/viewer/formats/formats.ts';
import { memoize } from '../../../../src/common/text/memoize.ts';

const times = fc.date({ noInvalidDate: true, min: new Date(-8.6e15), max: new Date(8.6e15) }).map(Number);

describe('Formats', () => {
  it('write a time to the minute as its ISO text does, in any year', () => {
    const formats = new Formats('en', undefined);
    fc.assert(
      fc.property(times, (time) => {
        const shown = new Date(time).toISOString();
        assert.equal(formats.minute(time, 'utc'), shown.replace('T', ' ').slice(0, -':00.000Z'.length));
      }),
    );
    assert.equal(formats.minute(NaN, 'utc'), '');
  });

  it('write a time by this machine’s clock', () => {
    const two = (part: number) => String(part).padStart(2, '0');
    for (const date of [new Date(2026, 0, 5, 7, 3), new Date(2026, 6, 5, 23, 59), new Date(1969, 11, 31, 0, 0)]) {
      const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
      const text = `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
      assert.equal(new Formats('en', undefined).minute(date.getTime()), text);
    }
  });

  it('write a level as the language does, and none of them with a sign', () => {
    const formats = new Formats('de', undefined);
    assert.deepEqual(
      [-0, 0, 0.285, 0.57, 1].map((level) => formats.percent(level)),
      ['0\u00a0%', '0\u00a0%', '29\u00a0%', '57\u00a0%', '100\u00a0%'],
    );
  });
});

describe('What is memoize', () => {
  it('is worked out once, whatever else is asked for, until it would be too much to keep', () => {
    const asked: number[] = [];
    const half = memoize((value: number) => {
      asked.push(value);
      return value / 2;
    });
    for (const value of [4, 6, 4, 6, 4]) assert.equal(half(value), value / 2);
    assert.deepEqual(asked, [4, 6]);
    for (let value = 100; value < 10_000; value += 1) half(value);
    assert.equal(half(4), 2);
    assert.deepEqual(
      asked.filter((value) => value === 4),
      [4, 4],
    );
  });
});
