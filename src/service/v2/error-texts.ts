import { t } from '../../common/translate.ts';
import type { Remedy, Turn } from '../model/errors.ts';
import { announcedEnd } from './announced-end.ts';

/** What a refusal of the vehicle data endpoints means for people. `what` is the beginning of a sentence. */
export interface ErrorText {
  readonly turn: Turn;
  readonly what: string;
  readonly nextStep: string;
  /** Where it is another one than the turn implies. */
  readonly remedy?: Remedy;
}

const text = (turn: Turn, what: string, nextStep: string): ErrorText => ({ turn, what, nextStep });

const later = () => t('Try again later.');
const inMakersApp = () => t('The owner signs in to the vehicle maker’s app and puts it right there; then try again.');
const atTheVehicle = () => t('The owner changes that at the vehicle; then try again.');
const noRetry = () => t('Nothing to be done: asking again changes nothing.');
const support = () => t('Give the request id to the service’s support; asking again changes nothing.');
const checkBaseUrl = () => t('Check baseUrl in the setting vehicleData.environments.');

/** Version 2.0 is announced for deprecation (document, "Versioning"). */
export const switchedOff = (): ErrorText => ({
  turn: 'developer',
  what: t('Version 2.0 of the service looks switched off'),
  nextStep: t(
    'Look at the service’s announcements: version 2.0 was announced for deprecation {0}. Check baseUrl in the setting vehicleData.environments.',
    announcedEnd(),
  ),
  remedy: 'explain-version',
});

/**
 * By `TYPE:CODE`, else by `TYPE` (public). Codes that need no words of their own are left to their type: the message
 * names them, and the service's description explains them.
 */
