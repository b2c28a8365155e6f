import type { SandboxVehicle } from '../world/world.ts';
import { type ConnectRequest, withEncodedParameters } from './connect-request.ts';

/** Where the browser is sent. Undefined if the Connect URL has no redirect URI: then a page shows the outcome. */
type Location = string | undefined;

/**
 * The owner allowed access. Without a code (public: with `response_type=none`, because version 3 does not use it, and
 * for an application of version 3) the owner's ID is all; with it, it is included if given (public, since recently).
 */
export function allowed(
  request: ConnectRequest,
  code: string | undefined,
  owner?: readonly [name: string, id: string],
  hasExternalId = true,
): Location {
  const externalId = hasExternalId ? (request.externalId ?? undefined) : undefined;
  return sent(request, [
    ...(code === undefined ? [] : ([['code', code]] as const)),
    ...(owner === undefined ? [] : [owner]),
    ...(externalId === undefined ? [] : ([['external_id', encodeURIComponent(externalId)]] as const)),
  ]);
}

/** An outcome other than a grant; all but access_denied are chosen manually. */
interface FailedOutcome {
  readonly error: string;
  /** The label of the button. */
  readonly words: string;
  readonly description: string;
  readonly extras?: (vehicle: SandboxVehicle | undefined) => [string, string][];
}

const incompatible = { error: 'vehicle_incompatible', description: "The user's vehicle is not compatible." } as const;

/** By the value of the button. No source has the texts of no_vehicles and server_error: they are assumed. */
export const failedOutcomes = {
  deny: { error: 'access_denied', words: 'Deny', description: 'User denied access to application.' },
  invalid_subscription: {
    error: 'invalid_subscription',
    words: 'No subscription',
    description: 'User does not have an active connected vehicle subscription',
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
  },
  configuration_error: {
    error: 'configuration_error',
    words: 'Configuration error',
    description: 'There has been an error in the configuration of your application.',
    extras: () => [
      ['status_code', '400'],
      ['error_message', 'The application is not configured for the requested permissions.'],
    ],
  },
  server_error: { error: 'server_error', words: 'Server error', description: 'Unexpected server error.' },
} as const satisfies Record<string, FailedOutcome>;
type FailedOutcomeName = keyof typeof failedOutcomes;

export function isFailedOutcome(name: string): name is FailedOutcomeName {
  return Object.hasOwn(failedOutcomes, name);
}

/** `vehicle` is the incompatible one. */
export function failed(
  request: ConnectRequest,
  name: FailedOutcomeName,
  vehicle: SandboxVehicle | undefined,
): Location {
  const { error, description, extras }: FailedOutcome = failedOutcomes[name];
  const parameters = [['error', error], ['error_description', description], ...(extras?.(vehicle) ?? [])] as const;
  return sent(
    request,
    parameters.map(([key, value]) => [key, encodeURIComponent(value)]),
  );
}

function sent(
  { encodedState, redirectUri }: ConnectRequest,
  parameters: readonly (readonly [string, string])[],
): Location {
  if (redirectUri === undefined) return undefined;
  const state = encodedState === undefined ? [] : ([['state', encodedState]] as const);
  return withEncodedParameters(redirectUri, [...parameters, ...state]);
}
