import { dayMs, startOfDay } from '../../common/date-range.ts';
import { charges, packSize } from './charges.ts';
import type { Charge } from './stored-state.ts';
import type { SandboxVehicle, World } from './world.ts';

/** kWh a kilometre. */
export const consumption = 0.2;
/** On average, with breaks. */
const kilometresAnHour = 60;
/** While a vehicle charges or drives, it reports at every quarter of an hour; otherwise it is asleep. */
const reportMs = 15 * 60_000;

const blockMs = 30 * dayMs;
/** How many full batteries a vehicle uses in a block, on average of all seeds. */
const batteriesOfBlock = 14.7;
/** Longer than vehicles go without a charge. */
const longestGapMs = 14 * dayMs;

/** What a vehicle last reported about itself. Times are milliseconds since 1970. */
export interface Motion {
  readonly reportedAt: number;
  /** Infinity if it does not move by itself. */
  readonly nextReportAt: number;
  /** State of charge, as a fraction. */
  readonly level: number;
  /** Kilometres; never falls. */
  readonly odometer: number;
  /** The charge that has begun and not ended yet. */
  readonly charge: Charge | undefined;
  /** The last charge that has ended … */
  readonly before: Charge | undefined;
  /** … and the one that the vehicle drives to; how much of the way is done, as a fraction. */
  readonly after: Charge | undefined;
  readonly done: number;
  readonly isDriving: boolean;
}

/** A charge, and the odometer during it. */
interface Stop {
  readonly charge: Charge;
  readonly odometer: () => number;
}

/**
 * Between two charges, a vehicle drives what empties its battery from the end of the one to the start of the other: one
 * trip soon, and one that ends at the charger. All of that depends on its charges alone, so that the clock can be set to
 * any time. A vehicle without everyday charges stands still.
 *
 * @param added the simulated charges, in the order in which they were added
 */
export function motionAt(world: World, vehicle: SandboxVehicle, added: readonly Charge[], at: number): Motion {
  const own = added.map((charge, index): Stop => {
    // Reads what the vehicle would have driven without the charge, so that adding one never turns the odometer back.
    return { charge, odometer: () => motionAt(world, vehicle, added.slice(0, index), charge.end).odometer };
  });
  const stops = [...everydayStops(world, vehicle, at), ...own];
  const ongoing = stops.findLast(({ charge: { start, end } }) => start <= at && end > at);
  const before = stops
    .filter(({ charge }) => charge.end <= at)
    .sort((a, b) => a.charge.end - b.charge.end)
    .at(-1);
  const after = stops.filter(({ charge }) => charge.start > at).sort((a, b) => a.charge.start - b.charge.start)[0];
  const around = { charge: ongoing?.charge, before: before?.charge, after: after?.charge };
  const parked = { ...around, done: 0, isDriving: false };
  if (ongoing) {
    const { start, end, from, to } = ongoing.charge;
    const { reportedAt, nextReportAt } = reports(start, end, at);
    const level = from + ((to - from) * (reportedAt - start)) / (end - start);
    return { ...parked, level, odometer: ongoing.odometer(), reportedAt, nextReportAt };
  }
  const [odometer, level] = [before?.odometer() ?? kilometresUntil(vehicle, 0), before?.charge.to ?? 0.8];
  if (!before || !after) {
    const reportedAt = before?.charge.end ?? startOfDay(at);
    return { ...parked, level, odometer, reportedAt, nextReportAt: Infinity };
  }
  const trips = tripsBetween(before.charge, after.charge, packSize(vehicle.capacity));
  const trip = trips.findLast(({ start }) => start <= at);
  const isDriving = trip !== undefined && at < trip.end;
  const { reportedAt, nextReportAt } = isDriving
    ? reports(trip.start, trip.end, at)
    : {
        reportedAt: trip?.end ?? before.charge.end,
        nextReportAt: trips.find(({ start }) => start > at)?.start ?? after.charge.start,
      };
  const share = trip ? Math.min(1, (reportedAt - trip.start) / (trip.end - trip.start)) : 0;
  const done = trip ? (trips.indexOf(trip) + share) / trips.length : 0;
  const lower = Math.min(level, after.charge.from);
  return {
    ...{ ...around, isDriving, done, reportedAt, nextReportAt },
    level: level + (lower - level) * done,
    odometer: odometer + (after.odometer() - odometer) * done,
  };
}

function reports(start: number, end: number, at: number) {
  const reportedAt = Math.max(start, Math.floor(at / reportMs) * reportMs);
  return { reportedAt, nextReportAt: Math.min(end, (Math.floor(at / reportMs) + 1) * reportMs) };
}

function tripsBetween(before: Charge, after: Charge, pack: number) {
  const room = after.start - before.end;
  const hours = (Math.max(0, before.to - after.from) * pack) / consumption / kilometresAnHour;
  const tripMs = Math.floor(Math.min(hours * 3600, (room * 0.8) / 1000) / 2) * 1000;
  const first = before.end + Math.floor((room - 2 * tripMs) / 2000) * 1000;
  return tripMs <= 0 ? [] : [first, after.start - tripMs].map((start) => ({ start, end: start + tripMs }));
}

/** Kilometres at the start of a block, on average of all seeds: bought new at the end of the model year. */
function kilometresUntil({ year, capacity }: SandboxVehicle, block: number): number {
  const blocks = block - Math.floor(Date.UTC(year, 11) / blockMs);
  return Math.round(Math.max(0, blocks) * kilometresOfBlock(capacity)) + 12;
}

function kilometresOfBlock(capacity: SandboxVehicle['capacity']): number {
  return (batteriesOfBlock * packSize(capacity)) / consumption;
}

const remembered = new WeakMap<SandboxVehicle, Map<number, readonly Stop[]>>();

/** The generated charges of the block that contains a moment, and of those before and after it. */
function everydayStops(world: World, vehicle: SandboxVehicle, at: number): readonly Stop[] {
  if (world.recordsPerVehicle !== undefined || vehicle.literalRecords) return [];
  const known = remembered.get(vehicle) ?? new Map<number, readonly Stop[]>();
  if (known.size > 9) known.clear();
  remembered.set(vehicle, known);
  const block = Math.floor(at / blockMs);
  return [block - 1, block, block + 1].flatMap((each) => {
    const stops = known.get(each) ?? stopsOfBlock(world, vehicle, each);
    known.set(each, stops);
    return stops;
  });
}

/** A block has the same kilometres whatever its charges are, so that none of those before it have to be added up. */
function stopsOfBlock(world: World, vehicle: SandboxVehicle, block: number): readonly Stop[] {
  const from = block * blockMs;
  const found = [...charges(world, vehicle, { from: from - longestGapMs, to: from + blockMs, endedBy: Infinity })];
  const emptied = found.map(({ from: level }, index) => Math.max(0, (found[index - 1]?.to ?? level) - level));
  const first = found.findIndex(({ start }) => start >= from);
  const total = emptied.slice(first).reduce((sum, each) => sum + each, 0);
  const begin = kilometresUntil(vehicle, block);
  const length = kilometresUntil(vehicle, block + 1) - begin;
  let sum = 0;
  return found.slice(first).map((charge, index) => {
    sum += emptied[first + index] ?? 0;
    const odometer = begin + (length * sum) / total;
    return { charge, odometer: () => odometer };
  });
}
