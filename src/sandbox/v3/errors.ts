import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { RuleId, RuleIds } from '../rules/rules.ts';
import { codesOf, resolutionOf, statusOf, version3Codes } from '../web/error-kinds.ts';
import { Failure, type SandboxEnv } from '../web/http.ts';
import type { NamedError } from '../web/openapi.ts';
import type { LimitRefusal } from '../world/limits.ts';

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
function errorList({ form, status, type, code, detail, requestId, resolution = { type: null } }: ErrorFields) {
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

/** A refusal of version 3, as a JSON:API list of errors. */
class Version3Failure extends Failure {
  readonly status: ContentfulStatusCode;
  readonly type: string;
  readonly code: string;
  /** Seconds. */
  readonly retryAfter: number | undefined;

  constructor(
    status: ContentfulStatusCode,
    [type, code]: readonly [type: string, code: string],
    detail: string,
    rules: RuleIds,
    retryAfter?: number,
  ) {
    super(detail, rules);
    this.status = status;
    this.type = type;
    this.code = code;
    this.retryAfter = retryAfter;
  }

  override respond(c: Context<SandboxEnv>): Response {
    const { status, type, code, message: detail, retryAfter } = this;
    if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
    const error = { form: c.get('v3Errors'), status, type, code, detail, requestId: c.get('requestId') };
    return c.json(errorList(error), status);
  }
}

function notFound(code: string, kind: string, id: string, rule: RuleId): Version3Failure {
  return new Version3Failure(404, ['RESOURCE_NOT_FOUND', code], `${kind} with ID ${id} not found.`, [rule]);
}

const notCarriedOut = 'The path is right, but the sandbox carries out no commands.';

/** Every refusal of version 3, by the rule that it enforces. */
export const refusals = {
  unknownPath: (path: string, hint: string | undefined) =>
    new Version3Failure(404, ['RESOURCE_NOT_FOUND', 'INVALID_PATH'], `There is nothing at ${path}.`, [
      'v3.errors.list',
      'v3.invalid-path',
      ...(hint === undefined ? [] : (['sandbox.hint'] as const)),
    ]).withHint(hint),
  command: () =>
    new Version3Failure(501, ['COMPATIBILITY', 'SMARTCAR_NOT_CAPABLE'], notCarriedOut, [
      'v3.errors.list',
      'sandbox.commands',
    ]).withHint(notCarriedOut),
  badToken: () =>
    new Version3Failure(
      401,
      ['AUTHENTICATION', 'UNAUTHORIZED'],
      'The authorization header is missing or malformed, or it contains invalid or expired authentication credentials.',
      ['v3.bearer'],
    ),
  missingUser: () =>
    new Version3Failure(400, ['VALIDATION', 'MISSING_PARAMETER'], 'missing userId', [
      'v3.signals.user-header',
      'v3.signals.user-missing',
    ]),
  unknownVehicle: (id: string, rule: 'v3.vehicles.not-found' | 'v3.signals.user-other' = 'v3.vehicles.not-found') =>
    new Version3Failure(404, ['RESOURCE_NOT_FOUND', 'VEHICLE_NOT_FOUND'], `Vehicle with ID ${id} not found.`, [rule]),
  signalNotStored: (code: string) =>
    new Version3Failure(404, ['RESOURCE_NOT_FOUND', 'SIGNAL_NOT_FOUND'], `Signal ${code} not found.`, [
      'v3.signals.not-stored',
      'v3.signals.store',
    ]),
  unknownConnection: (id: string) => notFound('CONNECTION_NOT_FOUND', 'Connection', id, 'v3.connections.not-found'),
  unknownUser: (id: string) => notFound('USER_NOT_FOUND', 'User', id, 'v3.users.not-found'),
  unknownSubscription: (id: string) =>
    notFound('SUBSCRIPTION_NOT_FOUND', 'Subscription', id, 'v3.subscriptions.not-found'),
  unknownWebhook: (id: string) => notFound('WEBHOOK_NOT_FOUND', 'Webhook', id, 'v3.webhooks.not-found'),
  subscriptionExists: () =>
    new Version3Failure(
      409,
      ['VALIDATION', 'SUBSCRIPTION_EXISTS'],
      'This vehicle is subscribed to this webhook already.',
      ['v3.subscriptions.exists'],
    ),
  badInput: (detail: string) => new Version3Failure(400, ['VALIDATION', 'INVALID_INPUT_FORMAT'], detail, ['v3.input']),
  badPage: (name: string) =>
    new Version3Failure(400, ['VALIDATION', 'INVALID_INPUT_FORMAT'], `${name} must be a whole number from 1 to 100.`, [
      'v3.signals.pages',
    ]),
  limit: ({ error, description, retryAfter }: LimitRefusal) =>
    new Version3Failure(statusOf(error[0]), error, description, ['v3.limits'], retryAfter),
  internal: () =>
    new Version3Failure(500, ['SERVER', 'INTERNAL'], 'The sandbox failed; its error output says why.', [
      'sandbox.failure',
    ]),
};
