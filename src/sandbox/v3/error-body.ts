import { codesOf, resolutionOf, statusOf, version3Codes } from '../web/error-kinds.ts';
import type { NamedError } from '../web/sandbox-api.ts';

/** Codes in the examples of older copies (public), by status. Such errors have neither a type nor a request ID. */
const olderCodes: Readonly<Partial<Record<number, string>>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  500: 'internal_error',
};

interface ErrorFields {
  readonly form: NamedError['v3Errors'];
  readonly status: number;
  readonly type: string;
  readonly code: string | null;
  readonly detail: string;
  readonly requestId: string;
  readonly resolution?: { readonly type: string | null; readonly url?: string };
}

/**
 * JSON:API: a list of errors, whose status is a string. For a status without an older example, the typed form is used.
 */
export function errorList({ form, status, type, code, detail, requestId, resolution = { type: null } }: ErrorFields) {
  const older = form === 'untyped' ? olderCodes[status] : undefined;
  return {
    errors: [
      {
        status: String(status),
        ...(older === undefined ? { type, code } : { code: older }),
        title: titleOf(older ?? code ?? type),
        detail,
        links: {
          about: `https://smartcar.com/docs/errors/api-errors/${type.toLowerCase().replaceAll('_', '-')}-errors`,
        },
        resolution,
        suggestedUserMessage: '<app name> could not reach your vehicle. Please try again later.',
        ...(older === undefined && { meta: { debug: { requestId } } }),
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
  v3Errors: form,
}: NamedError) {
  const status = statusOf(type);
  const name = code === null ? type : `${type}:${code}`;
  const resolution = { type: resolutionOf(type, code), ...(ownerUrl !== undefined && { url: ownerUrl }) };
  const detail = `The sandbox was told to answer with ${name}.`;
  return { status, body: errorList({ form, status, type, code, detail, requestId, resolution }) };
}

/** `Invalid path` for `INVALID_PATH` */
function titleOf(name: string): string {
  const words = name.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
