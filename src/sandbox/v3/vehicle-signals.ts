import { dayBefore } from '../../common/date-range.ts';
import { timestamp } from '../web/json-text.ts';
import type { Charge, Reading } from '../world/stored-state.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { SandboxVehicle } from '../world/world.ts';
import { type CapacityBody, signalCodes } from '../../service/v3/contract.ts';
import type { EventSignal } from '../../service/webhooks/events.ts';
import type { ReadSignals } from '../webhooks/webhooks.ts';
import type { Realm } from '../world/realm.ts';
import type { Variants } from './variants.ts';

/** The stored state of one signal: its body, or why there is none. */
export interface StoredSignal {
  readonly code: string;
  readonly name: string;
  readonly group: string;
  readonly body?: object;
  readonly failure?: SignalFailure;
  /** Replaces the `values` of the body: each as JSON, generated as the client reads them. */
  readonly values?: Iterable<string>;
}

export interface SignalFailure {
  readonly status: 'ERROR' | 'UNAVAILABLE';
  readonly type: string;
  readonly code: string | null;
  readonly description: string;
}

/** The sources that signals are read from. */
export interface SignalSources {
  readonly vehicles: Vehicles;
  readonly variants: Variants;
  /** Milliseconds since 1970. */
  readonly now: number;
}

interface SignalKind {
  readonly permission: string;
  /** Undefined if the vehicle has not reported such a value. */
  readonly read: (vehicle: SandboxVehicle, sources: SignalSources) => StoredSignal | undefined;
}

/** Every signal that a vehicle of the sandbox can have, by code. */
const kinds: Readonly<Record<string, SignalKind>> = {
  'vehicleidentification-vin': kind('read_vin', 'VIN', ({ vin }) => ({ value: vin })),
  [signalCodes.capacity]: {
    permission: 'read_battery',
    read: (vehicle, { vehicles, variants }) => capacitySignal(vehicle, vehicles.nominalCapacity(vehicle), variants),
  },
  'tractionbattery-stateofcharge': kind('read_battery', 'State of Charge', (vehicle, sources) => {
    const level = levelOf(vehicle, sources);
    return level === undefined ? undefined : { value: Math.round(level * 100), unit: 'percent' };
  }),
  'charge-ischarging': kind('read_charge', 'Is Charging', (vehicle, { vehicles }) => ({
    value: vehicles.ongoingCharge(vehicle) !== undefined,
  })),
  'charge-detailedchargingstatus': kind('read_charge', 'Detailed Charging Status', (vehicle, sources) => {
    if (sources.vehicles.ongoingCharge(vehicle)) return { value: 'CHARGING' };
    return { value: levelOf(vehicle, sources) === 1 ? 'FULLY_CHARGED' : 'NOT_CHARGING' };
  }),
  [signalCodes.chargeRecords]: {
    permission: 'read_charge_records',
    read: (vehicle, { vehicles, variants }) =>
      chargeSignal(vehicle.id, vehicles.charges(vehicle, {}), vehicles.ongoingCharge(vehicle), variants),
  },
};

export const knownCodes = Object.keys(kinds);

function kind(
  permission: string,
  name: string,
  read: (vehicle: SandboxVehicle, sources: SignalSources) => object | undefined,
): SignalKind {
  return {
    permission,
    read: (vehicle, sources) => {
      const body = read(vehicle, sources);
      return body && { code: '', name, group: '', body };
    },
  };
}

/** The plural is accepted, but never sent. */
const aliases: Readonly<Partial<Record<string, string>>> = {
  'tractionbattery-nominalcapacities': signalCodes.capacity,
};

/** All signals that a vehicle has, in the order of the table; a scenario's own signals replace the others. */
export function storedSignals(vehicle: SandboxVehicle, granted: readonly string[], sources: SignalSources) {
  const codes = new Set([...knownCodes, ...Object.keys(vehicle.literalSignals ?? {})]);
  return [...codes].flatMap((code) => storedSignal(vehicle, code, granted, sources) ?? []);
}

