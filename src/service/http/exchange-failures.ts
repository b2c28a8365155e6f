import { parseUrl } from '../../common/missing-in-node-20.ts';
import { t } from '../../common/translate.ts';
import { ServiceError, type ServiceErrorDetails } from '../model/errors.ts';
import type { FailedRequest } from './network-failures.ts';

const megabyte = 1024 * 1024;

/** The ways in which this side ends an exchange. Requests that reached the network count as sent. */

export function redirectRefused(request: FailedRequest, location: string | null): ServiceError {
  const target = parseUrl(location ?? '', request.url.href);
  const { host, origin } = request.url;
  const message =
    target && target.origin !== origin
      ? t('{0} redirected to {1}. The redirect was not followed.', host, target.origin)
      : t('{0} sent a redirect. It was not followed.', host);
  return ended(request, message, {
    kind: 'redirect',
    turn: 'developer',
    nextStep: t(
      'Check the address in the vehicleData.environments setting, the proxy, and whether the network wants you to sign in.',
    ),
  });
}

export function timedOut(request: FailedRequest, deadlineMs: number): ServiceError {
  return ended(request, t('{0} did not respond completely within {1} seconds.', request.url.host, deadlineMs / 1000), {
    kind: 'timeout',
    turn: 'retry',
    nextStep: t('Try again later.'),
  });
}

export function tooLarge(request: FailedRequest, maxBytes: number): ServiceError {
  const allowed = maxBytes < megabyte ? `${Math.ceil(maxBytes / 1024)} KB` : `${Math.ceil(maxBytes / megabyte)} MB`;
  return ended(request, t('The response from {0} is larger than {1}.', request.url.host, allowed), {
    kind: 'too-large',
    turn: 'developer',
    nextStep: t('Check the address, or request a shorter date range.'),
  });
}

/** The reader stopped before the end. */
export function abandoned(request: FailedRequest): ServiceError {
  return ended(request, t('The rest of the response was not read.'), {
    kind: 'cancelled',
    turn: 'retry',
    nextStep: t('Try again.'),
  });
}

/** The caller aborted its signal; `sent` is false if that was before the request began. */
export function cancelled(sent: boolean): ServiceError {
  return new ServiceError(t('The request was canceled.'), {
    kind: 'cancelled',
    turn: 'retry',
    nextStep: t('Try again.'),
    sent,
  });
}

function ended(
  { status, requestId }: FailedRequest,
  message: string,
  details: Pick<ServiceErrorDetails, 'kind' | 'turn' | 'nextStep'>,
): ServiceError {
  return new ServiceError(message, { ...details, status, requestId, sent: true });
}
