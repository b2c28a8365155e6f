import { type DateRange, dayMs, requestedDays, startOfDay } from '../../common/date-range.ts';
import type { ChargeRequest } from './changes.ts';
import type { CapacityCase, SandboxVehicle, World } from './world.ts';
import { SeededRandom } from './seeded-random.ts';
import type { Charge } from './stored-state.ts';

const hourMs = 60 * 60 * 1000;

const homes = [
  'Amselweg 12, Neuhafen, 26199',
  'Görlitzer Allee 7, Lindenau, 04179',
  '3 Harrow Close, Barnfield, EN9 4',
  'Kastanjelaan 41, Oudekerk, 1191 CV',
] as const;

const slowChargers = [
  'Parkhaus Am Stadttor, Neuhafen, 26195',
  'Rathausplatz 1, Lindenau, 04177',
  'Market Street Car Park, Barnfield, EN9 1',
] as const;

const fastChargers = [
  'Rasthof Heidekrug Nord, A 29, 26219',
  'Cockerel Services, M25, EN6 2',
  'Autohof Weißenfurt, A 9, 06686',
  'Aire de Saint-Lambert, A 31, 57300',
  'Gewerbepark Süd 18, Lindenau, 04205',
] as const;

/**
 * The vehicle's charges in the window, oldest first. A day's charges depend only on seed, vehicle and day: neither the
 * clock nor the requested range changes them.
 */
export function* charges(world: World, vehicle: SandboxVehicle, window: ChargeWindow): Generator<Charge> {
  const ofDay = world.recordsPerVehicle === undefined ? rememberedCharges : bulkCharges;
  const lastDay = Math.min(window.to - 1, window.endedBy);
  for (let day = startOfDay(window.from); day <= lastDay; day += dayMs) {
    for (const charge of ofDay(world, vehicle, day, window.endedBy)) if (isWithin(charge, window)) yield charge;
  }
}

/** The number of {@link charges}. For bulk records, whole days are counted without generating them. */
export function countCharges(world: World, vehicle: SandboxVehicle, window: ChargeWindow): number {
  const { recordsPerVehicle } = world;
  const end = Math.min(window.to, window.endedBy);
  let count = 0;
  for (let day = startOfDay(window.from); day < end; day += dayMs) {
    const part = { ...window, from: Math.max(day, window.from), to: Math.min(day + dayMs, window.to) };
    if (recordsPerVehicle !== undefined && day >= window.from && day + dayMs <= end) {
      count += bulkOfDay(recordsPerVehicle, day);
    } else {
      for (const _ of charges(world, vehicle, part)) count++;
    }
  }
  return count;
}

/** More than a window contains; when a vehicle reaches this number, its cache is cleared. */
const mostRememberedDays = 100;
const remembered = new WeakMap<SandboxVehicle, Map<number, readonly Charge[]>>();

/** {@link everydayCharges}, cached because applications request the same month repeatedly. */
function rememberedCharges(world: World, vehicle: SandboxVehicle, day: number): readonly Charge[] {
  const days = remembered.get(vehicle) ?? new Map<number, readonly Charge[]>();
  const known = days.get(day);
  if (known) return known;
  if (days.size >= mostRememberedDays) days.clear();
  const made = [...everydayCharges(world, vehicle, day)];
  remembered.set(vehicle, days.set(day, made));
  return made;
}

/**
 * At home on most nights, occasionally at a public charger by day. Levels and times of consecutive charges never
 * overlap.
 */
function* everydayCharges(world: World, vehicle: SandboxVehicle, day: number): Generator<Charge> {
  const random = new SeededRandom(world.seed, vehicle.id, day);
  const home = new SeededRandom(world.seed, vehicle.id, 'home').pick(homes);
  const pack = packSize(vehicle.capacity);
  if (random.chance(0.35)) {
    const fast = random.chance(0.8);
    yield charge(pack, {
      start: day + random.between(8, fast ? 16 : 11) * hourMs,
      location: random.pick(fast ? fastChargers : slowChargers),
      isPublic: true,
      type: fast ? 'DC' : 'AC',
      power: fast ? random.between(55, 120) : 11,
      efficiency: fast ? random.between(0.93, 0.96) : random.between(0.88, 0.92),
      from: random.between(0.08, 0.4),
      to: random.between(0.7, 0.85),
    });
  }
  if (random.chance(0.72)) {
    yield charge(pack, {
      start: day + random.between(18.5, 23) * hourMs,
      location: home,
      isPublic: false,
      type: 'AC',
      power: random.pick([7.4, 11, 11]),
      efficiency: random.between(0.88, 0.92),
      from: random.between(0.25, 0.65),
      to: random.pick([0.8, 0.8, 0.9, 1]),
    });
  }
}

