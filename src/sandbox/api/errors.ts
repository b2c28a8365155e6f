import { STATUS_CODES } from 'node:http';
import type { RuleIds } from '../rules.ts';

/** A refusal of the token endpoint (RFC 6749, section 5.2; public for this service). */
export class OAuthFailure extends Error {
  readonly status: 400 | 401;
  readonly error: string;
  readonly rules: RuleIds;

  constructor(status: 400 | 401, error: string, description: string, rules: RuleIds) {
    super(description);
    this.status = status;
    this.error = error;
    this.rules = rules;
  }

  body() {
    return { error: this.error, error_description: this.message };
  }
}

/** A request of a browser that gets a page, never a redirect. */
export class PageFailure extends Error {
  readonly status: 400 | 401 | 403;
  readonly nextStep: string;
  readonly rules: RuleIds;

  constructor(status: 400 | 401 | 403, message: string, nextStep: string, rules: RuleIds) {
    super(message);
    this.status = status;
    this.rules = rules;
    this.nextStep = nextStep;
  }
}

interface ApiFailureDetails {
  readonly code?: string;
  readonly resolution?: 'RETRY_LATER' | 'REAUTHENTICATE' | 'CONTACT_SUPPORT';
  readonly detail?: readonly string[];
  /** Seconds; becomes the header Retry-After. */
  readonly retryAfter?: number;
}

/** A refusal of a vehicle data endpoint, with the body that is publicly documented (version 2). */
export class ApiFailure extends Error {
  readonly status: 400 | 401 | 403 | 404 | 429 | 430 | 500 | 501;
  readonly type: string;
  readonly rules: RuleIds;
  readonly details: ApiFailureDetails;

  constructor(
    status: ApiFailure['status'],
    type: string,
    description: string,
    rules: RuleIds,
    details: ApiFailureDetails = {},
  ) {
    super(description);
    this.status = status;
    this.type = type;
    this.rules = rules;
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
  badToken: (rule: 'data.bearer' | 'data.access-7200') =>
    new ApiFailure(
      401,
      'AUTHENTICATION',
      'The authorization header is missing or malformed, or it contains invalid or expired authentication credentials.',
      [rule, 'errors.authentication'],
    ),
  vehicleNotCovered: () =>
    new ApiFailure(401, 'AUTHENTICATION', 'The access token does not cover this vehicle.', [
      'data.vehicle-not-covered',
    ]),
  missingPermission: (permission: string) =>
    new ApiFailure(403, 'PERMISSION', `Your application has insufficient permissions: ${permission}.`, [
      'data.permission',
      'errors.permission',
    ]),
  makeNotLowerCase: (make: string) =>
    new ApiFailure(
      403,
      'PERMISSION',
      `Your application has insufficient permissions: the make ${make} must be in lower case.`,
      ['records.lower-case'],
    ),
  badVehicleId: (id: string) =>
    new ApiFailure(400, 'VALIDATION', `The vehicle id is not valid: ${id}`, ['data.vehicle-id'], {
      detail: ['id must be a UUID'],
    }),
  badParameter: (
    detail: readonly string[],
    rule: 'data.parameters' | 'data.unit-system' | 'records.bad-dates' = 'data.parameters',
  ) => new ApiFailure(400, 'VALIDATION', 'Request invalid or malformed.', [rule], { code: 'PARAMETER', detail }),
  unknownVersion: (version: string) =>
    new ApiFailure(
      404,
      'RESOURCE_NOT_FOUND',
      `There is no version ${version} here.`,
      ['data.version', 'errors.version'],
      {
        code: 'VERSION',
      },
    ),
  unknownPath: () =>
    new ApiFailure(404, 'RESOURCE_NOT_FOUND', 'There is nothing at this path.', ['data.path'], { code: 'PATH' }),
  makeWithoutRecords: (make: string) =>
    new ApiFailure(
      501,
      'COMPATIBILITY',
      `Charge records are not available for the make ${make}.`,
      ['records.two-makes', 'errors.compatibility'],
      { code: 'MAKE_NOT_COMPATIBLE' },
    ),
  otherMake: (make: string) =>
    new ApiFailure(501, 'COMPATIBILITY', `This vehicle is not a ${make}.`, ['records.other-make'], {
      code: 'VEHICLE_NOT_CAPABLE',
    }),
  outsideGeography: () =>
    new ApiFailure(
      501,
      'COMPATIBILITY',
      'Nominal capacity is available for vehicles based in the United States and Europe only.',
      ['capacity.geography', 'errors.compatibility'],
      { code: 'VEHICLE_NOT_CAPABLE' },
    ),
  applicationLimit: () =>
    new ApiFailure(429, 'RATE_LIMIT', 'Your application has exceeded its rate limit.', ['limits.application'], {
      code: 'SMARTCAR_API',
      resolution: 'RETRY_LATER',
    }),
  vehicleLimit: (retryAfter: number) =>
    new ApiFailure(
      429,
      'RATE_LIMIT',
      'You have reached the throttling rate limit for this vehicle. Please see the retry-after header (seconds) for ' +
        'when to retry the request.',
      ['limits.vehicle', 'limits.vehicle-number'],
      { code: 'VEHICLE', resolution: 'RETRY_LATER', retryAfter },
    ),
  plan: (code: 'INVALID_PLAN' | 'VEHICLE_LIMIT' | 'VEHICLE_REQUEST_LIMIT' | 'ACCOUNT_SUSPENDED') =>
    new ApiFailure(430, 'BILLING', 'The plan of your application does not allow this request.', ['limits.plan'], {
      code,
      resolution: 'CONTACT_SUPPORT',
    }),
  internal: () =>
    new ApiFailure(500, 'SERVER', 'The sandbox failed; its error output says why.', ['sandbox.failure'], {
      code: 'INTERNAL',
      resolution: 'RETRY_LATER',
    }),
};
