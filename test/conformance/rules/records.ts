import * as z from 'zod';
import { chargeRecord, utcTimestamp } from '../../../src/service/v2/contract.ts';
import { expect, expectGranted, expectRefused, property, type Rule, rulesOf, show, Skipped } from '../rule.ts';
import type { Vehicle } from '../implementation.ts';
import type { World } from '../world.ts';
import { answering } from './access.ts';

const section = 'Endpoints 4';

const rule = rulesOf<World>({ section, buildsOn: ['data.bearer-accepted'] });

const dayMs = 24 * 60 * 60 * 1000;
/** All but the timestamps' form, which has a rule of its own. */
const looseTimes = chargeRecord.extend({ chargeStart: z.string(), chargeEnd: z.string() });

const dayOf = (moment: number) => new Date(moment).toISOString().slice(0, 10);
const startOf = (record: unknown) => String(property(record, 'chargeStart'));

async function vehicleWithRecords(world: World): Promise<Vehicle> {
  return answering(world, (vehicle) => world.records(vehicle));
}

async function list(world: World, vehicle: Vehicle, query = ''): Promise<readonly unknown[]> {
  const answer = await world.records(vehicle, query);
  expectGranted(answer, query === '' ? 'the records' : `the records with ${query}`);
  const records = property(answer.json, 'records');
  return Array.isArray(records) ? (records as unknown[]) : [];
}

/** The records without dates, at least `least` of them. */
async function defaults(world: World, least = 1): Promise<{ vehicle: Vehicle; records: readonly unknown[] }> {
  const vehicle = await vehicleWithRecords(world);
  const records = await list(world, vehicle);
  if (records.length < least) throw new Skipped(`needs ${least} charge records, there are ${records.length}`);
  return { vehicle, records };
}

function everyRecord(id: string, title: string, check: (record: unknown) => void): Rule {
  return rule(`records.${id}`, {
    document: title,
    section: 'Resources and their fields',
    buildsOn: ['records.object'],
    check: async (world) => (await defaults(world)).records.forEach(check),
  });
}

/** A day in the middle of the records, and the days of all of them. */
async function middle(world: World) {
  const { vehicle, records } = await defaults(world, 4);
  const days = records.map((record) => startOf(record).slice(0, 10)).sort();
  return { vehicle, days, day: days[Math.floor(days.length / 2)] ?? '' };
}

function dates(
  id: string,
  title: string,
  query: (day: string) => string,
  kept: (day: string, bound: string) => boolean,
): Rule {
  return rule(`records.${id}`, {
    document: title,
    buildsOn: ['records.object', 'records.timestamps'],
    check: async (world) => {
      const { vehicle, days, day } = await middle(world);
      const asked = query(day);
      const found = (await list(world, vehicle, asked)).map((record) => startOf(record).slice(0, 10)).sort();
      const wanted = days.filter((each) => kept(each, day));
      const stray = found.find((each) => !kept(each, day));
      expect(stray === undefined, `${asked} brings a record of ${stray}`);
      expect(found.join() === wanted.join(), `${asked} brings ${found.length} records, not ${wanted.length}`);
    },
  });
}