export function storedSignal(
  vehicle: SandboxVehicle,
  asked: string,
  granted: readonly string[],
  sources: SignalSources,
): StoredSignal | undefined {
  const code = (Object.hasOwn(aliases, asked) ? aliases[asked] : undefined) ?? asked;
  const stored = readSignal(vehicle, code, granted, sources);
  if (!stored) return undefined;
  return { ...stored, code, group: stored.group || groupOf(code) };
}

function readSignal(
  vehicle: SandboxVehicle,
  code: string,
  granted: readonly string[],
  sources: SignalSources,
): StoredSignal | undefined {
  const literals = vehicle.literalSignals ?? {};
  if (Object.hasOwn(literals, code)) {
    return { code, name: code, group: '', body: literals[code] as object };
  }
  const found = Object.hasOwn(kinds, code) ? kinds[code] : undefined;
  const stored = found?.read(vehicle, sources);
  if (!found || !stored || granted.includes(found.permission)) return stored;
  const description = `Your application has insufficient permissions: ${found.permission}.`;
  const { name, group } = stored;
  const failure = { status: 'ERROR', type: 'PERMISSION', code: null, description } as const;
  return { code, name, group, failure };
}

const groups: Readonly<Partial<Record<string, string>>> = {
  charge: 'Charge',
  tractionbattery: 'TractionBattery',
  vehicleidentification: 'VehicleIdentification',
};

function groupOf(code: string): string {
  const prefix = code.split('-', 1)[0] ?? '';
  return (Object.hasOwn(groups, prefix) ? groups[prefix] : undefined) ?? prefix;
}

/** State of charge as a fraction: interpolated during an ongoing charge, otherwise as the last charge left it. */
function levelOf(vehicle: SandboxVehicle, { vehicles, now }: SignalSources): number | undefined {
  const ongoing = vehicles.ongoingCharge(vehicle);
  if (ongoing) {
    const { start, end, from, to } = ongoing;
    return from + (to - from) * Math.min(1, Math.max(0, (now - start) / (end - start)));
  }
  let last: Charge | undefined;
  for (const charge of vehicles.charges(vehicle, { startDate: dayBefore(now, 5) })) {
    // Added charges are listed after all others.
    if (charge.end >= (last?.end ?? 0)) last = charge;
  }
  return last?.to;
}

const capacityNames = { code: signalCodes.capacity, name: 'Nominal Capacities', group: 'TractionBattery' } as const;

/** The nominal capacity of a vehicle, in the three cases of version 2.0; `nominal` is null if it is not determined. */
function capacitySignal(
  { capacity, region }: SandboxVehicle,
  nominal: number | null,
  { energyUnit }: Variants,
): StoredSignal {
  if (region !== 'US' && region !== 'Europe') {
    const failure = {
      status: 'ERROR',
      type: 'COMPATIBILITY',
      code: 'VEHICLE_NOT_CAPABLE',
      description: 'Nominal capacity is available for vehicles based in the United States and Europe only.',
    } as const;
    return { ...capacityNames, failure };
  }
  const body: CapacityBody = {
    ...(nominal !== null && { source: capacity.case === 'determined' ? 'SMARTCAR' : 'USER_SELECTED' }),
    capacity: nominal,
    availableCapacities:
      capacity.case === 'determined'
        ? [{ capacity: capacity.nominal, description: null }]
        : capacity.candidates.map((candidate) => ({ ...candidate })),
    unit: energyUnit,
  };
  return { ...capacityNames, body };
}

/** The charges of a vehicle, including an ongoing one. */
function chargeSignal(
  vehicleId: string,
  charges: Iterable<Charge>,
  ongoing: Charge | undefined,
  variants: Variants,
): StoredSignal {
  return {
    code: signalCodes.chargeRecords,
    name: 'Charge Records',
    group: 'Charge',
    values: chargeTexts(vehicleId, charges, ongoing, variants),
  };
}

