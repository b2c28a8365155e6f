import type { Account } from './account.ts';
import type { CachedAnswer } from './cached-request.ts';
import { isOutage, outagePauseMs } from './failures-for-all.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';
import type { VehicleEntry } from './vehicle-entry.ts';

/** An account or a vehicle for which the service has asked to retry later. */
export interface RetryTime {
  readonly of: Account | VehicleEntry;
  /** The earliest time for a retry, in milliseconds since 1970: the latest among its requests. */
  readonly until: number;
}

/** Those whose last response was "retry later", unless a request is under way. */
export function retryTimesOf({ accounts }: Pick<VehicleDirectory, 'accounts'>): readonly RetryTime[] {
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
