import { parseUrl } from '../../common/missing-in-node-20.ts';
import { plainText } from '../../common/text/plain-text.ts';
import { t } from '../../common/translate.ts';
import type { ApiVersion, ServiceEnvironment } from '../model/environment.ts';
import { ServiceError } from '../model/errors.ts';
import { safeText } from '../http/redact.ts';

interface ConnectRequest {
  readonly environment: Pick<ServiceEnvironment, 'version' | 'connectUrl' | 'clientId' | 'applicationId' | 'mode'>;
  /** The versions that the owner is connected to; by default, that of the environment. */
  readonly versions?: readonly ApiVersion[];
  /** Must be identical to the one in the code exchange. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** base64url, so that nothing in transit re-encodes it. */
  readonly state: string;
}

/**
 * The URL to send the owner to (public; the specification omits its parameters). A query that `connectUrl` already has
 * is kept. Throws ServiceError (`input`) if it is not a web address.
 */
export function connectUrl({ environment, versions, redirectUri, scopes, state }: ConnectRequest): string {
  const url = webAddress(environment.connectUrl, t('connectUrl'));
  const of = versions ?? [environment.version ?? '2.0'];
  url.searchParams.set('response_type', of.includes('2.0') ? 'code' : 'none');
  // Both names are of the same ID; only with the one of version 3 does the redirect name the owner.
  const idName = of.includes('3') ? 'application_id' : 'client_id';
  url.searchParams.set(idName, environment.applicationId ?? environment.clientId);
  url.searchParams.set('redirect_uri', redirectUri);
  url.searchParams.set('scope', scopes.join(' '));
  url.searchParams.set('state', state);
  if (environment.mode) url.searchParams.set('mode', environment.mode);
  // Encodes spaces as %20, because VS Code's Uri takes a plus sign literally and encodes it.
  url.search = url.search.replaceAll('+', '%20');
  return url.href;
}

/** What the redirect URI received. Unknown parameters are ignored. */
export type ConnectRedirect =
  | {
      readonly kind: 'granted';
      /** Buys the tokens of version 2.0; undefined if it is not asked for or did not come. */
      readonly code: string | undefined;
      /** All that version 3 needs; undefined if it is not asked for or did not come. */
      readonly ownerId: string | undefined;
      readonly state: string | null;
    }
  /** The owner or the service refused; `message` and `nextStep` are for the user. */
  | {
      readonly kind: 'refused';
      readonly error: string;
      readonly message: string;
      readonly nextStep: string;
      readonly state: string | null;
    }
  /** The owner's ID without `code`: the sign of an application configured for version 3. */
  | { readonly kind: 'version-3'; readonly message: string; readonly nextStep: string; readonly state: string | null }
  | { readonly kind: 'unreadable'; readonly message: string; readonly nextStep: string; readonly state: string | null };

/** The characters allowed in an owner's ID, because it goes into a header. */
const ownerIdPattern = /^[\w.~-]{1,200}$/;

/**
 * Reads the redirect. The caller must first check that `state` is the one that was sent.
 *
 * @param versions those that the Connect URL asked for; what is for another one is ignored
 */
export function readConnectRedirect(url: URL, versions: readonly ApiVersion[]): ConnectRedirect {
  const parameters = url.searchParams;
  const repeated = ['code', 'error', 'state'].find((name) => parameters.getAll(name).length > 1);
  if (repeated !== undefined) return unreadable(t('The redirect contains {0} more than once.', repeated), null);
  const state = parameters.get('state');
  const error = parameters.get('error');
  const isOf = (version: ApiVersion) => versions.includes(version);
  const sent = isOf('2.0') ? parameters.get('code') : null;
  const code = sent === null || sent === '' ? undefined : sent;
  if (code && error) return unreadable(t('The redirect contains both a code and an error.'), state);
  if (error) return refused(error, parameters, state);
  const ids = ownerIds(parameters);
  const [ownerId] = isOf('3') ? ids : [];
  if ((isOf('3') && ids.length > 1) || (ownerId !== undefined && !ownerIdPattern.test(ownerId))) return noOwner(state);
  if (code !== undefined || ownerId !== undefined) return { kind: 'granted', code, ownerId, state };
  if (!isOf('2.0')) return noOwner(state);
  if (ids.length > 0) {
    return {
      kind: 'version-3',
      message: t(
        'The redirect contains a user ID but no code. The application seems to be configured for API version 3.',
      ),
      nextStep: t(
        'Add the API client ID to the environment, or configure the application for version 2.0 in the dashboard.',
      ),
      state,
    };
  }
  return unreadable(t('The redirect contains neither a code nor an error.'), state);
}

function noOwner(state: string | null): ConnectRedirect {
  return unreadable(t('The redirect contains no valid user ID, which version 3 needs.'), state);
}

/** All owner IDs in the parameters. One page of the documentation uses the second spelling (public). */
function ownerIds(parameters: URLSearchParams): readonly string[] {
  return [...new Set(['user_id', 'userId'].flatMap((name) => parameters.getAll(name)))];
}

function refused(
  error: string,
  parameters: URLSearchParams,
  state: string | null,
): Extract<ConnectRedirect, { kind: 'refused' }> {
  // Anyone can call the redirect URI, so its texts are no more trustworthy than a body's.
  const name = safeText(error, [], 60);
  // Undocumented codes are shown unchanged.
  const [message, nextStep] = connectErrors().get(name) ?? [
    t('Connect returned an unknown error: {0}.', name),
    t('Connect again. If it persists, contact support.'),
  ];
  const said = ['error_description', 'status_code', 'error_message'].map(
    (parameter) => parameters.get(parameter) ?? '',
  );
  const quoted = safeText(said.filter((text) => text !== '').join(' '), []);
  const parts = [message, vehicleIn(parameters), quoted === '' ? '' : t('The API says: “{0}”', quoted)];
  return { kind: 'refused', error: name, message: parts.filter((part) => part !== '').join(' '), nextStep, state };
}

