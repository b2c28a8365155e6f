import { now } from '../../../common/clock.ts';
import type { Account } from './account.ts';
import type { CachedAnswer } from './cached-request.ts';
import { failsForAll, isOutage, outagePauseMs } from './failures-for-all.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';
import type { VehicleEntry } from './vehicle-entry.ts';

/** How long a list may take before the view mentions it, in milliseconds. */
const patienceMs = 5_000;

/** Lists that take long to arrive, and since when they do. */
export function longWaits({ accounts }: VehicleDirectory) {
  return accounts.flatMap((account) => {
    const { loading, askedAt: since = now() } = account.list;
    return loading && now() - since >= patienceMs ? [{ of: account, since }] : [];
  });
}

/** An account or a vehicle for which the service has asked to retry later. */
interface RetryTime {
  readonly of: Account | VehicleEntry;
  /** The earliest time for a retry, in milliseconds since 1970: the latest among its requests. */
  readonly until: number;
}

/** Those whose last response was "retry later", unless a request is under way. */
export function retryTimesOf({ accounts }: VehicleDirectory): readonly RetryTime[] {
  return accounts.flatMap((account) => {
    const { list, vehicles } = account;
    // Failures of the list that concern all vehicles are retried with the list.
    const isOwn = ({ error }: CachedAnswer<unknown>) => list.error !== error;
    const ofVehicles = vehicles.flatMap((vehicle) => waitOf(vehicle, vehicle.answers.filter(isOwn)));
    return [...waitOf(account, [list]), ...ofVehicles];
  });
}

function untilOf({ error, askedAt = 0 }: CachedAnswer<unknown>): number | undefined {
  if (error?.retryAt === undefined) return undefined;
  // During an outage, never sooner than the outage pause allows.
  return isOutage(error) ? Math.max(error.retryAt, askedAt + outagePauseMs) : error.retryAt;
}

function waitOf(of: RetryTime['of'], answers: readonly CachedAnswer<unknown>[]): readonly RetryTime[] {
  const times = answers
    .filter(({ loading }) => !loading)
    .map(untilOf)
    .filter((at) => at !== undefined);
  return times.length === 0 ? [] : [{ of, until: Math.max(...times) }];
}

/** Accounts to retry now because an outage is the only problem: each once a minute, and none while it is retried. */
export function accountsToRetry({ accounts }: VehicleDirectory): readonly Account[] {
  return accounts.filter(isDue);
}

function isDue(account: Account): boolean {
  const lost = lostAnswers(account);
  if (lost.length === 0 || lost.some(({ loading }) => loading)) return false;
  // A time in the future is from before the clock was set back, and says nothing.
  const asked = Math.max(...lost.map(({ askedAt = 0 }) => askedAt).filter((at) => at <= now()));
  const retryAt = Math.max(...lost.map(({ error }) => error?.retryAt ?? 0));
  return now() - asked >= outagePauseMs && now() >= retryAt;
}

/** The list, if it failed because of an outage, and requests about vehicles that failed for a reason that all share. */
function lostAnswers({ list, vehicles }: Account): readonly CachedAnswer<unknown>[] {
  const ofVehicles = vehicles.flatMap(({ answers }) => answers).filter(({ error }) => error && failsForAll(error));
  return [list, ...ofVehicles].filter(({ error }) => error && isOutage(error));
}
