import { randomUUID } from 'node:crypto';
import type { Clock } from '../../common/clock.ts';
import { isSameSecret } from '../../common/random-secret.ts';
import { dayMs } from '../../common/date-range.ts';
import type { Store } from './store.ts';
import type { SandboxVehicle } from './world.ts';

/** How long a link to the owner's selection works (public). */
const linkLifetimeMs = 30 * dayMs;

/** The owners' choices of nominal capacity, and the links to the pages for them. */
export class Capacities {
  readonly #store: Pick<Store, 'state' | 'change'>;
  readonly #clock: Clock;

  constructor(store: Pick<Store, 'state' | 'change'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  /** kWh; null if several capacities are possible and the owner has not chosen one. */
  nominal({ id, capacity }: SandboxVehicle): number | null {
    if (capacity.case === 'determined') return capacity.nominal;
    return this.#store.state.capacityChoices.get(id) ?? (capacity.case === 'selected' ? capacity.nominal : null);
  }

  choose(vehicleId: string, nominal: number): void {
    this.#store.change((state) => state.capacityChoices.set(vehicleId, nominal));
  }

  isLinkValid(vehicleId: string, token: string): boolean {
    const link = this.#store.state.capacityLinks.get(vehicleId);
    return link !== undefined && isSameSecret(link.token, token) && this.#clock.now() < link.expiresAt;
  }

  /** A token that remains valid for at least half of a link's lifetime. */
  linkToken(vehicleId: string): string {
    const now = this.#clock.now();
    const current = this.#store.state.capacityLinks.get(vehicleId);
    if (current && now < current.expiresAt - linkLifetimeMs / 2) return current.token;
    const token = randomUUID();
    this.#store.change((state) => state.capacityLinks.set(vehicleId, { token, expiresAt: now + linkLifetimeMs }));
    return token;
  }
}