/** The vehicle of `vehicle_incompatible`. The VIN is missing if the owner declined to share it (public). */
function vehicleIn(parameters: URLSearchParams): string {
  if (!parameters.get('vin')) return '';
  const named = ['make', 'model', 'year'].map((name) => plainText(parameters.get(name) ?? '', 40));
  const vehicle = named.filter((part) => part !== '').join(' ');
  return vehicle === '' ? '' : t('Vehicle: {0}.', vehicle);
}

function unreadable(message: string, state: string | null): ConnectRedirect {
  return { kind: 'unreadable', message, nextStep: t('Connect again.'), state };
}

/**
 * Sets `redirect_uri` on the capacity `url` of the specification, whose public form ends in `redirect_uri=`. The rest
 * of the address stays byte for byte, because it contains a token. Throws ServiceError (`input`) if it is not a web
 * address.
 */
export function capacityUrl(selectUrl: string, redirectUri: string): string {
  webAddress(selectUrl, t('The capacity link'));
  return withParameters(selectUrl, { redirect_uri: redirectUri });
}

/**
 * Completes the re-authentication address in an error's `resolution`, which is incomplete when it arrives (public). The
 * rest stays byte for byte. Throws ServiceError (`input`) if it is not a web address.
 */
export function reauthenticationUrl(ownerUrl: string, redirectUri: string, state: string): string {
  webAddress(ownerUrl, t('The owner’s sign-in address'));
  return withParameters(ownerUrl, { response_type: 'vehicle_id', redirect_uri: redirectUri, state });
}

/** Sets parameters of an address; the others keep their position and spelling. */
function withParameters(address: string, parameters: Readonly<Record<string, string>>): string {
  const [whole = '', ...fragment] = address.split('#');
  const [path = '', ...query] = whole.split('?');
  const others = query
    .join('?')
    .split('&')
    .filter((pair) => pair !== '' && ![...new URLSearchParams(pair).keys()].some((name) => name in parameters));
  const set = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return [`${path}?${[...others, ...set].join('&')}`, ...fragment].join('#');
}

/** What came back from the owner's page (public). The caller must first check `state`. */
export type ReauthenticationRedirect =
  | { readonly kind: 'done'; readonly state: string | null }
  | { readonly kind: 'refused'; readonly refusal: VisitRefusal; readonly state: string | null };

/** Why the owner came back from a page of the service without completing it. `error` is the service's error code. */
export interface VisitRefusal {
  readonly error: string;
  readonly message: string;
}

export function readReauthenticationRedirect({ searchParams: parameters }: URL): ReauthenticationRedirect {
  const state = parameters.get('state');
  const error = parameters.get('error');
  if (!error) return { kind: 'done', state };
  return { kind: 'refused', refusal: visitRefusal(error, parameters), state };
}

/** What came back from the owner's capacity choice (public). */
export type CapacityRedirect =
  | { readonly kind: 'selected'; readonly vehicleId: string | null; readonly capacity: number | null }
  | { readonly kind: 'unknown'; readonly vehicleId: string | null }
  | { readonly kind: 'refused'; readonly refusal: VisitRefusal };

export function readCapacityRedirect({ searchParams: parameters }: URL): CapacityRedirect {
  const vehicleId = parameters.get('vehicle_id');
  const error = parameters.get('error');
  if (error === 'battery_capacity_no_selection') return { kind: 'unknown', vehicleId };
  if (error) return { kind: 'refused', refusal: visitRefusal(error, parameters) };
  // Older public pages, and programs based on them, use the second spelling.
  const chosen = Number(parameters.get('selected_capacity') ?? parameters.get('selected_capcity') ?? NaN);
  return { kind: 'selected', vehicleId, capacity: Number.isFinite(chosen) && chosen > 0 ? chosen : null };
}

/** The next step differs from the one after Connect. */
function visitRefusal(error: string, parameters: URLSearchParams): VisitRefusal {
  const { error: name, message } = refused(error, parameters, null);
  return { error: name, message };
}

function webAddress(address: string, what: string): URL {
  const url = parseUrl(address);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new ServiceError(t('{0} is not a web address.', what), {
    kind: 'input',
    turn: 'developer',
    nextStep: t('Check the vehicleData.environments setting.'),
    remedy: 'edit-environment',
    sent: false,
  });
}

/** What an error on the redirect URI means (public): what happened, and the next step. */
const connectErrors = (): ReadonlyMap<string, readonly [message: string, nextStep: string]> =>
  new Map([
    [
      'access_denied',
      [t('The owner did not grant access.'), t('If that was not intended, connect again and allow access.')],
    ],
    [
      'invalid_subscription',
      [
        t('The owner has no active connected services subscription.'),
        t('The owner must activate it with the vehicle maker. Then connect again.'),
      ],
    ],
    ['vehicle_incompatible', [t('The owner’s vehicle is not compatible.'), t('Connect again with another vehicle.')]],
    [
      'no_vehicles',
      [
        t('The owner’s account has no vehicle.'),
        t('The owner must add it in the vehicle maker’s app. Then connect again.'),
      ],
    ],
    [
      'configuration_error',
      [
        t('The application is configured incorrectly.'),
        t('Compare clientId, redirectUri and scopes in the vehicleData.environments setting with the dashboard.'),
      ],
    ],
    ['server_error', [t('Connect had an internal error.'), t('Connect again later.')]],
    [
      'battery_capacity_no_selection',
      [t('The owner did not know the battery capacity.'), t('Connect again once it is known.')],
    ],
  ]);