export const recordRules: readonly Rule[] = [
  rule('records.object', {
    document: 'The answer is an object with records, an array',
    check: async (world) => {
      const answer = await world.records(await vehicleWithRecords(world));
      expect(Array.isArray(property(answer.json, 'records')), `the answer is ${show(answer.json)}`);
    },
  }),
  everyRecord('fields', 'A record has its eight fields, each of its type', (record) => {
    const { error } = looseTimes.safeParse(record);
    const issue = error?.issues[0];
    expect(issue === undefined, `${issue?.path.join('.')}: ${issue?.message}`);
  }),
  everyRecord('timestamps', 'chargeStart and chargeEnd are ISO 8601 timestamps in UTC', (record) => {
    for (const name of ['chargeStart', 'chargeEnd']) {
      const value = property(record, name);
      expect(utcTimestamp.safeParse(value).success, `${name} is ${show(value)}`);
    }
  }),
  everyRecord('fractions', 'Battery levels are fractions of full charge: 0 to 1', (record) => {
    for (const name of ['startPercentRemaining', 'endPercentRemaining']) {
      const value = Number(property(record, name));
      expect(value >= 0 && value <= 1, `${name} is ${value}`);
    }
  }),
  everyRecord('order-of-times', 'A charge does not end before it starts', (record) => {
    const [start, end] = [Date.parse(startOf(record)), Date.parse(String(property(record, 'chargeEnd')))];
    expect(!(end < start), `a charge starts at ${startOf(record)} and ends before`);
  }),
  dates(
    'start-date',
    'startDate is the day of the first record',
    (day) => `?startDate=${day}`,
    (day, bound) => day >= bound,
  ),
  dates(
    'end-date',
    'endDate is the day of the final record, which it includes',
    (day) => `?endDate=${day}`,
    (day, bound) => day <= bound,
  ),
  dates(
    'one-day',
    'startDate and endDate together: one day alone',
    (day) => `?startDate=${day}&endDate=${day}`,
    (day, bound) => day === bound,
  ),
  rule('records.default-end', {
    document: 'endDate defaults to the date of the request',
    buildsOn: ['records.object', 'records.timestamps', 'records.end-date'],
    check: async (world) => {
      const { vehicle, records } = await defaults(world);
      const today = await list(world, vehicle, `?endDate=${dayOf(await world.now())}`);
      expect(
        today.length === records.length,
        `${records.length} without endDate, ${today.length} with the day of the request`,
      );
    },
  }),
  rule('records.default-start-first-grant', {
    document: 'startDate defaults to the moment the owner first granted access, where that is less than 30 days ago',
    buildsOn: ['records.object', 'records.timestamps'],
    check: async (world) => {
      const { firstGranted } = world.target;
      if (firstGranted === undefined) throw new Skipped('needs to know the first grant: no --first-granted TIME');
      if ((await world.now()) - firstGranted > 30 * dayMs) throw new Skipped('the first grant is over 30 days ago');
      const { records } = await defaults(world);
      const older = records.find((record) => Date.parse(startOf(record)) < firstGranted);
      expect(older === undefined, `a record of ${startOf(older)} is older than the first grant`);
    },
  }),
  rule('records.two-makes', {
    document: 'Charge records exist for two makes only',
    check: async (world) => {
      const answers = new Map<string, number>();
      for (const vehicle of await world.vehicles()) answers.set(vehicle.make, (await world.records(vehicle)).status);
      const makes = [...answers].filter(([, status]) => status === 200).map(([make]) => make);
      expect(makes.length <= 2, `records of ${makes.join(', ')}`);
      if (answers.size < 3) throw new Skipped(`needs vehicles of three makes, there are ${answers.size}`);
    },
  }),
  rule('records.lower-case-make', {
    public: 'The make in the path is in lower case; in upper case it is refused',
    section: 'make-specific endpoints',
    check: async (world) => {
      const { id, make } = await vehicleWithRecords(world);
      expectRefused(await world.records({ id, make: make.toUpperCase() }), `${make.toUpperCase()} in the path`);
    },
  }),
  rule('records.date-format', {
    assumed: 'A date that is not YYYY-MM-DD is refused',
    check: async (world) => {
      const vehicle = await vehicleWithRecords(world);
      for (const day of ['21.11.2026', '2026-02-30', '1760000000']) {
        expectRefused(await world.records(vehicle, `?startDate=${day}`), `startDate=${day}`);
      }
    },
  }),
];

/** To be asked when the rules that turn the clock have made the first grant old enough. */
export const lateRecordRules: readonly Rule[] = [
  rule('records.default-start-30-days', {
    document: 'startDate defaults to 30 days before the request',
    buildsOn: ['records.object', 'records.timestamps', 'records.start-date'],
    check: async (world) => {
      const now = await world.now();
      const { firstGranted } = world.target;
      if (firstGranted !== undefined && now - firstGranted < 31 * dayMs)
        throw new Skipped('the first grant is too young');
      const { vehicle, records } = await defaults(world);
      const limit = dayOf(now - 30 * dayMs);
      const older = records.find((record) => startOf(record) < limit);
      expect(older === undefined, `a record of ${startOf(older)} without dates, on ${dayOf(now)}`);
      const asked = await list(world, vehicle, `?startDate=${limit}`);
      expect(asked.length === records.length, `${records.length} without startDate, ${asked.length} with ${limit}`);
    },
  }),
];
