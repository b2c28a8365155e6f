import { STATUS_CODES } from 'node:http';

/**
 * What a behaviour of the sandbox rests on: the document; public knowledge about the service; or a guess where both
 * are silent. Every answer says it in the header `Sandbox-Basis`.
 */
export type Basis = 'document' | 'public' | 'assumed';

/** A refusal of the token endpoint (RFC 6749, section 5.2; public for this service). */
export class OAuthFailure extends Error {
  readonly status: 400 | 401;
  readonly error: string;
  readonly basis: Basis;

  constructor(status: 400 | 401, error: string, description: string, basis: Basis) {
    super(description);
    this.status = status;
    this.error = error;
    this.basis = basis;
  }

  body() {
    return { error: this.error, error_description: this.message };
  }
}

/** A request of a browser that gets a page, never a redirect. */
export class PageFailure extends Error {
  readonly status: 400 | 401 | 403;
  readonly nextStep: string;

  constructor(status: 400 | 401 | 403, message: string, nextStep: string) {
    super(message);
    this.status = status;
    this.nextStep = nextStep;
  }
}

interface ApiFailureDetails {
  readonly code?: string;
  readonly resolution?: 'RETRY_LATER' | 'REAUTHENTICATE' | 'CONTACT_SUPPORT';
  readonly detail?: readonly string[];
}

/** A refusal of a vehicle data endpoint, with the body that is publicly documented (version 2). */
export class ApiFailure extends Error {
  readonly status: 400 | 401 | 403 | 404 | 500 | 501;
  readonly type: string;
  readonly basis: Basis;
  readonly details: ApiFailureDetails;

  constructor(
    status: ApiFailure['status'],
    type: string,
    description: string,
    basis: Basis,
    details: ApiFailureDetails = {},
  ) {
    super(description);
    this.status = status;
    this.type = type;
    this.basis = basis;
    this.details = details;
  }

  body(requestId: string) {
    return {
      type: this.type,
      code: this.details.code ?? null,
      description: this.message,
      docURL: 'https://smartcar.com/docs/api-reference/api-errors',
      statusCode: this.status,
      requestId,
      resolution: { type: this.details.resolution ?? null },
      suggestedUserMessage: `<app name> could not read your vehicle: ${STATUS_CODES[this.status] ?? 'error'}.`,
      ...(this.details.detail && { detail: this.details.detail }),
    };
  }
}

/** Every refusal of the vehicle data endpoints, by the rule that it enforces. */
export const refusals = {
  badToken: () =>
    new ApiFailure(
      401,
      'AUTHENTICATION',
      'The authorization header is missing or malformed, or it contains invalid or expired authentication credentials.',
      'public',
    ),
  /** Publicly, a vehicle that the token does not cover is an AUTHENTICATION error too. */
  vehicleNotCovered: () =>
    new ApiFailure(401, 'AUTHENTICATION', 'The access token does not cover this vehicle.', 'public'),
  missingPermission: (permission: string) =>
    new ApiFailure(403, 'PERMISSION', `Your application has insufficient permissions: ${permission}.`, 'public'),
  makeNotLowerCase: (make: string) =>
    new ApiFailure(
      403,
      'PERMISSION',
      `Your application has insufficient permissions: the make ${make} must be in lower case.`,
      'public',
    ),
  badVehicleId: (id: string) =>
    new ApiFailure(400, 'VALIDATION', `The vehicle id is not valid: ${id}`, 'public', {
      detail: ['id must be a UUID'],
    }),
  badParameter: (detail: readonly string[]) =>
    new ApiFailure(400, 'VALIDATION', 'Request invalid or malformed.', 'assumed', { code: 'PARAMETER', detail }),
  unknownVersion: (version: string) =>
    new ApiFailure(404, 'RESOURCE_NOT_FOUND', `There is no version ${version} here.`, 'public', { code: 'VERSION' }),
  unknownPath: () =>
    new ApiFailure(404, 'RESOURCE_NOT_FOUND', 'There is nothing at this path.', 'public', { code: 'PATH' }),
  makeWithoutRecords: (make: string) =>
    new ApiFailure(501, 'COMPATIBILITY', `Charge records are not available for the make ${make}.`, 'assumed', {
      code: 'MAKE_NOT_COMPATIBLE',
    }),
  otherMake: (make: string) =>
    new ApiFailure(501, 'COMPATIBILITY', `This vehicle is not a ${make}.`, 'assumed', { code: 'VEHICLE_NOT_CAPABLE' }),
  outsideGeography: () =>
    new ApiFailure(
      501,
      'COMPATIBILITY',
      'Nominal capacity is available for vehicles based in the United States and Europe only.',
      'assumed',
      { code: 'VEHICLE_NOT_CAPABLE' },
    ),
  internal: () =>
    new ApiFailure(500, 'SERVER', 'The sandbox failed; its error output says why.', 'assumed', {
      code: 'INTERNAL',
      resolution: 'RETRY_LATER',
    }),
};
