import { isRecord } from '../../common/is-record.ts';
import { t } from '../../common/translate.ts';
import {
  failureMessage,
  isJson,
  type JsonObject,
  requestIdOf,
  retryTime,
  unreadable,
} from '../http/response-errors.ts';
import { type ErrorText, ServiceError, text } from '../model/errors.ts';
import { safeText } from '../http/redact.ts';
import type { TextResponse } from '../http/messages.ts';

export type Grant = OwnersGrant | 'client_credentials';
type OwnersGrant = 'authorization_code' | 'refresh_token';

const credentialsStep = () =>
  t('Check clientId in the vehicleData.environments setting, and set the client secret again.');

const checkAuthUrl = () => t('Check authUrl in the vehicleData.environments setting.');

const wrongCredentials = (): ErrorText =>
  text('developer', t('The client ID or client secret was rejected'), credentialsStep(), 'set-secret');

/**
 * Connect has just accepted the ID, so either the secret is wrong or this is the other of the two IDs that an
 * application has since version 3 (public).
 */
const wrongPair = (): ErrorText =>
  text(
    'developer',
    t('Connect accepted the client ID, but the token endpoint rejected it with this client secret'),
    t('Compare both with the dashboard. The client ID may differ from the application ID.'),
    'edit-environment',
  );

/** Version 3 (public): the API client has an ID of its own, unlike the application's other IDs. */
const wrongApiClient = (): ErrorText =>
  text(
    'developer',
    t('The API client ID or its secret was rejected'),
    t('Compare apiClientId (client_…) and its secret with the dashboard. The Application ID is not accepted here.'),
    'edit-environment',
  );

const wrongRedirect = (): ErrorText =>
  text(
    'developer',
    t('The redirect URI is not registered'),
    t('Set redirectUri in the vehicleData.environments setting to exactly one that the application has registered.'),
  );

const deadGrant: Record<OwnersGrant, () => ErrorText> = {
  refresh_token: () =>
    text(
      'reconnect',
      t('The refresh token is no longer valid'),
      t('Connect again so that the owner can grant access.'),
    ),
  authorization_code: () =>
    text('reconnect', t('The authorization code was used before or is older than ten minutes'), t('Connect again.')),
};

const configurationErrors: ReadonlyMap<string, () => ErrorText> = new Map([
  ['invalid_client', wrongCredentials],
  [
    'unauthorized_client',
    (): ErrorText =>
      text(
        'developer',
        t('The application is not authorized for this'),
        `${t('Check the application’s makes and permissions in the dashboard.')} ${credentialsStep()}`,
      ),
  ],
  [
    'invalid_scope',
    (): ErrorText =>
      text(
        'developer',
        t('A requested permission is unknown'),
        t('Correct scopes in the vehicleData.environments setting.'),
      ),
  ],
  [
    'unsupported_grant_type',
    (): ErrorText =>
      text(
        'developer',
        t('The token endpoint does not support this grant type'),
        t('Check authUrl in the vehicleData.environments setting. API version 3 uses a different address.'),
      ),
  ],
]);

/** Converts the token endpoint's refusal to a ServiceError. `body` is its JSON object, if it is one. */
export function tokenFailure(
  response: TextResponse,
  body: JsonObject | undefined,
  grant: Grant,
  secrets: readonly string[],
): ServiceError {
  const listed: unknown = Array.isArray(body?.errors) ? body.errors[0] : body;
  const named = isJson(response.headers) && isRecord(listed) ? listed : {};
  const error = named.error ?? named.type;
  if (typeof error !== 'string') return unreadable(response, secrets, byStatus(response.status));
  const said = named.error_description ?? named.description ?? named.detail ?? named.message;
  const description = typeof said === 'string' ? said : '';
  // An error in the form of the data endpoints, of either version, says nothing about grant or credentials.
  const isOfData = named.error === undefined && response.status < 500 && response.status !== 429;
  const { what, turn, nextStep, remedy } = isOfData
    ? text('retry', t('The token request was rejected'), t('Try again. If it persists, contact support.'))
    : verdict(response.status, error, description, grant);
  const type = safeText(error, secrets, 60);
  const message = failureMessage(what, [type, `HTTP ${response.status}`], safeText(description, secrets));
  return new ServiceError(message, {
    kind: 'oauth',
    turn,
    nextStep,
    remedy,
    status: response.status,
    type,
    requestId: requestIdOf(response.headers),
    ...retryTime(response),
    sent: true,
  });
}

/**
 * Only a 400 or 401 about the grant itself means that the grant is dead. A dead refresh token may be reported as
 * `invalid_request` (public), and so may a mistake in the request: the description distinguishes them.
 */
function verdict(status: number, error: string, description: string, grant: Grant): ErrorText {
  if (status !== 400 && status !== 401) return byStatus(status);
  if (grant === 'client_credentials') {
    return error === 'invalid_client' ? wrongApiClient() : (configurationErrors.get(error)?.() ?? byStatus(status));
  }
  if (error === 'invalid_grant' || error === 'invalid_request') {
    if (/redirect[_ ]?uri/i.test(description)) return wrongRedirect();
    const namesGrant = grant === 'refresh_token' ? /token|expired/i : /\bcode\b|expired/i;
    if (error === 'invalid_grant' || description === '' || namesGrant.test(description)) return deadGrant[grant]();
  }
  if (error === 'invalid_client' && grant === 'authorization_code') return wrongPair();
  return configurationErrors.get(error)?.() ?? byStatus(status);
}

function byStatus(status: number): ErrorText {
  if (status === 401) return wrongCredentials();
  if (status === 404 || status === 410) {
    return text('developer', t('There is no token endpoint at this address'), checkAuthUrl());
  }
  if (status === 429) {
    return text('retry', t('Too many token requests'), t('Wait, then try again.'));
  }
  if (status >= 400 && status < 500) {
    return text('developer', t('The token request was rejected'), `${checkAuthUrl()} ${credentialsStep()}`);
  }
  return text(
    'retry',
    t('The token endpoint had an error'),
    t('Try again. If it persists, check the proxy, and whether the network wants you to sign in.'),
  );
}
