import { t } from '../../common/translate.ts';
import {
  failureMessage,
  isJson,
  type JsonObject,
  requestIdOf,
  retryTime,
  unreadable,
} from '../http/response-errors.ts';
import { type Remedy, ServiceError, type Turn } from '../model/errors.ts';
import { safeText } from '../http/redact.ts';
import type { TextResponse } from '../http/messages.ts';

export type Grant = 'authorization_code' | 'refresh_token';

interface Verdict {
  readonly turn: Turn;
  readonly what: string;
  readonly nextStep: string;
  /** Where it is another one than the turn implies. */
  readonly remedy?: Remedy;
}

const credentialsStep = () =>
  t('Check clientId in the setting vehicleData.environments and run “Vehicle Data: Set Client Secret…”.');

const checkAuthUrl = () => t('Check authUrl in the setting vehicleData.environments.');

const wrongCredentials = (): Verdict => ({
  turn: 'developer',
  what: t('The service does not accept the client id and client secret'),
  nextStep: credentialsStep(),
  remedy: 'set-secret',
});

/** Connect has just accepted the id: an application has two of them since version 3 (public), or the secret is wrong. */
const wrongPair = (): Verdict => ({
  turn: 'developer',
  what: t('Connect knows the client id, but the token endpoint does not accept it with this secret'),
  nextStep: t(
    'The secret is another application’s or an old one, or the id is an application id where a client id belongs. Compare both with the service’s dashboard.',
  ),
  remedy: 'edit-environment',
});

const wrongRedirect = (): Verdict => ({
  turn: 'developer',
  what: t('The redirect URI is not the one that the service knows'),
  nextStep: t(
    'Make redirectUri in the setting vehicleData.environments equal, to the letter, to one registered for the application.',
  ),
});

const deadGrant: Record<Grant, () => Verdict> = {
  refresh_token: () => ({
    turn: 'reconnect',
    what: t('The refresh token is no longer accepted'),
    nextStep: t('Run “Vehicle Data: Connect” so that the owner grants access again.'),
  }),
  authorization_code: () => ({
    turn: 'reconnect',
    what: t('The authorization code is not accepted: a code works once and for ten minutes'),
    nextStep: t('Run “Vehicle Data: Connect” again.'),
  }),
};

const configurationErrors: ReadonlyMap<string, () => Verdict> = new Map([
  ['invalid_client', wrongCredentials],
  [
    'unauthorized_client',
    (): Verdict => ({
      turn: 'developer',
      what: t('The application is not authorized for this'),
      nextStep: `${t('Check the application’s makes and permissions in the service’s dashboard.')} ${credentialsStep()}`,
    }),
  ],
  [
    'invalid_scope',
    (): Verdict => ({
      turn: 'developer',
      what: t('The service does not know a permission that was asked for'),
      nextStep: t('Correct scopes in the setting vehicleData.environments.'),
    }),
  ],
  [
    'unsupported_grant_type',
    (): Verdict => ({
      turn: 'developer',
      what: t('The address is not a token endpoint of this service'),
      nextStep: t('Check authUrl in the setting vehicleData.environments; version 3 of the service has another one.'),
    }),
  ],
]);

/** The token endpoint's refusal as a ServiceError. `body` is its JSON object, if it is one. */
export function tokenFailure(
  answer: TextResponse,
  body: JsonObject | undefined,
  grant: Grant,
  secrets: readonly string[],
): ServiceError {
  const error = isJson(answer.headers) ? body?.error : undefined;
  if (typeof error !== 'string') return unreadable(answer, secrets, byStatus(answer.status));
  const said = body?.error_description ?? body?.message;
  const description = typeof said === 'string' ? said : '';
  const { what, turn, nextStep, remedy } = verdict(answer.status, error, description, grant);
  const type = safeText(error, secrets, 60);
  const message = failureMessage(what, [type, `HTTP ${answer.status}`], safeText(description, secrets));
  return new ServiceError(message, {
    kind: 'oauth',
    turn,
    nextStep,
    remedy,
    status: answer.status,
    type,
    requestId: requestIdOf(answer.headers),
    ...retryTime(answer),
    sent: true,
  });
}

/**
 * Only a 400 or 401 that speaks of the grant itself says that the grant is dead. A dead refresh token may come as
 * `invalid_request` (public), and so may a mistake in the request: the description tells them apart.
 */
function verdict(status: number, error: string, description: string, grant: Grant): Verdict {
  if (status !== 400 && status !== 401) return byStatus(status);
  if (error === 'invalid_grant' || error === 'invalid_request') {
    if (/redirect[_ ]?uri/i.test(description)) return wrongRedirect();
    const namesGrant = grant === 'refresh_token' ? /token|expired/i : /\bcode\b|expired/i;
    if (error === 'invalid_grant' || description === '' || namesGrant.test(description)) return deadGrant[grant]();
  }
  if (error === 'invalid_client' && grant === 'authorization_code') return wrongPair();
  return configurationErrors.get(error)?.() ?? byStatus(status);
}

function byStatus(status: number): Verdict {
  if (status === 401) return wrongCredentials();
  if (status === 404 || status === 410) {
    return {
      turn: 'developer',
      what: t('There is no token endpoint at this address'),
      nextStep: checkAuthUrl(),
    };
  }
  if (status === 429) {
    return { turn: 'retry', what: t('Too many token requests'), nextStep: t('Wait, then try again.') };
  }
  if (status >= 400 && status < 500) {
    return {
      turn: 'developer',
      what: t('The service refused the token request'),
      nextStep: `${checkAuthUrl()} ${credentialsStep()}`,
    };
  }
  return {
    turn: 'retry',
    what: t('The token endpoint has a problem of its own'),
    nextStep: t('Try again; a proxy or the network’s sign-in page may stand in between.'),
  };
}
