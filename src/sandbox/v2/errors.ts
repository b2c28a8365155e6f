import type { Context } from 'hono';
import type { RuleIds } from '../rules/rules.ts';
import { Failure, type SandboxEnv } from '../web/http.ts';
import type { LimitRefusal } from '../world/limits.ts';
import { codesOf, type ErrorType, isSignInFailure, resolutionOf, statusOf } from '../web/error-kinds.ts';
import type { NamedError } from '../web/openapi.ts';

interface DocumentedError extends NamedError {
  readonly description?: string;
  readonly detail?: readonly string[] | undefined;
}

/** Status and body (version 2) of a documented error. */
export function documentedError({
  type,
  code = codesOf(type)[0] ?? null,
  requestId,
  ownerUrl,
  ...rest
}: DocumentedError) {
  const status = statusOf(type);
  const name = code === null ? type : `${type}:${code}`;
  const hasDetail = type === 'VALIDATION' || code === 'MULTIPLE_RECORDS_FOUND';
  const {
    description = `The sandbox was told to answer with ${name}.`,
    detail = hasDetail ? ['Invented by the sandbox'] : undefined,
  } = rest;
  return {
    status,
    body: {
      type,
      code,
      description,
      docURL: `https://smartcar.com/docs/errors/api-errors/${type.toLowerCase().replaceAll('_', '-')}-errors`,
      statusCode: status,
      requestId,
      resolution: {
        type: resolutionOf(type, code),
        ...(ownerUrl !== undefined && isSignInFailure(type, code) && { url: ownerUrl }),
      },
      suggestedUserMessage: '<app name> could not reach your vehicle. Please try again later.',
      ...(detail && { detail }),
    },
  };
}

interface FailureDetails {
  readonly detail?: readonly string[];
  /** Seconds; sent in the header Retry-After. */
  readonly retryAfter?: number;
}

/** A refusal of a vehicle data endpoint, with the body that is publicly documented (version 2). */
export class ApiFailure extends Failure {
  readonly type: ErrorType;
  readonly code: string | null;
  readonly details: FailureDetails;

  constructor(
    [type, code]: readonly [type: ErrorType, code?: string],
    description: string,
    rules: RuleIds,
    details: FailureDetails = {},
  ) {
    super(description, rules);
    this.type = type;
    this.code = code ?? null;
    this.details = details;
  }

  override respond(c: Context<SandboxEnv>): Response {
    const { type, code, message: description } = this;
    const { detail, retryAfter } = this.details;
    if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
    const { status, body } = documentedError({ type, code, description, detail, requestId: c.get('requestId') });
    return c.json(body, status);
  }
}

const limitRules: Readonly<Record<LimitRefusal['limit'], RuleIds>> = {
  application: ['limits.application'],
  vehicle: ['limits.vehicle', 'limits.vehicle-number'],
  plan: ['limits.plan'],
};

/** Every refusal of the vehicle data endpoints, by the rule that it enforces. */
export const refusals = {
  badToken: (rule: 'data.bearer' | 'data.access-7200') =>
    new ApiFailure(
      ['AUTHENTICATION'],
      'The authorization header is missing or malformed, or it contains invalid or expired authentication credentials.',
      [rule, 'errors.authentication'],
    ),
  vehicleNotCovered: () =>
    new ApiFailure(['AUTHENTICATION'], 'The access token does not cover this vehicle.', ['data.vehicle-not-covered']),
  missingPermission: (permission: string) =>
    new ApiFailure(['PERMISSION'], `Your application has insufficient permissions: ${permission}.`, [
      'data.permission',
      'errors.permission',
    ]),
  makeNotLowerCase: (make: string) =>
    new ApiFailure(
      ['PERMISSION'],
      `Your application has insufficient permissions: the make ${make} must be in lower case.`,
      ['records.lower-case'],
    ),
  badVehicleId: (id: string) =>
    new ApiFailure(['VALIDATION'], `The vehicle ID is not valid: ${id}`, ['data.vehicle-id'], {
      detail: ['id must be a UUID'],
    }),
  badParameter: (
    detail: readonly string[],
    rule: 'data.parameters' | 'data.unit-system' | 'records.bad-dates' = 'data.parameters',
  ) => new ApiFailure(['VALIDATION', 'PARAMETER'], 'Request invalid or malformed.', [rule], { detail }),
  unknownVersion: (version: string) =>
    new ApiFailure(['RESOURCE_NOT_FOUND', 'VERSION'], `There is no version ${version} here.`, [
      'data.version',
      'errors.version',
    ]),
  unknownPath: () => new ApiFailure(['RESOURCE_NOT_FOUND', 'PATH'], 'There is nothing at this path.', ['data.path']),
  makeWithoutRecords: (make: string) =>
    new ApiFailure(['COMPATIBILITY', 'MAKE_NOT_COMPATIBLE'], `Charge records are not available for the make ${make}.`, [
      'records.two-makes',
      'errors.compatibility',
    ]),
  otherMake: (make: string) =>
    new ApiFailure(['COMPATIBILITY', 'VEHICLE_NOT_CAPABLE'], `This vehicle is not a ${make}.`, ['records.other-make']),
  outsideGeography: () =>
    new ApiFailure(
      ['COMPATIBILITY', 'VEHICLE_NOT_CAPABLE'],
      'Nominal capacity is available for vehicles based in the United States and Europe only.',
      ['capacity.geography', 'errors.compatibility'],
    ),
  limit: ({ limit, error, description, retryAfter }: LimitRefusal) =>
    new ApiFailure(
      error,
      retryAfter === undefined
        ? description
        : `${description} Please see the retry-after header (seconds) for when to retry the request.`,
      limitRules[limit],
      retryAfter === undefined ? {} : { retryAfter },
    ),
  internal: () =>
    new ApiFailure(['SERVER', 'INTERNAL'], 'The sandbox failed; its error output says why.', ['sandbox.failure']),
};
