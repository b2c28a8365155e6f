import type { ServiceError } from '../../../service/model/errors.ts';

/**
 * Whether what one request met is between here and the service, or the version or the grant as a whole, so that the
 * next request would meet it as well. That a car does not answer, or that a token does not cover it, is its own affair.
 */
export function failsForAll({ kind, status }: ServiceError): boolean {
  if (kind === 'network' || kind === 'redirect' || kind === 'not-json' || kind === 'oauth') return true;
  return status === 407 || status === 410;
}

/** Whether no vehicle can be expected to do better than the list has, unless the failure is about the list itself. */
export function listFailsForAll({ kind, status }: ServiceError): boolean {
  return kind !== 'contract' && kind !== 'too-large' && status !== 403;
}

/** From one question to the next while the service is away, in milliseconds. */
export const outagePauseMs = 60_000;

/**
 * Whether it may be over at any moment without anybody here doing something. Credentials that a proxy has refused are not
 * sent again by themselves: that can lock somebody's account.
 */
export function isOutage({ kind, turn, status }: ServiceError): boolean {
  if (turn !== 'retry' || status === 407) return false;
  return kind === 'network' || kind === 'timeout' || kind === 'not-json' || (status !== undefined && status >= 500);
}
