import { randomUUID } from 'node:crypto';
import { seededUuid } from './seeded-random.ts';
import type { Connection, Grant, ReadState, StoredState, Subscription } from './stored-state.ts';

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

export type Subscribed = Pick<Subscription, 'webhookId' | 'ownerId' | 'vehicleId'>;

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

/** The connections that result from the grants of a state saved before connections existed. */
export function connectionsOf(state: ReadState): StoredState['connections'] {
  const connections: StoredState['connections'] = new Map();
  for (const { ownerId, vehicleIds, scopes } of state.grants.values()) {
    const at = state.firstGrants.get(ownerId) ?? 0;
    for (const vehicleId of vehicleIds) {
      const connection = { ownerId, vehicleId, permissions: [...scopes], mode: 'live' as const };
      connections.set(connectionId(state.seed, ownerId, vehicleId), { ...connection, createdAt: at, updatedAt: at });
    }
  }
  return connections;
}

function connectionId(seed: number, ownerId: string, vehicleId: string): string {
  return seededUuid(seed, 'connection', ownerId, vehicleId);
}