/**
 * Exactly `recordsPerVehicle` over any 30 whole days, so that benchmarks know the number. The current day has none: a
 * day counts once it is over.
 */
function* bulkCharges(world: World, vehicle: SandboxVehicle, day: number, now: number): Generator<Charge> {
  if (day >= startOfDay(now)) return;
  const count = bulkOfDay(world.recordsPerVehicle ?? 0, day);
  const random = new SeededRandom(world.seed, vehicle.id, day, 'bulk');
  const pack = packSize(vehicle.capacity);
  const lastSecond = day + dayMs - 1000;
  for (let index = 0; index < count; index++) {
    const fast = random.chance(0.3);
    const from = random.between(0.05, 0.6);
    const made = charge(pack, {
      start: day + (index / count) * dayMs,
      location: random.pick(fast ? fastChargers : homes),
      isPublic: fast,
      type: fast ? 'DC' : 'AC',
      power: fast ? random.between(55, 120) : 11,
      efficiency: 0.92,
      from,
      to: from + random.between(0.1, 0.4),
    });
    yield made.end > lastSecond ? { ...made, end: lastSecond } : made;
  }
}

function bulkOfDay(total: number, day: number): number {
  const turn = (day / dayMs) % 30;
  return Math.floor((total * (turn + 1)) / 30) - Math.floor((total * turn) / 30);
}

interface ChargePlan extends Omit<Charge, 'end' | 'energy'> {
  /** Average in kW. */
  readonly power: number;
  /** The share of the energy from the charger that reaches the battery. */
  readonly efficiency: number;
}

function charge(pack: number, plan: ChargePlan): Charge {
  const { location, isPublic, type } = plan;
  const start = wholeSeconds(plan.start);
  const from = Math.round(plan.from * 100) / 100;
  const to = Math.round(plan.to * 100) / 100;
  const energy = ((to - from) * pack) / plan.efficiency;
  const end = start + wholeSeconds((energy / plan.power) * hourMs);
  return { start, end, location, isPublic, type, energy: plausibleEnergy(energy), from, to };
}

/** The service's only example is a multiple of 1/2048. */
function plausibleEnergy(kilowattHours: number): number {
  return Math.round(kilowattHours * 2048) / 2048;
}

function wholeSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}

/** kWh. If there are several candidates, the largest, so that no charge exceeds the battery. */
export function packSize(capacity: CapacityCase): number {
  return capacity.case === 'undetermined'
    ? Math.max(...capacity.candidates.map((candidate) => candidate.capacity))
    : capacity.nominal;
}

/** Charges with `from` ≤ start < `to` and end ≤ `endedBy`. Milliseconds since 1970. */
export interface ChargeWindow {
  readonly from: number;
  readonly to: number;
  readonly endedBy: number;
}

/**
 * The specification's defaults, but not before the owner's first grant. Publicly, the default start is also a limit, so
 * an older `startDate` returns nothing older. Assumed: a charge belongs to the day on which it starts.
 */
export function chargeWindow(dates: DateRange, now: number, firstGrantedAt: number): ChargeWindow {
  const { from, to } = requestedDays(dates, now);
  return { from: Math.max(from, requestedDays({}, now).from, firstGrantedAt), to, endedBy: now };
}

export function isWithin({ start, end }: Pick<Charge, 'start' | 'end'>, { from, to, endedBy }: ChargeWindow): boolean {
  return start >= from && start < to && end <= endedBy;
}

/** The share of the energy from a charger that reaches the battery. */
const efficiency = 0.94;

/**
 * A charge that ends or begins at `now`. If it ends then, it starts as early as its duration requires, but not before
 * `notBefore`, when the previous one ended; milliseconds since 1970.
 */
export function simulatedCharge(
  vehicle: SandboxVehicle,
  request: ChargeRequest,
  now: number,
  notBefore: number,
): Charge {
  const { durationMinutes, startPercentRemaining: from, endPercentRemaining: to, location, isPublic } = request;
  const durationMs = durationMinutes * 60_000;
  const start = now - durationMs;
  const times = request.ongoing
    ? { start: wholeSeconds(now), end: wholeSeconds(now + durationMs) }
    : // While the clock is frozen, all charges end at the same time: there is no room between them.
      { start: wholeSeconds(notBefore < now ? Math.max(start, notBefore) : start), end: wholeSeconds(now) };
  return {
    ...times,
    location,
    isPublic,
    type: request.chargingType,
    energy: request.energy ?? plausibleEnergy(((to - from) * packSize(vehicle.capacity)) / efficiency),
    from,
    to,
  };
}
