import { dayMs, startOfDay } from '../../common/date-range.ts';
import type { Disposable } from '../../common/event.ts';
import type { Deliveries } from './deliveries.ts';
import { firstDelivery } from './event-bodies.ts';
import { Alarm } from './turns.ts';
import { isActive, type SenderParts } from './webhooks.ts';
import { motionAt } from '../world/motion.ts';
import { seededUuid } from '../world/seeded-random.ts';
import type {
  Connection,
  EventContent,
  Reading,
  StoredState,
  Subscription,
  VehicleError,
} from '../world/stored-state.ts';
import type { PlannedFault } from '../faults/faults.ts';
import { codesOf, type ErrorType, resolutionOf } from '../web/error-kinds.ts';
import type { EventSignal } from '../../service/webhooks/events.ts';

/** If the clock is advanced by more days than this, only the charges of the last ones cause events. */
const mostDaysBehind = 7;

/** What was last seen of a subscription. */
interface Seen {
  /** If one of these is another object, there is something to look at. */
  readonly sources: readonly unknown[];
  /** What planned faults do to its vehicle, as text. */
  readonly faults: string;
  /** When to look at it next: its vehicle reports, or something has changed. */
  readonly nextAt: number;
}

/**
 * Compares the world with what was last reported to each subscription, and adds an event for each difference. What was
 * reported is stored: after a crash, the same differences are found again, and their events have the same IDs.
 */
export class WorldWatch implements Disposable {
  readonly #parts: SenderParts;
  readonly #deliveries: Deliveries;
  readonly #alarm: Alarm;
  readonly #listeners: readonly Disposable[];
  readonly #seen = new Map<string, Seen>();
  /** Of these, those that are to be looked at now. */
  readonly #due = new Set<string>();
  /** Subscriptions as they were before the last change, to tell whose vehicle was disconnected. */
  readonly #known = new Map<string, Subscription>();
  #connections = new Map<string, Connection>();

