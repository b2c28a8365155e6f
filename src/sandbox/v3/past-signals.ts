import type { EventSignal } from '../../service/webhooks/events.ts';
import type { ReadSignals } from '../webhooks/webhooks.ts';
import { Capacities } from '../world/capacities.ts';
import type { Realm } from '../world/realm.ts';
import type { Reading } from '../world/stored-state.ts';
import type { Variants } from './variants.ts';
import { type StoredSignal, storedSignals } from './vehicle-signals.ts';

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
    const sources = {
      vehicles: vehicles.at(then, clock),
      capacities: new Capacities(then, clock),
      variants,
      now: at,
    };
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
