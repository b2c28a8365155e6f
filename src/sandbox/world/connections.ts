import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock.ts';
import { seededUuid } from './seeded-random.ts';
import type { Store } from './store.ts';
import type { Connection, Grant, StoredState, Subscription } from './stored-state.ts';

/** What a Connect session specifies in addition to the grant. */
export interface Session {
  readonly mode: Connection['mode'];
  /** The application's own ID of the owner: undefined leaves it unchanged, null clears it. */
  readonly externalId?: string | null | undefined;
}

/** The application and the vehicles that their owners share with it, until they are disconnected. */
export class Connections {
  readonly #store: { readonly state: Readonly<StoredState> };

  constructor(store: { readonly state: Readonly<StoredState> }) {
    this.#store = store;
  }

  /** In the order in which the vehicles were connected. */
  get list(): readonly { readonly id: string; readonly connection: Connection; readonly externalId?: string }[] {
    const { connections, externalIds } = this.#store.state;
    return [...connections].map(([id, connection]) => {
      const externalId = externalIds.get(connection.ownerId);
      return { id, connection, ...(externalId !== undefined && { externalId }) };
    });
  }

  get(id: string): Connection | undefined {
    return this.#store.state.connections.get(id);
  }

  ofVehicle(vehicleId: string): Connection | undefined {
    return [...this.#store.state.connections.values()].find((connection) => connection.vehicleId === vehicleId);
  }
}

/** The owner shares the vehicles. A connection keeps its ID (assumed) and gets these permissions (assumed). */
export function connect(
  state: StoredState,
  { ownerId, vehicleIds, scopes }: Grant,
  session: Session,
  now: number,
): void {
  for (const vehicleId of vehicleIds) {
    const id = connectionId(state.seed, ownerId, vehicleId);
    const known = state.connections.get(id);
    const createdAt = known?.createdAt ?? now;
    const own = [ownWebhookId(state.seed), { autoSubscribe: state.autoSubscribe }] as const;
    for (const [webhookId, { autoSubscribe }] of known ? [] : [own, ...state.webhooks]) {
      if (autoSubscribe) addSubscription(state, { webhookId, ownerId, vehicleId }, now);
    }
    const { mode } = session;
    state.connections.set(id, { ownerId, vehicleId, permissions: [...scopes], mode, createdAt, updatedAt: now });
  }
  if (session.externalId === null) state.externalIds.delete(ownerId);
  else if (session.externalId !== undefined) state.externalIds.set(ownerId, session.externalId);
  if (!state.firstGrants.has(ownerId)) state.firstGrants.set(ownerId, now);
}

type Subscribed = Pick<Subscription, 'webhookId' | 'ownerId' | 'vehicleId'>;

/** The webhook that every sandbox has: it has no address, and fills the store of signals. */
export function ownWebhookId(seed: number): string {
  return seededUuid(seed, 'webhook');
}

/** False if there already is such a subscription. */
export function addSubscription(state: StoredState, subscribed: Subscribed, now: number): boolean {
  const { webhookId, ownerId, vehicleId } = subscribed;
  const id = seededUuid(state.seed, 'subscription', webhookId, vehicleId);
  if (state.subscriptions.has(id)) return false;
  const events = { eventSeed: randomUUID(), eventCount: 0 };
  state.subscriptions.set(id, { webhookId, ownerId, vehicleId, createdAt: now, ...events });
  return true;
}

/** The vehicle is no longer shared, in either version: grants and subscriptions lose it (assumed). */
export function disconnect(state: StoredState, vehicleId: string): void {
  for (const [id, connection] of state.connections) {
    if (connection.vehicleId === vehicleId) state.connections.delete(id);
  }
  for (const [id, subscription] of state.subscriptions) {
    if (subscription.vehicleId === vehicleId) state.subscriptions.delete(id);
  }
  for (const [key, grant] of state.grants) {
    state.grants.set(key, { ...grant, vehicleIds: grant.vehicleIds.filter((id) => id !== vehicleId) });
  }
}

function connectionId(seed: number, ownerId: string, vehicleId: string): string {
  return seededUuid(seed, 'connection', ownerId, vehicleId);
}

/** Which vehicles are subscribed to a webhook: once subscribed, a vehicle's signals are stored. */
export class Subscriptions {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  get list(): readonly { readonly id: string; readonly subscription: Subscription }[] {
    return [...this.#store.state.subscriptions].map(([id, subscription]) => ({ id, subscription }));
  }

  has(vehicleId: string): boolean {
    for (const subscription of this.#store.state.subscriptions.values()) {
      if (subscription.vehicleId === vehicleId) return true;
    }
    return false;
  }

  /** False if there already is such a subscription. */
  add(subscribed: Subscribed): boolean {
    return this.#store.change((state) => addSubscription(state, subscribed, this.#clock.now()));
  }

  /** False if there is none with this ID. */
  remove(id: string): boolean {
    if (!this.#store.state.subscriptions.has(id)) return false;
    return this.#store.change((state) => state.subscriptions.delete(id));
  }

  /** Subscribes each vehicle to a webhook, by default the sandbox's own, unless it is subscribed already. */
  subscribe(vehicles: readonly Omit<Subscribed, 'webhookId'>[], webhookId?: string): void {
    this.#store.change((state) => {
      const id = webhookId ?? ownWebhookId(state.seed);
      for (const vehicle of vehicles) addSubscription(state, { ...vehicle, webhookId: id }, this.#clock.now());
    });
  }

  /** The sandbox's own webhook subscribes each vehicle, those of now and later ones. */
  subscribeAll(): void {
    this.#store.change((state) => {
      state.autoSubscribe = true;
    });
    this.subscribe([...this.#store.state.connections.values()]);
  }

  /** Empties the store of every vehicle, and leaves it empty for later ones. */
  clear(): void {
    this.#store.change((state) => {
      state.autoSubscribe = false;
      state.subscriptions.clear();
    });
  }
}
