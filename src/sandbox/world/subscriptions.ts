import type { Clock } from '../../common/clock.ts';
import { addSubscription, ownWebhookId, type Subscribed } from './connections.ts';
import type { Store } from './store.ts';
import type { Subscription } from './stored-state.ts';

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
