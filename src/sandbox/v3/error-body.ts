import { codesOf, resolutionOf, statusOf, version3Codes } from '../web/error-kinds.ts';
import type { NamedError } from '../web/face.ts';

interface ErrorFields {
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly detail: string;
  readonly requestId: string;
  readonly resolution?: { readonly type: string | null; readonly url?: string };
}

/** JSON:API: a list of errors, whose status is a text. */
export function errorList({ status, type, code, detail, requestId, resolution = { type: null } }: ErrorFields) {
  return {
    errors: [
      {
        status: String(status),
        type,
        code,
        title: titleOf(code ?? type),
        detail,
        links: {
          about: `https://smartcar.com/docs/errors/api-errors/${type.toLowerCase().replaceAll('_', '-')}-errors`,
        },
        resolution,
        suggestedUserMessage: '<app name> could not reach your vehicle. Please try again later.',
        meta: { debug: { requestId } },
      },
    ],
  };
}

/** Status and body of a documented error. */
export function namedError({
  type,
  code = version3Codes(type)[0] ?? codesOf(type)[0] ?? null,
  requestId,
  ownerUrl,
}: NamedError) {
  const status = statusOf(type);
  const name = code === null ? type : `${type}:${code}`;
  const resolution = { type: resolutionOf(type, code), ...(ownerUrl !== undefined && { url: ownerUrl }) };
  const detail = `The sandbox was told to answer with ${name}.`;
  return { status, body: errorList({ status, type, code, detail, requestId, resolution }) };
}

/** `Invalid path` for `INVALID_PATH` */
function titleOf(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
