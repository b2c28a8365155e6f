import type { ServiceError } from '../../service/model/errors.ts';
import type { Account } from './account.ts';
import type { CachedAnswer } from './cached-request.ts';
import { problemOfSession } from './problem.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';
import type { VehicleEntry } from './vehicle-entry.ts';

/** A failure that the view tells once, for everything that it hit. */
export interface CommonFailure {
  readonly error: ServiceError;
  /** Whose it is; undefined where several accounts share it. */
  readonly of: Account | undefined;
  /** When the oldest of the data that are still shown was read, in milliseconds since 1970. */
  readonly fetchedAt: number | undefined;
}

/** Whether a failure of a vehicle is told elsewhere: once for all, or by the state of its session. */
export type IsTold = (vehicle: VehicleEntry, error: ServiceError) => boolean;

interface Hit {
  readonly account: Account;
  /** Undefined for the account's list. */
  readonly vehicle?: VehicleEntry;
  readonly answer: CachedAnswer<unknown>;
}

/** Failures of lists, and those that several vehicles share: fifty vehicles behind one lost connection are one failure. */
export function commonFailures({ accounts }: Pick<VehicleDirectory, 'accounts'>): readonly CommonFailure[] {
  const usable = accounts.filter(({ session }) => !problemOfSession(session.state));
  const byMessage = Map.groupBy(usable.flatMap(hitsOf), ({ answer }) => answer.error?.message ?? '');
  return [...byMessage.values()].filter(isCommon).flatMap((hits) => {
    const errors = hits.map(({ answer }) => answer.error).filter((error) => error !== undefined);
    // What counts down counts to the end of the longest wait.
    const [error] = errors.toSorted((a, b) => (b.retryAt ?? 0) - (a.retryAt ?? 0));
    if (!error) return [];
    const times = hits.map(({ answer }) => answer.fetchedAt).filter((at) => at !== undefined);
    const owners = new Set(hits.map(({ account }) => account));
    const of = owners.size === 1 ? hits[0]?.account : undefined;
    return [{ error, of, fetchedAt: times.length === 0 ? undefined : Math.min(...times) }];
  });
}

export function toldBy(failures: readonly CommonFailure[]): IsTold {
  const messages = new Set(failures.map(({ error }) => error.message));
  return ({ account }, { message }) => messages.has(message) || problemOfSession(account.session.state) !== undefined;
}

function hitsOf(account: Account): Hit[] {
  const ofVehicles = account.vehicles.flatMap((vehicle) =>
    [vehicle.attributes, vehicle.capacity, vehicle.permissions].map((answer) => ({ account, vehicle, answer })),
  );
  // What a vehicle can never do is a fact about it.
  return [{ account, answer: account.list }, ...ofVehicles].filter(
    ({ answer: { error } }) => error !== undefined && error.turn !== 'nobody',
  );
}

function isCommon(hits: readonly Hit[]): boolean {
  const vehicles = new Set(hits.map(({ vehicle }) => vehicle));
  return vehicles.has(undefined) || vehicles.size > 1;
}
