import { now } from '../../../common/clock.ts';
import type { ServiceError } from '../../../service/model/errors.ts';
import { failsForAll } from './failures-for-all.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';
import type { VehicleEntry } from './vehicle-entry.ts';

/** Half of the 120 requests that an application may send at once (public): the rest is left for the user's actions. */
const atOnce = 60;

/** The rate at which the service allows further requests: two a minute (public). */
const refillMs = 30_000;

/** Concurrent requests; low enough to leave room for the user's actions. */
const width = 2;

/**
 * Reads the names of a long list from the top while the view is visible. VS Code does not report which rows are on
 * screen; the name of a row under the pointer is read independently of this.
 */
export class NameReader {
  readonly #directory: VehicleDirectory;
  readonly #isSeen: () => boolean;
  #allowance = atOnce;
  #refilledAt = now();
  #running = 0;

  constructor(directory: VehicleDirectory, isSeen: () => boolean) {
    this.#directory = directory;
    this.#isSeen = isSeen;
  }

  /** To be called regularly; continues by itself while there is something to do. */
  read(): void {
    this.#refill();
    const vehicles = this.#isSeen() ? this.#directory.accounts.flatMap((account) => account.vehicles) : [];
    if (vehicles.some(({ attributes: { error } }) => error && this.#concernsAll(error))) return;
    const isDue = ({ account, attributes }: VehicleEntry) =>
      !account.isShort && !attributes.loading && !attributes.error && attributes.fetchedAt === undefined;
    for (const vehicle of vehicles.filter(isDue).slice(0, Math.min(width - this.#running, this.#allowance))) {
      this.#allowance -= 1;
      this.#running += 1;
      void vehicle.wantName().finally(() => {
        this.#running -= 1;
        this.read();
      });
    }
  }

  /** Whether the next request would fail as well. A retry of the failed vehicle ends that. */
  #concernsAll(error: ServiceError): boolean {
    return failsForAll(error) || error.kind === 'timeout' || (error.retryAt ?? 0) > now();
  }

  #refill(): void {
    const more = Math.floor((now() - this.#refilledAt) / refillMs);
    if (more <= 0) return;
    this.#allowance = Math.min(atOnce, this.#allowance + more);
    this.#refilledAt += more * refillMs;
  }
}
