import assert from 'node:assert/strict';
import { hourOfWeek } from '../../../../src/viewer/charts/week.ts';
import { inZone } from '../in-zone.ts';

const quarterHour = 900_000;

describe('Hours of the week', () => {
  // Changes of the clock at night, by half an hour, and at midnight; and a zone of an odd offset.
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/Havana', 'Asia/Kathmandu']) {
    it(`are those of a clock in ${zone}, all year and before 1970`, () => {
      inZone(zone, () => {
        for (const year of [1969, 2026]) {
          for (let time = Date.UTC(year, 0, 1); time < Date.UTC(year + 1, 0, 1); time += quarterHour) {
            const date = new Date(time);
            const wanted = date.getDay() * 24 + date.getHours();
            if (hourOfWeek(time, 'local') !== wanted) assert.fail(date.toISOString());
          }
        }
      });
    });
  }

  it('are those of UTC', () => {
    const saturday = Date.UTC(2026, 10, 21, 23, 30);
    assert.equal(hourOfWeek(saturday, 'utc'), 167);
    assert.equal(hourOfWeek(NaN, 'utc'), NaN);
  });
});
