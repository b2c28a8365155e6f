import type { Charge, Reading } from '../world/stored-state.ts';
import type { SandboxVehicle } from '../world/world.ts';
import { signalCodes } from '../../service/v3/contract.ts';
import type { EventSignal } from '../../service/webhooks/events.ts';
import type { ReadSignals } from '../webhooks/webhooks.ts';
import type { Realm } from '../world/realm.ts';
import { groupOf, kinds, knownCodes, type SignalSources, type StoredSignal } from './signal-kinds.ts';
import type { Variants } from './variants.ts';

/** The plural is accepted, but never sent. */
const aliases: Readonly<Partial<Record<string, string>>> = {
  'tractionbattery-nominalcapacities': signalCodes.capacity,
};

/** All signals that a vehicle has, in the order of the table; a scenario's own signals replace the others. */
export function storedSignals(vehicle: SandboxVehicle, granted: readonly string[], sources: SignalSources) {
  return signalsOf(vehicle, granted, sources, () => true);
}

export function storedSignal(vehicle: SandboxVehicle, asked: string, granted: readonly string[], from: SignalSources) {
  const wanted = (Object.hasOwn(aliases, asked) ? aliases[asked] : undefined) ?? asked;
  return signalsOf(vehicle, granted, from, (code) => code === wanted)[0];
}

function signalsOf(
  vehicle: SandboxVehicle,
  granted: readonly string[],
  sources: SignalSources,
  isWanted: (code: string) => boolean,
) {
  const { literalSignals = {} } = vehicle;
  const reading = { vehicle, ...sources, ...sources.vehicles.motion(vehicle) };
  const codes = vehicle.literalSignals ? [...new Set([...knownCodes, ...Object.keys(literalSignals)])] : knownCodes;
  return codes.filter(isWanted).flatMap((code): StoredSignal[] => {
    const common = { code, group: groupOf(code), updatedAt: reading.reportedAt };
    if (Object.hasOwn(literalSignals, code)) {
      return [{ ...common, name: code, body: literalSignals[code] as object }];
    }
    const { permission, name, read } = kinds[code] ?? {};
    const stored = read?.(reading);
    if (!stored || permission === undefined || name === undefined) return [];
    if (granted.includes(permission)) return [{ ...common, name, ...stored }];
    const description = `Your application has insufficient permissions: ${permission}.`;
    return [{ ...common, name, failure: { status: 'ERROR', type: 'PERMISSION', code: null, description } }];
  });
}

/** More charges than an event has room for. */
const mostValues = 200;
/** Readings are asked for again soon: to compare the next one, and to write the event. */
const mostRemembered = 256;

/** Signals of vehicles as they were, in the form of events. */
export function pastSignals({ store, vehicles }: Realm, variants: Variants): ReadSignals {
  const remembered = new Map<Reading, readonly EventSignal[]>();
  let list: { readonly charges: readonly string[]; readonly body: object } = { charges: [], body: { values: [] } };
  // So many charges are made anew each time.
  const texts = vehicles.world.recordsPerVehicle === undefined ? new WeakMap<Charge, string>() : undefined;
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
    const sources = { vehicles: vehicles.at(then, clock), variants, texts };
    return storedSignals(vehicle, permissions, sources).map(({ values, ...signal }) => {
      return eventSignal(values ? { ...signal, body: listOf(lastOf(values)) } : signal, at);
    });
  };
  /** The same body as of the last reading, unless a charge has changed: a vehicle is read again and again in a row. */
  const listOf = (charges: readonly string[]): object => {
    if (list.charges.length !== charges.length || list.charges.some((text, index) => text !== charges[index])) {
      list = { charges, body: { values: JSON.parse(`[${charges.join()}]`) as unknown } };
    }
    return list.body;
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

function eventSignal({ code, name, group, body, failure }: StoredSignal, at: number): EventSignal {
  const values = failure ? { failure } : { body };
  return { code, name: joined(name), group, ...values, updatedAt: at, retrievedAt: at };
}

/** Events write names without spaces (reported): StateOfCharge. */
function joined(name: string): string {
  return name.includes(' ') ? name.replaceAll(/ (.)/g, (_, first: string) => first.toUpperCase()) : name;
}

function lastOf(values: Iterable<string>): readonly string[] {
  let last: string[] = [];
  for (const value of values) {
    last.push(value);
    if (last.length >= 2 * mostValues) last = last.slice(-mostValues);
  }
  return last.slice(-mostValues);
}