  constructor(parts: SenderParts, deliveries: Deliveries) {
    this.#parts = parts;
    this.#deliveries = deliveries;
    const { store, clock, faults, log, turns } = parts;
    this.#alarm = new Alarm(clock, store, () => this.#catchUp());
    this.#listeners = [
      store.onWillSave((what) => {
        if (what === 'replace') {
          this.#seen.clear();
          this.#known.clear();
        }
        this.#lookAtChanges();
      }),
      faults.onDidChange(() => this.#lookAtFaults()),
      clock.onDidChange(() => this.#catchUp()),
      log.onDidChange(() => {
        if (this.#due.size > 0 && !deliveries.isFull) turns.add(this.#catchUp);
      }),
    ];
    this.#lookAtChanges();
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#alarm.dispose();
    this.#parts.turns.remove(this.#catchUp);
  }

  get #state(): StoredState {
    return this.#parts.store.state;
  }

  /** Subscriptions that something has happened to. */
  #lookAtChanges(): void {
    const { subscriptions, connections, webhooks } = this.#state;
    if (webhooks.size === 0 && this.#known.size === 0) return;
    this.#connections = new Map([...connections.values()].map((connection) => [connection.vehicleId, connection]));
    for (const [id, known] of this.#known) {
      if (subscriptions.has(id)) continue;
      this.#seen.delete(id);
      this.#known.delete(id);
      if (!this.#connections.has(known.vehicleId)) this.#reportDisconnection(known);
    }
    const now = this.#parts.clock.now();
    for (const [id, subscription] of subscriptions) {
      // The sandbox's own webhook has no address, and hears of nothing.
      if (!webhooks.has(subscription.webhookId)) continue;
      this.#known.set(id, subscription);
      const seen = this.#seen.get(id);
      const sources = this.#sourcesOf(subscription);
      if (seen && sources.every((source, index) => source === seen.sources[index])) continue;
      const nextAt = seen ? Math.min(seen.nextAt, now) : this.#firstLook(subscription, now);
      this.#seen.set(id, { sources, faults: seen?.faults ?? '', nextAt });
    }
    this.#catchUp();
  }

  /** What a planned fault does to vehicles causes an event at once, and so does its end. */
  #lookAtFaults(): void {
    const now = this.#parts.clock.now();
    for (const [id, seen] of this.#seen) {
      const vehicleId = this.#known.get(id)?.vehicleId ?? '';
      if (seen.faults !== JSON.stringify(faultErrors(this.#parts.faults.list, vehicleId))) {
        this.#seen.set(id, { ...seen, nextAt: Math.min(seen.nextAt, now) });
      }
    }
    this.#catchUp();
  }

  /** Looks at what is due, one moment in each turn, and no faster than events are sent. */
  readonly #catchUp = (): void => {
    const { clock, store, turns } = this.#parts;
    turns.remove(this.#catchUp);
    const now = clock.now();
    for (;;) {
      for (const id of this.#due) {
        const nextAt = this.#seen.get(id)?.nextAt ?? Infinity;
        if (nextAt <= now) {
          if (this.#deliveries.isFull) return;
          turns.add(this.#catchUp);
          store.changeSoon(() => this.#look(id, nextAt));
          return;
        }
        this.#due.delete(id);
      }
      const next = this.#findDue(now);
      if (this.#due.size > 0) continue;
      this.#alarm.set(Number.isFinite(next) ? next : undefined);
      return;
    }
  };

  /** Notes what is due. The first moment after it. */
  #findDue(now: number): number {
    let next = Infinity;
    for (const [id, { nextAt }] of this.#seen) {
      if (nextAt <= now) this.#due.add(id);
      else next = Math.min(next, nextAt);
    }
    return next;
  }

  /** After a restart, what happened since the last report; otherwise now. */
  #firstLook({ reported, vehicleId }: Subscription, now: number): number {
    if (!reported) return now;
    return Math.min(now, this.#nextMoment(vehicleId, Math.max(reported.reading.at, now - mostDaysBehind * dayMs)));
  }

  #nextMoment(vehicleId: string, after: number): number {
    const { vehicles } = this.#parts;
    const vehicle = vehicles.get(vehicleId);
    if (!vehicle) return Infinity;
    const { nextReportAt } = motionAt(vehicles.world, vehicle, this.#state.addedCharges.get(vehicleId) ?? [], after);
    // The charges of a bulk world appear when their day is over.
    return vehicles.world.recordsPerVehicle === undefined
      ? nextReportAt
      : Math.min(nextReportAt, startOfDay(after) + dayMs);
  }

  #sourcesOf({ webhookId, vehicleId }: Subscription): readonly unknown[] {
    const { webhooks, capacityChoices, addedCharges } = this.#state;
    const connection = this.#connections.get(vehicleId);
    return [webhooks.get(webhookId), connection, capacityChoices.get(vehicleId), addedCharges.get(vehicleId)];
  }

  /** Adds the events for what is different at this moment. */
  #look(id: string, at: number): void {
    const { subscriptions, webhooks, capacityChoices, addedCharges } = this.#state;
    const { vehicles, faults, readSignals, clock } = this.#parts;
    const subscription = subscriptions.get(id);
    const { webhookId = '', vehicleId = '', reported } = subscription ?? {};
    const [webhook, vehicle, connection] = [
      webhooks.get(webhookId),
      vehicles.get(vehicleId),
      this.#connections.get(vehicleId),
    ];
    const ofFaults = faultErrors(faults.list, vehicleId);
    const remember = (nextAt: number) => {
      const sources = subscription ? this.#sourcesOf(subscription) : [];
      this.#seen.set(id, { sources, faults: JSON.stringify(ofFaults), nextAt });
    };
    if (!subscription || !vehicle || !connection || !isActive(webhook)) {
      // Nothing is monitored; what happens meanwhile causes no events later.
      if (subscription) delete subscription.reported;
      remember(Infinity);
      return;
    }
    const reading: Reading = {
      at,
      permissions: connection.permissions,
      capacity: capacityChoices.get(vehicleId) ?? null,
      added: addedCharges.get(vehicleId)?.length ?? 0,
    };
    const signals = readSignals(vehicle, reading);
    const errors = [...signalErrors(signals.filter(({ code }) => webhook.data.includes(code))), ...ofFaults];
    if (!reported) this.#add(subscription, connection, { kind: 'state', reading, triggers: [firstDelivery] }, at);
    else {
      const before = readSignals(vehicle, reported.reading);
      const triggers = changedCodes(before, signals).filter((code) => webhook.triggers.includes(code));
      if (triggers.length > 0) this.#add(subscription, connection, { kind: 'state', reading, triggers }, at);
    }
    const changes = changedErrors(reported?.errors ?? [], errors);
    if (changes.length > 0) this.#add(subscription, connection, { kind: 'error', at, errors: [...changes] }, at);
    subscription.reported = { reading, errors };
    // A long advance of the clock does not cause events from its beginning.
    remember(this.#nextMoment(vehicleId, Math.max(at, clock.now() - mostDaysBehind * dayMs)));
  }

  /** Assumed: the last that a webhook hears of a vehicle is that its permissions are gone. */
  #reportDisconnection(subscription: Subscription): void {
    const { webhookId, reported } = subscription;
    if (!reported || !isActive(this.#state.webhooks.get(webhookId))) return;
    const at = this.#parts.clock.now();
    const errors = [{ ...permissionError, state: 'ERROR' as const }];
    this.#add(subscription, { mode: 'live' }, { kind: 'error', at, errors }, at);
  }

  #add(subscription: Subscription, { mode }: Pick<Connection, 'mode'>, content: EventContent, at: number): void {
    const { webhookEvents, webhooks, seed } = this.#state;
    const { webhookId, vehicleId, ownerId, eventSeed } = subscription;
    const webhook = webhooks.get(webhookId);
    if (!webhook) return;
    subscription.eventCount += 1;
    webhook.sequence += 1;
    const eventId = seededUuid(seed, 'event', eventSeed, subscription.eventCount);
    const { sequence } = webhook;
    const isNew = { attempts: 0, firstAt: null, dueAt: at };
    webhookEvents.set(eventId, { webhookId, vehicleId, ownerId, mode, content, sequence, ...isNew });
    this.#deliveries.add(eventId);
  }
}

type ErrorChange = Extract<EventContent, { kind: 'error' }>['errors'][number];

/** Types that VEHICLE_ERROR has (public), and what their errors say (assumed). */
const descriptions: Readonly<Partial<Record<string, string>>> = {
  COMPATIBILITY: 'The vehicle is incapable of performing this request.',
  CONNECTED_SERVICES_ACCOUNT: "The owner's account with the vehicle maker needs attention.",
  PERMISSION: 'Your application has insufficient permissions to access the requested resource.',
  VEHICLE_STATE: 'The vehicle cannot be reached in its present state.',
};

/** Requests for data of a vehicle: if they fail as planned, so does the collection of its signals. */
const dataOperations: readonly string[] = ['any', 'vehicle', 'capacity', 'records', 'signals', 'signal'];

function vehicleError(type: string, code: string | null, signals: readonly string[]): VehicleError {
  const resolution = type in descriptions ? resolutionOf(type as ErrorType, code) : null;
  return { type, code, description: descriptions[type] ?? '', resolution, signals: [...signals] };
}

/** What is left of a vehicle that was disconnected. */
const permissionError = vehicleError('PERMISSION', null, []);

/** One error for the signals that fail in the same way. */
function signalErrors(signals: readonly EventSignal[]): readonly VehicleError[] {
  const found = new Map<string, VehicleError>();
  for (const { code: signal, failure } of signals) {
    if (failure?.status !== 'ERROR') continue;
    const key = keyOf(failure);
    const known = found.get(key);
    found.set(key, vehicleError(failure.type, failure.code, [...(known?.signals ?? []), signal]));
  }
  return [...found.values()];
}

/** What planned faults mean for a vehicle, if it is an error that webhooks report. */
function faultErrors(planned: readonly PlannedFault[], vehicleId: string): readonly VehicleError[] {
  const found = new Map<string, VehicleError>();
  for (const { fault } of planned) {
    if (!dataOperations.includes(fault.operation) || (fault.vehicleId ?? vehicleId) !== vehicleId) continue;
    const { signal } = fault;
    const error = fault.error ?? (signal?.status === 'ERROR' ? signal.error : undefined);
    if (!error || !Object.hasOwn(descriptions, error.type)) continue;
    const code = error.code === undefined ? (codesOf(error.type as ErrorType)[0] ?? null) : error.code;
    found.set(keyOf({ type: error.type, code }), vehicleError(error.type, code, signal ? [signal.code] : []));
  }
  return [...found.values()];
}

/** What to report: errors that are new or concern other signals, and errors that are over. */
function changedErrors(before: readonly VehicleError[], after: readonly VehicleError[]): readonly ErrorChange[] {
  const [old, now] = [byKey(before), byKey(after)];
  const begun = [...now].filter(([key, error]) => old.get(key)?.signals.join() !== error.signals.join());
  const over = [...old].filter(([key]) => !now.has(key));
  return [
    ...begun.map(([, error]) => ({ ...error, state: 'ERROR' as const })),
    ...over.map(([, error]) => ({ ...error, state: 'RESOLVED' as const })),
  ];
}

/** Errors of the same kind are one, with the signals of all. */
function byKey(errors: readonly VehicleError[]): ReadonlyMap<string, VehicleError> {
  const found = new Map<string, VehicleError>();
  for (const error of errors) {
    const signals = new Set([...(found.get(keyOf(error))?.signals ?? []), ...error.signals]);
    found.set(keyOf(error), { ...error, signals: [...signals] });
  }
  return found;
}

function keyOf({ type, code }: { readonly type: string; readonly code: string | null }): string {
  return `${type}:${code ?? ''}`;
}

/** Codes of the signals that have another value than before. A signal that fails has none. */
function changedCodes(before: readonly EventSignal[], after: readonly EventSignal[]): readonly string[] {
  const then = new Map(before.map((signal) => [signal.code, signal]));
  const isChanged = (signal: EventSignal) => {
    const { body } = then.get(signal.code) ?? {};
    return body !== signal.body && valueOf(signal) !== valueOf({ body });
  };
  return after.filter((signal) => signal.body && !signal.failure && isChanged(signal)).map(({ code }) => code);
}

function valueOf({ body }: Pick<EventSignal, 'body'>): string | undefined {
  if (!body) return undefined;
  const values: unknown = 'values' in body ? body.values : undefined;
  return JSON.stringify(Array.isArray(values) ? newestOf(values) : body);
}

/** Of a list of charges, the ongoing one and the last that ended: old ones leave the list unnoticed. */
function newestOf(values: readonly unknown[]): unknown {
  const ends = values.map((value) => {
    const end: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'endTime') : undefined;
    return typeof end === 'string' ? end : undefined;
  });
  const last = ends.reduce((latest = '', end = '') => (end > latest ? end : latest), '');
  return values.filter((_, index) => ends[index] === undefined || ends[index] === last);
}
