import type { ServiceError } from '../../../service/model/errors.ts';

/**
 * Whether the cause of a failure lies between here and the service, or is the version or the grant as a whole, so that
 * the next request would fail as well. A car that does not respond, or that a token does not cover, affects no other.
 */
export function failsForAll({ kind, status }: ServiceError): boolean {
  if (kind === 'network' || kind === 'redirect' || kind === 'not-json' || kind === 'oauth') return true;
  return status === 407 || status === 410;
}

/**
 * Whether requests about vehicles can be expected to fail like the list, which is not so if only the list is at fault.
 */
export function listFailsForAll({ kind, status }: ServiceError): boolean {
  return kind !== 'contract' && kind !== 'too-large' && status !== 403;
}

/** Whether nobody can change it, or nothing is stored yet: asking again would only cost something. */
export function isFact({ turn, isEmpty }: ServiceError): boolean {
  return turn === 'nobody' || isEmpty;
}

/** Pause between two attempts during an outage, in milliseconds. */
export const outagePauseMs = 60_000;

/**
 * Whether the failure may end at any moment without the user's help. Credentials that a proxy has refused are not sent
 * again automatically, because that can lock the user's account.
 */
export function isOutage({ kind, turn, status }: ServiceError): boolean {
  if (turn !== 'retry' || status === 407) return false;
  return kind === 'network' || kind === 'timeout' || kind === 'not-json' || (status !== undefined && status >= 500);
}
