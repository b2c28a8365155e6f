import type { Clock } from '../../common/clock.ts';
import { seededUuid } from './seeded-random.ts';
import type { Store } from './store.ts';
import type { StoredState } from './stored-state.ts';

type Subscription = StoredState['subscriptions'] extends Map<string, infer Value> ? Value : never;

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
    return this.list.some(({ subscription }) => subscription.vehicleId === vehicleId);
  }

  /** False if there already is such a subscription. */
  add(subscription: Omit<Subscription, 'createdAt'>): boolean {
    const { seed, subscriptions } = this.#store.state;
    const id = seededUuid(seed, 'subscription', subscription.webhookId, subscription.vehicleId);
    if (subscriptions.has(id)) return false;
    this.#store.change((state) => state.subscriptions.set(id, { ...subscription, createdAt: this.#clock.now() }));
    return true;
  }

  /** False if there is none with this ID. */
  remove(id: string): boolean {
    if (!this.#store.state.subscriptions.has(id)) return false;
    return this.#store.change((state) => state.subscriptions.delete(id));
  }

  /** Subscribes each vehicle to the sandbox's own webhook, unless it is subscribed already. */
  subscribe(vehicles: readonly { readonly ownerId: string; readonly vehicleId: string }[]): void {
    const webhookId = seededUuid(this.#store.state.seed, 'webhook');
    for (const vehicle of vehicles) this.add({ ...vehicle, webhookId });
  }

  /** Empties the store of every vehicle. */
  clear(): void {
    this.#store.change((state) => {
      state.subscriptions.clear();
    });
  }
}
