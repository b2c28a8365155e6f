import assert from 'node:assert/strict';
import { hourOfWeek } from '../../../../src/viewer/charts/week.ts';

const quarterHour = 900_000;

describe('Hours of the week', () => {
  const machineZone = process.env.TZ;
  after(() => {
    if (machineZone === undefined) delete process.env.TZ;
    else process.env.TZ = machineZone;
  });

  // Changes of the clock at night, by half an hour, and at midnight; and a zone of an odd offset.
  for (const zone of ['Europe/Berlin', 'Australia/Lord_Howe', 'America/Havana', 'Asia/Kathmandu'] as const) {
    it(`are those of a clock in ${zone}, all year and before 1970`, () => {
      process.env.TZ = zone;
      for (const year of [1969, 2026]) {
        for (let time = Date.UTC(year, 0, 1); time < Date.UTC(year + 1, 0, 1); time += quarterHour) {
          const date = new Date(time);
          const wanted = date.getDay() * 24 + date.getHours();
          const found = [hourOfWeek(time, 'local'), hourOfWeek(time, zone)];
          if (found.some((hour) => hour !== wanted)) assert.deepEqual(found, [wanted, wanted], date.toISOString());
        }
      }
    });
  }

  it('are those of UTC and of a zone of fixed offset', () => {
    const saturday = Date.UTC(2026, 10, 21, 23, 30);
    assert.equal(hourOfWeek(saturday, 'utc'), 167);
    assert.equal(hourOfWeek(saturday, 'Etc/GMT-1'), 0);
    assert.equal(hourOfWeek(NaN, 'utc'), NaN);
  });
});
