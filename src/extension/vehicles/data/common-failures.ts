import { groupBy } from '../../../common/missing-in-node-20.ts';
import { failureKey, type ServiceError } from '../../../service/model/errors.ts';
import type { Account } from './account.ts';
import type { CachedAnswer } from './cached-request.ts';
import { problemOfSession } from './problem.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';
import type { VehicleEntry } from './vehicle-entry.ts';

/** A failure that the view shows once, for everything that it affects. */
export interface CommonFailure {
  readonly error: ServiceError;
  /** The account that it affects; undefined if several accounts share it. */
  readonly of: Account | undefined;
  /** When the oldest data that is still shown was read, in milliseconds since 1970. */
  readonly fetchedAt: number | undefined;
}

/** Whether a failure of a vehicle is shown elsewhere: once for all vehicles, or as the state of its session. */
export type IsReported = (vehicle: VehicleEntry, error: ServiceError) => boolean;

interface Hit {
  readonly account: Account;
  /** Undefined for the account's list. */
  readonly vehicle?: VehicleEntry;
  readonly answer: CachedAnswer<unknown>;
}

/** Failures of lists, and those that several vehicles share: a lost connection to fifty vehicles is one failure. */
export function commonFailures({ accounts }: Pick<VehicleDirectory, 'accounts'>): readonly CommonFailure[] {
  const usable = accounts.filter(({ session }) => !problemOfSession(session));
  const byKey = groupBy(usable.flatMap(hitsOf), ({ answer }) => (answer.error ? failureKey(answer.error) : ''));
  return [...byKey.values()].filter(isCommon).flatMap((hits) => {
    const errors = hits.map(({ answer }) => answer.error).filter((error) => error !== undefined);
    // The countdown runs until the end of the longest wait.
    const [error] = errors.toSorted((a, b) => (b.retryAt ?? 0) - (a.retryAt ?? 0));
    if (!error) return [];
    const times = hits.map(({ answer }) => answer.fetchedAt).filter((at) => at !== undefined);
    const of = onlyOne(hits.map(({ account }) => account));
    return [{ error, of, fetchedAt: times.length === 0 ? undefined : Math.min(...times) }];
  });
}

function onlyOne(accounts: readonly Account[]): Account | undefined {
  return new Set(accounts).size === 1 ? accounts[0] : undefined;
}

export function reportedBy(failures: readonly CommonFailure[]): IsReported {
  const reported = new Set(failures.map(({ error }) => failureKey(error)));
  return ({ account }, error) => reported.has(failureKey(error)) || problemOfSession(account.session) !== undefined;
}

function hitsOf(account: Account): Hit[] {
  const ofVehicles = account.vehicles.flatMap((vehicle) =>
    vehicle.answers.map((answer) => {
      return { account, vehicle, answer };
    }),
  );
  // What a vehicle can never do is a fact about it, not a failure.
  return [{ account, answer: account.list }, ...ofVehicles].filter(
    ({ answer: { error } }) => error !== undefined && error.turn !== 'nobody',
  );
}

function isCommon(hits: readonly Hit[]): boolean {
  const vehicles = new Set(hits.map(({ vehicle }) => vehicle));
  return vehicles.has(undefined) || vehicles.size > 1;
}
