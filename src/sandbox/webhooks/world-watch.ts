import { dayMs } from '../../common/date-range.ts';
import type { Disposable } from '../../common/event.ts';
import { Alarm, pieceMs } from './turns.ts';
import { changedCodes, changedErrors, faultErrors, permissionError, signalErrors } from './changes.ts';
import { isActive, type SenderParts } from './webhooks.ts';
import { charges } from '../world/charges.ts';
import { seededUuid } from '../world/seeded-random.ts';
import type { Charge, Connection, EventContent, Reading, StoredState, Subscription } from '../world/stored-state.ts';
import type { SandboxVehicle, World } from '../world/world.ts';

/** If the clock is advanced by more days than this, only the charges of the last ones cause events. */
const mostDaysBehind = 7;

export const firstDelivery = 'FIRST_DELIVERY';

/** What was last seen of a subscription. */
interface Seen {
  /** If one of these is another object, there is something to look at. */
  readonly sources: readonly unknown[];
  /** What planned faults do to its vehicle, as text. */
  readonly faults: string;
  /** When to look at it next: its next charge begins or ends, or something has changed. */
  readonly nextAt: number;
}

/**
 * Compares the world with what was last reported to each subscription, and adds an event for each difference. What was
 * reported is stored: after a crash, the same differences are found again, and their events have the same IDs.
 */
export class WorldWatch implements Disposable {
  readonly #parts: SenderParts;
  /** Called with a new event, which is stored soon. */
  readonly #onEvent: (eventId: string) => void;
  readonly #alarm: Alarm;
  readonly #listeners: readonly Disposable[];
  readonly #seen = new Map<string, Seen>();
  /** Of these, those that are to be looked at now. */
  readonly #due = new Set<string>();
  /** Subscriptions as they were before the last change, to tell whose vehicle was disconnected. */
  readonly #known = new Map<string, Subscription>();
  #connections = new Map<string, Connection>();

  constructor(parts: SenderParts, onEvent: (eventId: string) => void) {
    this.#parts = parts;
    this.#onEvent = onEvent;
    const { store, clock, faults } = parts;
    this.#alarm = new Alarm(clock, store, () => {
      this.#catchUp();
    });
    this.#listeners = [
      store.onWillSave((what) => {
        if (what === 'replace') {
          this.#seen.clear();
          this.#known.clear();
        }
        this.#lookAtChanges();
      }),
      faults.onDidChange(() => {
        this.#lookAtFaults();
      }),
      clock.onDidChange(() => {
        this.#catchUp();
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

  /** Looks at what is due, each moment by itself, with room for requests between. */
  readonly #catchUp = (): void => {
    const { clock, store, turns } = this.#parts;
    turns.remove(this.#catchUp);
    const end = performance.now() + pieceMs;
    const now = clock.now();
    for (;;) {
      for (const id of this.#due) {
        for (;;) {
          const nextAt = this.#seen.get(id)?.nextAt ?? Infinity;
          if (nextAt > now) break;
          if (performance.now() > end) {
            turns.add(this.#catchUp);
            return;
          }
          store.changeSoon(() => {
            this.#look(id, nextAt);
          });
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
    return nextChargeMoment(vehicles.world, vehicle, this.#state.addedCharges.get(vehicleId) ?? [], after);
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
    this.#onEvent(eventId);
  }
}

/** How far ahead the charges of a vehicle are looked at. */
const horizonMs = 3 * dayMs;

/** The next moment after `after` at which a charge begins or ends, or at which to look again if there is none soon. */
function nextChargeMoment(world: World, vehicle: SandboxVehicle, added: readonly Charge[], after: number): number {
  const until = after + horizonMs;
  let next = until;
  const consider = (moment: number) => {
    if (moment > after && moment < next) next = moment;
  };
  for (const { start, end } of added) [start, end].forEach(consider);
  if (vehicle.literalRecords) return next;
  const window = { from: after - 2 * dayMs, to: until, endedBy: Infinity };
  // The charges of a bulk world appear when their day is over.
  if (world.recordsPerVehicle !== undefined) return Math.min(next, (Math.floor(after / dayMs) + 1) * dayMs);
  for (const { start, end } of charges(world, vehicle, window)) [start, end].forEach(consider);
  return next;
}
