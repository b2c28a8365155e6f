import { groupBy } from '../../../common/missing-in-node-20.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { t } from '../../../common/translate.ts';
import { failureKey, type Remedy, type ServiceError } from '../../../service/model/errors.ts';
import type { SessionInfo } from '../../auth/sessions/session-info.ts';
import type { Account } from './account.ts';
import type { CachedAnswer } from './cached-request.ts';
import { isFact } from './failures-for-all.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';
import type { VehicleEntry } from './vehicle-entry.ts';

/** Something that went wrong, as text for the user. */
export interface Problem {
  /** In two words, for a line that a narrow view doesn't cut. */
  readonly cause: string;
  readonly message: string;
  readonly nextStep: string;
  /** Undefined if no button would help. */
  readonly remedy: Exclude<Remedy, 'none'> | 'unlock' | undefined;
  /** The earliest time for a retry, in milliseconds since 1970; undefined if any time will do. */
  readonly retryAt: number | undefined;
  /** True if it is a fact about the vehicle rather than a failure: nobody can change it, or nothing is stored yet. */
  readonly isFact: boolean;
  readonly requestId: string | undefined;
}

export function problemOf(error: ServiceError): Problem {
  return {
    cause: causeOf(error),
    message: plainText(error.message),
    nextStep: plainText(error.nextStep),
    remedy: error.remedy === 'none' ? undefined : error.remedy,
    retryAt: error.retryAt,
    isFact: isFact(error),
    requestId: error.requestId === undefined ? undefined : plainText(error.requestId, 100),
  };
}

/** Characters that fit beside a button in a view of 300 px. */
const longestCause = 24;

export function causeOf({ kind, status, type, turn, isEmpty, sent, message, remedy }: ServiceError): string {
  if (remedy === 'explain-version') return t('No version 2.0');
  if (isEmpty) return t('Nothing stored');
  if (status === 429) return t('Rate limited');
  if (kind === 'timeout' || (kind === 'network' && sent)) return t('No answer');
  if (kind === 'network') return t('Offline');
  if (kind === 'cancelled') return t('Canceled');
  if (type === 'PERMISSION') return t('No permission');
  if (turn === 'nobody') return t('Not offered');
  if (turn === 'owner') return t('Owner needed');
  if (turn === 'reconnect' || status === 401) return t('Not authorized');
  if (status !== undefined && status >= 500) return t('Service error');
  if (kind === 'input') return t('Not set up');
  if (kind !== 'api' && kind !== 'oauth') return t('Invalid answer');
  // Without the service's names for it.
  const [what = ''] = plainText(message).split(/ \(|\.$/);
  return what.length <= longestCause ? what : t('Refused');
}

/** The problem of a session that can't be used now, shown once per account; undefined if requests are worth trying. */
export function problemOfSession({ state, ownerId }: Pick<SessionInfo, 'state' | 'ownerId'>): Problem | undefined {
  const common = { isFact: false, requestId: undefined, retryAt: undefined };
  switch (state) {
    case 'fresh':
    case 'application':
    case 'expiring':
    case 'refreshing':
    case 'offline':
      return undefined;
    case 'needs-owner':
      // Version 3 needs no tokens of the owner's.
      if (ownerId !== undefined) return undefined;
      return {
        cause: t('Access ended'),
        message: t('Access has ended.'),
        nextStep: t('Connect this account again. Earlier data is kept.'),
        remedy: 'reconnect',
        ...common,
      };
    case 'locked':
      return {
        cause: t('Keyring locked'),
        message: t('The keyring can’t be read.'),
        nextStep: t('Unlock the keyring, then try again. If the key is lost, connect again.'),
        remedy: 'unlock',
        ...common,
      };
  }
}

/**
 * The failures of the last attempts, those with the widest effect first. What a vehicle can never do is not among them:
 * its lines state that, and it is no news at each refresh.
 */
export function failuresOf(from: VehicleDirectory | Account | VehicleEntry): ServiceError[] {
  const errors =
    'accounts' in from
      ? [from.sessionsError, ...from.accounts.flatMap(failuresOf)]
      : 'vehicles' in from
        ? [from.list.error, ...from.vehicles.flatMap(failuresOf)]
        : from.failures.filter((error) => !isFact(error));
  return errors.filter((error) => error !== undefined);
}

/** One message for any number of failures, so that a lost connection to fifty vehicles is reported once. */
export function tell(failures: readonly [ServiceError, ...ServiceError[]]): string {
  const { message, nextStep } = problemOf(failures[0]);
  const others = new Set(failures.map((failure) => failure.message)).size - 1;
  return others === 0
    ? `${message} ${nextStep}`
    : `${message} ${nextStep} ${t('More problems in the view: {0}.', others)}`;
}

/** A failure that the view shows once, for everything that it affects. */
interface CommonFailure {
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
export function commonFailures({ accounts }: VehicleDirectory) {
  const usable = accounts.filter(({ session }) => !problemOfSession(session));
  const byKey = groupBy(usable.flatMap(hitsOf), ({ answer }) => (answer.error ? failureKey(answer.error) : ''));
  const all = [...byKey.values()].filter(isCommon).flatMap((hits): readonly CommonFailure[] => {
    const errors = hits.map(({ answer }) => answer.error).filter((error) => error !== undefined);
    // The countdown runs until the end of the longest wait.
    const [error] = errors.toSorted((a, b) => (b.retryAt ?? 0) - (a.retryAt ?? 0));
    if (!error) return [];
    const times = hits.map(({ answer }) => answer.fetchedAt).filter((at) => at !== undefined);
    const [of, ...others] = new Set(hits.map(({ account }) => account));
    const fetchedAt = times.length === 0 ? undefined : Math.min(...times);
    return [{ error, of: others.length === 0 ? of : undefined, fetchedAt }];
  });
  const reported = new Set(all.map(({ error }) => failureKey(error)));
  const isReported: IsReported = ({ account }, error) =>
    reported.has(failureKey(error)) || problemOfSession(account.session) !== undefined;
  return { all, isReported };
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
