import { t } from '../../common/translate.ts';
import { type ErrorText, text } from '../model/errors.ts';
import type { Permission } from '../model/vehicles.ts';

/**
 * By `TYPE:CODE`, otherwise by `TYPE` (public). Codes without a text of their own use that of their type: the message
 * names the code, and the service's description explains it.
 */
function errorTexts(): ReadonlyMap<string, ErrorText> {
  const later = t('Try again later.');
  const inMakersApp = t('The owner must resolve it in the vehicle maker’s app. Then try again.');
  const noRetry = t('Retrying won’t help.');
  const support = t('Retrying won’t help. Give support the request ID.');
  const rows: Readonly<Record<string, Parameters<typeof text>>> = {
    VALIDATION: ['developer', t('The API could not read the request'), t('Check the vehicle ID, make and dates.')],
    CONNECTED_SERVICES_ACCOUNT: ['owner', t('The owner’s account with the vehicle maker has a problem'), inMakersApp],
    'CONNECTED_SERVICES_ACCOUNT:AUTHENTICATION_FAILED': [
      'owner',
      t('The vehicle maker no longer accepts the owner’s sign-in'),
      signInAgain(),
    ],
    'CONNECTED_SERVICES_ACCOUNT:NO_VEHICLES': ['owner', t('The owner’s account has no vehicle'), inMakersApp],
    'CONNECTED_SERVICES_ACCOUNT:SUBSCRIPTION': [
      'owner',
      t('The connected services subscription has expired, or the data is too old'),
      inMakersApp,
    ],
    'CONNECTED_SERVICES_ACCOUNT:VEHICLE_MISSING': [
      'owner',
      t('The vehicle is no longer in the owner’s account'),
      inMakersApp,
    ],
    AUTHENTICATION: [
      'reconnect',
      t('The access token was rejected or does not cover this vehicle'),
      t('Connect again and include this vehicle.'),
    ],
    PERMISSION: [
      'developer',
      t('The owner did not grant the permission for this'),
      t('Make sure the environment’s scopes include the permission, then connect again.'),
      'reconnect',
    ],
    RESOURCE_NOT_FOUND: ['developer', t('The API does not know this address'), checkBaseUrl()],
    VEHICLE_STATE: [
      'owner',
      t('The vehicle’s state does not allow this'),
      t('The owner must change it at the vehicle. Then try again.'),
    ],
    'VEHICLE_STATE:ASLEEP': ['retry', t('The vehicle is asleep'), later],
    'VEHICLE_STATE:IN_MOTION': ['retry', t('The vehicle is moving'), t('Try again when it is parked.')],
    'VEHICLE_STATE:UNREACHABLE': ['retry', t('The vehicle is offline'), t('Try again when it has a signal.')],
    'VEHICLE_STATE:VEHICLE_OFFLINE_FOR_SERVICE': ['retry', t('The vehicle is offline for service'), later],
    'VEHICLE_STATE:UNKNOWN': ['retry', t('The vehicle is in an unknown state'), later],
    RATE_LIMIT: ['retry', t('Rate limit reached for this application'), t('Wait, then send fewer requests.')],
    'RATE_LIMIT:VEHICLE': [
      'retry',
      t('Rate limit reached for this vehicle'),
      t('Wait, then send fewer requests for this vehicle.'),
    ],
    BILLING: ['developer', t('The application’s plan does not allow this'), t('Check the plan in the dashboard.')],
    'BILLING:ACCOUNT_SUSPENDED': [
      'developer',
      t('The application’s account is suspended'),
      t('Check billing in the dashboard.'),
    ],
    'BILLING:VEHICLE_LIMIT': [
      'developer',
      t('The application has more vehicles than its plan allows'),
      t('Disconnect a vehicle or change the plan.'),
    ],
    'BILLING:VEHICLE_REQUEST_LIMIT': [
      'developer',
      t('The plan’s request quota for this vehicle is used up'),
      t('Wait until next month or change the plan.'),
    ],
    SERVER: ['retry', t('The API had an internal error'), later],
    'SERVER:RECORD_NOT_FOUND': ['developer', t('The API has no battery record for this vehicle'), support],
    'SERVER:MULTIPLE_RECORDS_FOUND': ['developer', t('The API has several battery records for this vehicle'), support],
    COMPATIBILITY: ['nobody', t('The vehicle does not support this'), noRetry],
    'COMPATIBILITY:MAKE_NOT_COMPATIBLE': ['nobody', t('The API does not support this make'), noRetry],
    UPSTREAM: ['retry', t('The vehicle maker’s servers had an error'), later],
  };
  return new Map(Object.entries(rows).map(([name, row]) => [name, text(...row)]));
}

export const grantStep = (permission: Permission) =>
  t('Make sure the environment’s scopes include “{0}”, then connect again.', permission);
export const checkBaseUrl = () => t('Check baseUrl in the vehicleData.environments setting.');
const signInAgain = () => t('The owner must sign in to the vehicle maker again.');

/** The type that a status stands for (public), used if the body doesn't say. */
const typeByStatus: ReadonlyMap<number, string> = new Map([
  [400, 'VALIDATION'],
  [401, 'AUTHENTICATION'],
  [403, 'PERMISSION'],
  [404, 'RESOURCE_NOT_FOUND'],
  [409, 'VEHICLE_STATE'],
  [429, 'RATE_LIMIT'],
  [430, 'BILLING'],
  [500, 'SERVER'],
  [501, 'COMPATIBILITY'],
  [502, 'UPSTREAM'],
]);

/**
 * Statuses whose meaning a different type must not change: a 403 is not an expired token, 430 and 501 are never
 * retried.
 */
const plainStatuses: ReadonlySet<number> = new Set([403, 430, 501]);

/** Texts that differ in one version. */
export interface OwnTexts {
  readonly byName: ReadonlyMap<string, ErrorText>;
  /** The text for status 410. */
  readonly gone?: ErrorText | undefined;
}

/** What a refusal says about its cause. */
export interface ErrorName {
  readonly type: string;
  readonly code: string | undefined;
  readonly resolution: string | undefined;
}

/** The most specific text available. The service's advice is used only for errors missing from the table. */
export function textOfError(status: number, { type, code, resolution }: ErrorName, own: OwnTexts): ErrorText {
  const byStatus = textOfStatus(status, own);
  if (status === 410 || (plainStatuses.has(status) && typeByStatus.get(status) !== type)) return byStatus;
  const texts = new Map([...errorTexts(), ...own.byName]);
  const known = texts.get(`${type}:${code ?? ''}`) ?? texts.get(type);
  if (known) return known;
  switch (resolution) {
    case 'RETRY_LATER':
      return text('retry', byStatus.what, t('Try again later.'));
    case 'CONTACT_SUPPORT':
      return text('developer', byStatus.what, t('Give support the request ID.'));
    case 'REAUTHENTICATE':
      return text('owner', byStatus.what, signInAgain());
    default:
      return byStatus;
  }
}

export function textOfStatus(status: number, own: OwnTexts): ErrorText {
  if (status === 410 && own.gone) return own.gone;
  const known = errorTexts().get(typeByStatus.get(status) ?? '');
  if (known) return known;
  if (status >= 500) return text('retry', t('The API or a proxy in front of it had an error'), t('Try again later.'));
  return text('developer', t('The API rejected the request'), checkBaseUrl());
}
