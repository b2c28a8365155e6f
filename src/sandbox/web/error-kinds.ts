import type { ContentfulStatusCode } from 'hono/utils/http-status';

type Resolution = 'RETRY_LATER' | 'REAUTHENTICATE' | 'CONTACT_SUPPORT';

interface ErrorKind {
  readonly status: ContentfulStatusCode;
  /** null: the type also occurs without a code. */
  readonly codes: readonly (string | null)[];
  readonly resolution?: Resolution;
}

/** Every error of the vehicle data endpoints that is publicly documented, the most frequent first. */
const kinds = {
  RATE_LIMIT: { status: 429, codes: ['VEHICLE', 'SMARTCAR_API'], resolution: 'RETRY_LATER' },
  AUTHENTICATION: { status: 401, codes: [null] },
  PERMISSION: { status: 403, codes: [null] },
  CONNECTED_SERVICES_ACCOUNT: {
    status: 400,
    codes: [
      'ACCOUNT_ISSUE',
      'AUTHENTICATION_FAILED',
      'NO_VEHICLES',
      'PERMISSION',
      'SUBSCRIPTION',
      'VEHICLE_MISSING',
      'VIRTUAL_KEY_REQUIRED',
    ],
  },
  BILLING: {
    // A status of the service's own, missing from the standard status codes.
    status: 430 as ContentfulStatusCode,
    codes: ['INVALID_PLAN', 'VEHICLE_LIMIT', 'VEHICLE_REQUEST_LIMIT', 'ACCOUNT_SUSPENDED'],
    resolution: 'CONTACT_SUPPORT',
  },
  UPSTREAM: {
    status: 502,
    codes: ['INVALID_DATA', 'KNOWN_ISSUE', 'NO_RESPONSE', 'RATE_LIMIT', 'UNKNOWN_ISSUE'],
    resolution: 'RETRY_LATER',
  },
  SERVER: { status: 500, codes: ['INTERNAL', 'RECORD_NOT_FOUND', 'MULTIPLE_RECORDS_FOUND'] },
  COMPATIBILITY: {
    status: 501,
    codes: ['MAKE_NOT_COMPATIBLE', 'PLATFORM_NOT_CAPABLE', 'SMARTCAR_NOT_CAPABLE', 'VEHICLE_NOT_CAPABLE'],
  },
  RESOURCE_NOT_FOUND: { status: 404, codes: ['PATH', 'VERSION'] },
  VALIDATION: { status: 400, codes: [null, 'PARAMETER'] },
  VEHICLE_STATE: {
    status: 409,
    codes: [
      'ASLEEP',
      'CHARGING_IN_PROGRESS',
      'CHARGING_PLUG_CONNECTED',
      'CHARGING_PLUG_NOT_CONNECTED',
      'DOOR_OPEN',
      'FULLY_CHARGED',
      'NOT_CHARGING',
      'CHARGE_FAULT',
      'HOOD_OPEN',
      'IGNITION_ON',
      'IN_MOTION',
      'REMOTE_ACCESS_DISABLED',
      'TRUNK_OPEN',
      'UNKNOWN',
      'UNREACHABLE',
      'VEHICLE_OFFLINE_FOR_SERVICE',
    ],
  },
} as const satisfies Record<string, ErrorKind>;
export type ErrorType = keyof typeof kinds;

/** Resolutions that depend on the code instead of the type. */
const resolutionsOfCodes: Readonly<Partial<Record<string, Resolution>>> = {
  'CONNECTED_SERVICES_ACCOUNT:AUTHENTICATION_FAILED': 'REAUTHENTICATE',
  'SERVER:INTERNAL': 'RETRY_LATER',
  'SERVER:RECORD_NOT_FOUND': 'CONTACT_SUPPORT',
  'SERVER:MULTIPLE_RECORDS_FOUND': 'CONTACT_SUPPORT',
};

export const errorTypes = Object.keys(kinds) as [ErrorType, ...ErrorType[]];

/** Further codes in version 3, including for types that otherwise have none (reported). */
const codesOfVersion3: Readonly<Partial<Record<ErrorType, readonly [string, ...string[]]>>> = {
  AUTHENTICATION: ['UNAUTHORIZED'],
  RESOURCE_NOT_FOUND: ['INVALID_PATH', 'VEHICLE_NOT_FOUND', 'SIGNAL_NOT_FOUND'],
  VALIDATION: ['INVALID_INPUT_FORMAT', 'MISSING_PARAMETER'],
};

export function version3Codes(type: ErrorType): readonly string[] {
  return codesOfVersion3[type] ?? [];
}

export function statusOf(type: ErrorType): ContentfulStatusCode {
  return kinds[type].status;
}

/** The codes of a type; the first is its default. */
export function codesOf(type: ErrorType): readonly (string | null)[] {
  return kinds[type].codes;
}

export function resolutionOf(type: ErrorType, code: string | null): Resolution | null {
  const { resolution }: ErrorKind = kinds[type];
  return (code === null ? undefined : resolutionsOfCodes[`${type}:${code}`]) ?? resolution ?? null;
}

/** Whether the owner has to sign in to the vehicle maker again. */
export function isSignInFailure(type: string, code: string | null | undefined): boolean {
  return resolutionsOfCodes[`${type}:${code ?? ''}`] === 'REAUTHENTICATE';
}