function* chargeTexts(
  vehicleId: string,
  charges: Iterable<Charge>,
  ongoing: Charge | undefined,
  variants: Variants,
): Generator<string> {
  for (const charge of charges) yield chargeText(vehicleId, charge, variants, true);
  if (ongoing) yield chargeText(vehicleId, ongoing, variants, false);
}

/**
 * A charge in the form of version 3; an ongoing one has no end yet. The JSON is written by hand: it has half as much
 * data again as a record of version 2.0, but must not take longer.
 */
function chargeText(vehicleId: string, charge: Charge, { chargeType }: Variants, hasEnded: boolean): string {
  const { start, end, location, energy, isPublic, from, to, type } = charge;
  const kind = chargeType === 'chargingType' ? type : connectorOf(type);
  const times = `"startTime":"${timestamp(start)}"${hasEnded ? `,"endTime":"${timestamp(end)}"` : ''}`;
  const { text, currency } = placeText(location);
  const place = `"location":${text}${hasEnded ? `,"energyAdded":${energy}` : ''}`;
  const charger = `"${chargeType}":${JSON.stringify(kind)},"isPublicCharger":${isPublic}`;
  const levels = `"startStateOfCharge":${percent(from)}${hasEnded ? `,"endStateOfCharge":${percent(to)}` : ''}`;
  const cost = isPublic && hasEnded ? `,"cost":${costText(energy, type, currency)}` : '';
  return `{"id":"${vehicleId.slice(0, 8)}-${start / 1000}"${cost},${times},${place},${charger},${levels}}`;
}

/** Connector types in Europe, where the seeded owners live; unknown types stay unchanged. */
function connectorOf(type: string): string {
  if (type === 'DC') return 'CCS';
  return type === 'AC' ? 'TYPE_2' : type;
}

/** Invented prices: per kWh at public chargers, and an additional fee at fast ones. */
const [price, fee] = [0.59, 1.5];

function costText(energy: number, type: string, currency: string): string {
  const other = type === 'DC' ? `,"otherAmount":${fee}` : '';
  return `{"currency":"${currency}","energyAmount":${Math.round(energy * price * 100) / 100}${other}}`;
}

interface PlaceText {
  readonly text: string;
  readonly currency: string;
}

/** Cached per address, because it is a large part of a charge. */
const placeTexts = new Map<string, PlaceText>();

function placeText(address: string): PlaceText {
  const known = placeTexts.get(address);
  if (known !== undefined) return known;
  if (placeTexts.size >= 1000) placeTexts.clear();
  const { currency = 'EUR', ...place } = placeAt(address);
  const made = { text: JSON.stringify(place), currency };
  placeTexts.set(address, made);
  return made;
}

/** Rounded, so that 0.57 becomes 57 and not 56.99999999999999. */
function percent(fraction: number): number {
  return Math.round(fraction * 1e8) / 1e6;
}

/** Where a vehicle charges. A charge of version 2.0 contains only the address. */
interface Place {
  readonly name: string;
  readonly address: string;
  /** Only for places that the sandbox knows. */
  readonly latitude?: number;
  readonly longitude?: number;
  /** Of the prices there; euro if omitted. */
  readonly currency?: string;
}