const apiErrorTexts: ReadonlyMap<string, () => ErrorText> = new Map([
  [
    'VALIDATION',
    () =>
      text('developer', t('The service can’t read the request'), t('Check the vehicle id, the make and the dates.')),
  ],

  [
    'CONNECTED_SERVICES_ACCOUNT',
    () => text('owner', t('The owner’s account with the vehicle maker is in the way'), inMakersApp()),
  ],
  [
    'CONNECTED_SERVICES_ACCOUNT:AUTHENTICATION_FAILED',
    () =>
      text(
        'owner',
        t('The vehicle maker no longer accepts the owner’s sign-in'),
        t('The owner signs in to the maker again.'),
      ),
  ],
  [
    'CONNECTED_SERVICES_ACCOUNT:NO_VEHICLES',
    () => text('owner', t('The owner’s account with the vehicle maker has no vehicle'), inMakersApp()),
  ],
  [
    'CONNECTED_SERVICES_ACCOUNT:SUBSCRIPTION',
    () =>
      text('owner', t('The vehicle’s connected services subscription has ended or its data is too old'), inMakersApp()),
  ],
  [
    'CONNECTED_SERVICES_ACCOUNT:VEHICLE_MISSING',
    () => text('owner', t('The vehicle is no longer in the owner’s account with the vehicle maker'), inMakersApp()),
  ],

  [
    'AUTHENTICATION',
    () =>
      text(
        'reconnect',
        t('The service does not accept the access token, or it does not cover this vehicle'),
        t('Run “Vehicle Data: Connect” so that the owner grants access again, to this vehicle too.'),
      ),
  ],
  [
    'PERMISSION',
    () => ({
      ...text(
        'developer',
        t('The owner did not grant the permission for this'),
        t(
          'Have the permission in scopes of the setting vehicleData.environments, then run “Vehicle Data: Connect” again.',
        ),
      ),
      remedy: 'reconnect',
    }),
  ],

  ['RESOURCE_NOT_FOUND', () => text('developer', t('The service does not know this address'), checkBaseUrl())],
  ['RESOURCE_NOT_FOUND:VERSION', switchedOff],

  ['VEHICLE_STATE', () => text('owner', t('The state of the vehicle does not allow this'), atTheVehicle())],
  ['VEHICLE_STATE:ASLEEP', () => text('retry', t('The vehicle is asleep'), later())],
  ['VEHICLE_STATE:IN_MOTION', () => text('retry', t('The vehicle is in motion'), t('Try again when it is parked.'))],
  [
    'VEHICLE_STATE:UNREACHABLE',
    () => text('retry', t('The vehicle can’t be reached'), t('Try again when it has a signal.')),
  ],
  ['VEHICLE_STATE:VEHICLE_OFFLINE_FOR_SERVICE', () => text('retry', t('The vehicle is offline for service'), later())],
  ['VEHICLE_STATE:UNKNOWN', () => text('retry', t('The vehicle is in an unknown state'), later())],

  [
    'RATE_LIMIT',
    () =>
      text(
        'retry',
        t('The application made too many requests'),
        t('Wait as long as it asks; then make fewer requests.'),
      ),
  ],
  [
    'RATE_LIMIT:VEHICLE',
    () =>
      text(
        'retry',
        t('This vehicle was asked too often'),
        t('Wait as long as it asks; then ask this vehicle less often.'),
      ),
  ],

  [
    'BILLING',
    () =>
      text(
        'developer',
        t('The application’s plan does not allow this'),
        t('Look at the plan in the service’s dashboard.'),
      ),
  ],
  [
    'BILLING:ACCOUNT_SUSPENDED',
    () =>
      text('developer', t('The application’s account is suspended'), t('Look at billing in the service’s dashboard.')),
  ],
  [
    'BILLING:VEHICLE_LIMIT',
    () =>
      text(
        'developer',
        t('The application has more vehicles than its plan allows'),
        t('Disconnect a vehicle, or change the plan.'),
      ),
  ],
  [
    'BILLING:VEHICLE_REQUEST_LIMIT',
    () =>
      text(
        'developer',
        t('The plan’s requests for this vehicle are used up'),
        t('Wait for the next month, or change the plan.'),
      ),
  ],

  ['SERVER', () => text('retry', t('The service has a problem of its own'), later())],
  [
    'SERVER:RECORD_NOT_FOUND',
    () => text('developer', t('The service has no record of this vehicle’s battery'), support()),
  ],
  [
    'SERVER:MULTIPLE_RECORDS_FOUND',
    () => text('developer', t('The service has several records that may be this vehicle’s battery'), support()),
  ],

  ['COMPATIBILITY', () => text('nobody', t('This vehicle does not offer this'), noRetry())],
  ['COMPATIBILITY:MAKE_NOT_COMPATIBLE', () => text('nobody', t('The service does not support this make'), noRetry())],
  [
    'COMPATIBILITY:PLATFORM_NOT_CAPABLE',
    () => text('nobody', t('The vehicle maker’s platform does not offer this'), noRetry()),
  ],
  [
    'COMPATIBILITY:SMARTCAR_NOT_CAPABLE',
    () => text('nobody', t('The service does not offer this for this make'), noRetry()),
  ],

  ['UPSTREAM', () => text('retry', t('The vehicle maker’s servers have a problem'), later())],
  [
    'UPSTREAM:INVALID_DATA',
    () => text('retry', t('The vehicle maker’s servers gave data that makes no sense'), later()),
  ],
  ['UPSTREAM:NO_RESPONSE', () => text('retry', t('The vehicle maker’s servers did not answer'), later())],
  ['UPSTREAM:RATE_LIMIT', () => text('retry', t('The vehicle maker’s servers are asked too often'), later())],
]);

/** The type that a status stands for (public): what is gone by if the body doesn't tell. */
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

/** The most exact text there is for a refusal; undefined where the table doesn't know its type. */
export function textOfError(type: string, code: string | undefined): ErrorText | undefined {
  return (apiErrorTexts.get(`${type}:${code ?? ''}`) ?? apiErrorTexts.get(type))?.();
}

export function textOfStatus(status: number): ErrorText {
  if (status === 410) return switchedOff();
  const known = apiErrorTexts.get(typeByStatus.get(status) ?? '');
  if (known) return known();
  if (status >= 500) return text('retry', t('The service or a proxy before it has a problem'), later());
  return text('developer', t('The service refused the request'), checkBaseUrl());
}
