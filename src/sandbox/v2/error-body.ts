import { codesOf, isSignInFailure, resolutionOf, statusOf } from '../web/error-kinds.ts';
import type { NamedError } from '../web/sandbox-api.ts';

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
