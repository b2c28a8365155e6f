import type { Clock } from '../../../common/clock.ts';
import type { Account } from './account.ts';
import type { CachedAnswer } from './cached-request.ts';
import { failsForAll, isOutage, outagePauseMs } from './failures-for-all.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';

/** Retries once a minute if an outage is the only problem. */
export class OutageRecovery {
  readonly #directory: Pick<VehicleDirectory, 'accounts'>;
  readonly #clock: Clock;
  readonly #asking = new WeakSet<Account>();

  constructor(directory: Pick<VehicleDirectory, 'accounts'>, clock: Clock) {
    this.#directory = directory;
    this.#clock = clock;
  }

  /** To be called regularly while the view is visible. */
  look(): void {
    for (const account of this.#directory.accounts) {
      if (this.#asking.has(account) || !isDue(account, this.#clock.now())) continue;
      this.#asking.add(account);
      void account.retry().finally(() => this.#asking.delete(account));
    }
  }
}

function isDue(account: Account, now: number): boolean {
  const sources = account.other ? [account, account.other] : [account];
  const lost = sources.flatMap(lostAnswers);
  if (lost.length === 0 || lost.some(({ loading }) => loading)) return false;
  const put = Math.max(...lost.map(({ askedAt = 0 }) => askedAt));
  const retryAt = Math.max(...lost.map(({ error }) => error?.retryAt ?? 0));
  // If the clock was set back, the time that has passed is unknown.
  return (now - put >= outagePauseMs || now < put) && now >= retryAt;
}

/** The list, if it failed because of an outage, and requests about vehicles that failed for a reason that all share. */
function lostAnswers({ list, vehicles }: Account): readonly CachedAnswer<unknown>[] {
  const ofVehicles = vehicles
    .flatMap(({ attributes, capacity, permissions }) => [attributes, capacity, permissions])
    .filter(({ error }) => error && failsForAll(error));
  return [list, ...ofVehicles].filter(({ error }) => error && isOutage(error));
}
