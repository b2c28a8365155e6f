import type { ConnectRequest } from './connect-request.ts';
import { withEncodedParameters } from './redirect-uri.ts';
import type { RuleId, RuleIds } from '../behavior-basis.ts';
import type { SandboxVehicle } from '../world/world.ts';

/** Where the browser is sent, and which rules that demonstrates. */
export interface Outcome {
  /** Undefined if the Connect URL has no redirect URI: then a page shows the outcome. */
  readonly location: string | undefined;
  readonly rules: RuleIds;
}

type OwnerParameter = [name: string, id: string];

/** The owner allowed access. The owner's ID is included if given (public, since recently). */
export function allowed(request: ConnectRequest, code: string, owner?: OwnerParameter): Outcome {
  const extras: [string, string][] = owner === undefined ? [] : [owner];
  const { externalId } = request;
  if (typeof externalId === 'string') extras.push(['external_id', encodeURIComponent(externalId)]);
  const ofUserId: RuleId[] = owner === undefined ? [] : ['connect.user-id'];
  return sent(request, [['code', code], ...extras], ['connect.allowed', ...ofUserId, ...requestRules(request)]);
}

/** Public: with `response_type=none` there is no code, because version 3 does not use it. */
export function allowedWithoutCode(request: ConnectRequest, owner: OwnerParameter): Outcome {
  const { externalId } = request;
  const external: [string, string][] =
    externalId === undefined || externalId === null ? [] : [['external_id', encodeURIComponent(externalId)]];
  return sent(
    request,
    [owner, ...external],
    ['v3.connect.user-id', 'v3.connect.response-type-none', ...requestRules(request)],
  );
}

/** What an application of version 3 receives (public): no code, which identifies it. */
export function userIdOnly(request: ConnectRequest, owner: OwnerParameter): Outcome {
  return sent(request, [owner], ['connect.version-3']);
}

/** An outcome other than a grant; all but access_denied are chosen manually. */
export interface FailedOutcome {
  readonly error: string;
  /** The label of the button. */
  readonly words: string;
  readonly description: string;
  readonly rules: RuleIds;
  readonly extras?: (vehicle: SandboxVehicle | undefined) => [string, string][];
}

const incompatible = {
  error: 'vehicle_incompatible',
  description: "The user's vehicle is not compatible.",
  rules: ['connect.vehicle-incompatible'],
} as const;

/** By the value of the button. No source has the texts of no_vehicles and server_error: they are assumed. */
export const failedOutcomes = {
  deny: {
    error: 'access_denied',
    words: 'Deny',
    description: 'User denied access to application.',
    rules: ['connect.access-denied'],
  },
  invalid_subscription: {
    error: 'invalid_subscription',
    words: 'No subscription',
    description: 'User does not have an active connected vehicle subscription',
    rules: ['connect.invalid-subscription'],
  },
  vehicle_incompatible: {
    ...incompatible,
    words: 'Incompatible vehicle, details shared',
    extras: (vehicle) =>
      vehicle
        ? [
            ['vin', vehicle.vin],
            ['make', vehicle.make],
            ['model', vehicle.model],
            ['year', String(vehicle.year)],
          ]
        : [],
  },
  vehicle_incompatible_undisclosed: { ...incompatible, words: 'Incompatible vehicle, details withheld' },
  no_vehicles: {
    error: 'no_vehicles',
    words: 'No vehicles',
    description: 'No vehicles found in the account.',
    rules: ['connect.no-vehicles', 'connect.outcome-texts'],
  },
  configuration_error: {
    error: 'configuration_error',
    words: 'Configuration error',
    description: 'There has been an error in the configuration of your application.',
    rules: ['connect.configuration-error'],
    extras: () => [
      ['status_code', '400'],
      ['error_message', 'The application is not configured for the requested permissions.'],
    ],
  },
  server_error: {
    error: 'server_error',
    words: 'Server error',
    description: 'Unexpected server error.',
    rules: ['connect.server-error', 'connect.outcome-texts'],
  },
} as const satisfies Record<string, FailedOutcome>;
export type FailedOutcomeName = keyof typeof failedOutcomes;

export function isFailedOutcome(name: string): name is FailedOutcomeName {
  return Object.hasOwn(failedOutcomes, name);
}

/** `vehicle` is the incompatible one. */
export function failed(request: ConnectRequest, name: FailedOutcomeName, vehicle: SandboxVehicle | undefined): Outcome {
  const { error, description, rules, extras }: FailedOutcome = failedOutcomes[name];
  const parameters: [string, string][] = [
    ['error', error],
    ['error_description', description],
    ...(extras?.(vehicle) ?? []),
  ];
  return sent(
    request,
    parameters.map(([key, value]) => [key, encodeURIComponent(value)]),
    rules,
  );
}

/** Public: e-mail addresses that make the service's test mode fail after log-in. */
export const failingEmails: Readonly<Partial<Record<string, FailedOutcomeName>>> = {
  'smartcar@invalid-subscription.com': 'invalid_subscription',
  'smartcar@vehicle-incompatible.com': 'vehicle_incompatible',
};

function sent(request: ConnectRequest, parameters: readonly [string, string][], rules: RuleIds): Outcome {
  const { encodedState, redirectUri } = request;
  if (redirectUri === undefined) return { location: undefined, rules: [...rules, 'v3.connect.no-redirect'] };
  if (encodedState === undefined) return { location: withEncodedParameters(redirectUri, parameters), rules };
  const location = withEncodedParameters(redirectUri, [...parameters, ['state', encodedState]]);
  return { location, rules: [...rules, 'connect.state'] };
}

/** The rules for what the Connect URL requested and the grant honours. */
function requestRules(request: ConnectRequest): RuleId[] {
  const { permissions, make, singleSelect, singleSelectVin, hasApplicationId, externalId } = request;
  return [
    ...(hasApplicationId ? (['v3.connect.application-id'] as const) : []),
    ...(externalId === undefined ? [] : (['v3.connect.external-id'] as const)),
    ...(permissions.some(({ required }) => required) ? (['connect.required'] as const) : []),
    ...(make === undefined ? [] : (['connect.make'] as const)),
    ...(singleSelect ? (['connect.single-select'] as const) : []),
    ...(singleSelectVin === undefined ? [] : (['connect.single-select-vin'] as const)),
  ];
}