/** Invented places at real coordinates, by address. */
const places: Readonly<Partial<Record<string, Omit<Place, 'address'>>>> = {
  'Amselweg 12, Neuhafen, 26199': { name: 'Home', latitude: 53.1482, longitude: 8.2347 },
  'Görlitzer Allee 7, Lindenau, 04179': { name: 'Home', latitude: 51.3356, longitude: 12.3219 },
  '3 Harrow Close, Barnfield, EN9 4': { name: 'Home', latitude: 51.6871, longitude: 0.0265, currency: 'GBP' },
  'Kastanjelaan 41, Oudekerk, 1191 CV': { name: 'Home', latitude: 52.2963, longitude: 4.9028 },
  'Parkhaus Am Stadttor, Neuhafen, 26195': { name: 'Parkhaus Am Stadttor', latitude: 53.1411, longitude: 8.2156 },
  'Rathausplatz 1, Lindenau, 04177': { name: 'Rathausplatz', latitude: 51.3398, longitude: 12.3362 },
  'Market Street Car Park, Barnfield, EN9 1': {
    ...{ name: 'Market Street Car Park', latitude: 51.6869, longitude: 0.0042, currency: 'GBP' },
  },
  'Rasthof Heidekrug Nord, A 29, 26219': { name: 'Rasthof Heidekrug Nord', latitude: 53.0264, longitude: 8.0893 },
  'Cockerel Services, M25, EN6 2': {
    ...{ name: 'Cockerel Services', latitude: 51.6896, longitude: -0.2248, currency: 'GBP' },
  },
  'Autohof Weißenfurt, A 9, 06686': { name: 'Autohof Weißenfurt', latitude: 51.2108, longitude: 12.1042 },
  'Aire de Saint-Lambert, A 31, 57300': { name: 'Aire de Saint-Lambert', latitude: 49.2417, longitude: 6.1583 },
  'Gewerbepark Süd 18, Lindenau, 04205': { name: 'Gewerbepark Süd', latitude: 51.3127, longitude: 12.3008 },
  'Sandbox charger, Teststraße 1, Neuhafen, 26195': { name: 'Sandbox charger', latitude: 53.1391, longitude: 8.2201 },
};

/** The place at an address. An unknown address is named by the text before its first comma. */
function placeAt(address: string): Place {
  const known = Object.hasOwn(places, address) ? places[address] : undefined;
  return { ...(known ?? { name: address.split(',', 1)[0] ?? address }), address };
}

/** More charges than an event has room for. */
const mostValues = 200;
/** Readings are asked for again soon: to compare the next one, and to write the event. */
const mostRemembered = 256;

/** Signals of vehicles as they were, in the form of events. */
export function pastSignals({ store, vehicles }: Realm, variants: Variants): ReadSignals {
  const remembered = new Map<Reading, readonly EventSignal[]>();
  const read: ReadSignals = (vehicle, { at, permissions, capacity, added }) => {
    const { id } = vehicle;
    const { state } = store;
    const then = {
      state: {
        ...state,
        addedCharges: new Map([[id, (state.addedCharges.get(id) ?? []).slice(0, added)]]),
        capacityChoices: new Map(capacity === null ? [] : [[id, capacity]]),
      },
      change: store.change.bind(store),
    };
    const clock = { now: () => at };
    const sources = { vehicles: vehicles.at(then, clock), variants, now: at };
    return storedSignals(vehicle, permissions, sources).map((signal) => eventSignal(signal, at));
  };
  return (vehicle, reading) => {
    const known = remembered.get(reading);
    if (known) return known;
    const signals = read(vehicle, reading);
    remembered.set(reading, signals);
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest) remembered.delete(oldest);
    return signals;
  };
}

function eventSignal({ code, name, group, body, values, failure }: StoredSignal, at: number): EventSignal {
  const shown = values ? { values: JSON.parse(`[${lastOf(values).join()}]`) as unknown } : body;
  return {
    code,
    name: joined(name),
    group,
    ...(failure ? { failure } : { body: shown }),
    updatedAt: at,
    retrievedAt: at,
  };
}

/** Events write names without spaces (reported): StateOfCharge. */
function joined(name: string): string {
  return name.replaceAll(/ (.)/g, (_, first: string) => first.toUpperCase());
}

function lastOf(values: Iterable<string>): readonly string[] {
  let last: string[] = [];
  for (const value of values) {
    last.push(value);
    if (last.length >= 2 * mostValues) last = last.slice(-mostValues);
  }
  return last.slice(-mostValues);
}
