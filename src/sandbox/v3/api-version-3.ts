import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Clock } from '../../common/clock.ts';
import { fieldMappings } from '../../service/field-mapping/field-mappings.ts';
import { type ApplicationToken, apiVersion } from '../../service/v3/contract.ts';
import { OAuthFailure } from '../oauth/oauth-failure.ts';
import { type Form, presentedClient } from '../oauth/token-endpoint.ts';
import type { RuleIds } from '../rules/rules.ts';
import { readBody, type SandboxEnv } from '../web/http.ts';
import { type ApiVersion, pathsOf } from '../web/openapi.ts';
import type { Limits } from '../world/limits.ts';
import type { Store } from '../world/store.ts';
import type { Application } from '../world/world.ts';
import { namedError, refusals } from './errors.ts';
import { apiOperations, tokenOperation } from './operations.ts';
import { resourceRoutes, signalRoutes, type Version3Parts } from './routes.ts';
import { knownCodes } from './signal-kinds.ts';

/** Version 3. The real service has separate hosts for data, tokens and management; here they share the origin. */
export const version3: ApiVersion = {
  operations: [tokenOperation, ...Object.values(apiOperations)],
  securitySchemes: {
    applicationToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of the application, valid for an hour',
    },
  },
  owns: (path) => /^\/(?:v3|oauth2)(?:\/|$)/.test(path),
  notFound: (path, method) =>
    isCommand(method, path) ? refusals.command() : refusals.unknownPath(path, pathHint(method, path)),
  internalError: () => refusals.internal(),
  namedError,
};

export function version3Routes(parts: Version3Parts): Hono<SandboxEnv> {
  const { store, clock, limits, application } = parts;
  const tokens = new ApplicationTokens(store, clock);
  const routes = new Hono<SandboxEnv>();
  const answer = async (c: Context<SandboxEnv>) => c.json(await answerTokenRequest(c, application, tokens));
  routes.post(tokenOperation.path, answer);
  const bearer = applicationBearer(tokens, limits);
  for (const operation of Object.values(apiOperations)) routes.on(operation.method, pathsOf(operation), bearer);
  return routes.route('/', resourceRoutes(parts)).route('/', signalRoutes(parts));
}

/** Method and path below the version, with `{…}` for a segment and `*` for the rest, and the path to use instead. */
type Hint = readonly [invented: string, instead: string];

const anySignals = 'GET /vehicles/{id}/signals';

/** Seen in public clients. Hints for paths of version 2.0 come from the field mapping. */
const invented: readonly Hint[] = [
  ['GET /user', 'GET /connections'],
  ['POST /vehicles/{id}/signals', anySignals],
  ['POST /vehicles/{id}/batch', anySignals],
  ['GET /vehicles/{id}/charge/records', 'GET /vehicles/{id}/signals/charge-chargerecords'],
  ...['charge', 'location', 'odometer', 'fuel', 'tires', 'engine', 'security', 'climate', 'status'].map(
    (name): Hint => [`GET /vehicles/{id}/${name}*`, anySignals],
  ),
  ['POST /vehicles/{id}/commands', 'POST /vehicles/{id}/commands/charge/start'],
];

const withMethod = (path: string) => (path.startsWith('/') ? `GET ${path}` : path);
const isPath = (text: string) => /^[A-Z]+ \//.test(text);

/** Leaves out signals that no vehicle in the sandbox has, because following the hint would only lead to a 404. */
const moved: readonly Hint[] = fieldMappings.flatMap(({ v2, v3 }) => {
  if (v3?.signal !== undefined && !knownCodes.includes(v3.signal)) return [];
  const [before, after] = [withMethod(v2?.path ?? ''), withMethod(v3?.path ?? '')];
  return isPath(before) && isPath(after) && before !== after ? [[before, after] as const] : [];
});

const hints = [...moved, ...invented].map(([call, instead]) => ({
  pattern: new RegExp(`^${call.replaceAll(/\{\w+\}/g, '[^/]+').replace('*', '(?:/.*)?')}/?$`),
  instead: instead.replace(' /', ` /${apiVersion}/`),
}));

/** Commands of version 3 (reported). */
const commands = [
  'charge/(?:start|stop|set-limit)',
  'charge-port/(?:open|close)',
  'security/(?:lock|unlock)',
  'navigation/set-destination',
];
const command = new RegExp(`^/${apiVersion}/vehicles/[^/]+/commands/(?:${commands.join('|')})/?$`);

function isCommand(method: string, path: string): boolean {
  return method === 'POST' && command.test(path);
}

/** What should have been called instead of a path that never existed. */
function pathHint(method: string, path: string): string | undefined {
  if (/^\/(?:v3\/)?oauth2?\//.test(path)) return 'POST /oauth2/token';
  const prefix = `/${apiVersion}/`;
  if (!path.startsWith(prefix)) return undefined;
  const call = `${method} /${path.slice(prefix.length)}`;
  return hints.find(({ pattern }) => pattern.test(call))?.instead;
}

/** Public: seconds. */
const tokenLifetime = 3600;

/** Tokens of version 3: each belongs to the whole application, and not to an owner. */
class ApplicationTokens {
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  issue(): string {
    const now = this.#clock.now();
    const token = randomUUID();
    this.#store.change(({ applicationTokens }) => {
      for (const [key, { expiresAt }] of applicationTokens) if (expiresAt <= now) applicationTokens.delete(key);
      applicationTokens.set(token, { expiresAt: now + tokenLifetime * 1000 });
    });
    return token;
  }

  /** A token of version 2.0 is not valid here, and vice versa. */
  status(token: string): 'valid' | 'version-2' | 'invalid' {
    const { applicationTokens, accessTokens } = this.#store.state;
    const found = applicationTokens.get(token);
    if (found && found.expiresAt > this.#clock.now()) return 'valid';
    return accessTokens.has(token) ? 'version-2' : 'invalid';
  }
}

/** Lets requests with a token of the application pass, within its rate limit. Throws a Failure. */
function applicationBearer(tokens: ApplicationTokens, limits: Limits) {
  return createMiddleware<SandboxEnv>(async (c, next) => {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
    const status = tokens.status(token);
    if (status === 'version-2') {
      throw refusals.badToken().withHint('This is an access token of version 2.0. Get one at POST /oauth2/token.');
    }
    if (status === 'invalid') throw refusals.badToken();
    const refusal = limits.countRequest();
    if (refusal) throw refusals.limit(refusal);
    await next();
  });
}

/** `POST /oauth2/token`: a token for the application, by client credentials. Throws OAuthFailure. */
async function answerTokenRequest(
  c: Context<SandboxEnv>,
  application: Application,
  tokens: ApplicationTokens,
): Promise<ApplicationToken> {
  const isJson = mediaType(c.req.header('Content-Type')) === 'application/json';
  const body = await readBody(c);
  const form = isJson ? readJson(body) : readForm(body);
  if (form.grant_type === undefined) throw invalidRequest('grant_type is required');
  if (form.grant_type !== 'client_credentials') {
    throw new OAuthFailure('unsupported_grant_type', 'grant_type must be client_credentials', [
      'v3.token.grant-type',
      'errors.oauth',
    ]);
  }
  authenticate(c.req.header('Authorization'), form, application);
  return { access_token: tokens.issue(), token_type: 'Bearer', expires_in: tokenLifetime };
}

/** Throws OAuthFailure. */
function authenticate(authorization: string | undefined, form: Form, application: Application): void {
  const { apiClientId, apiClientSecret } = application;
  const client = presentedClient(authorization, form, { id: apiClientId, secret: apiClientSecret });
  if (client.isExpected) return;
  const rules: RuleIds = ['v3.token.invalid-client', 'errors.oauth'];
  const failure = new OAuthFailure('invalid_client', 'Client authentication failed.', rules);
  if (client.id === application.clientId) {
    throw new OAuthFailure('invalid_client', 'Client authentication failed.', [...rules, 'v3.token.other-id']).withHint(
      'This UUID is the Application ID, and the client ID of version 2.0. Use the API client ID, client_...',
    );
  }
  if (client.id === apiClientId && client.secret === application.clientSecret) {
    throw failure.withHint('This is the client secret of version 2.0. Use that of the API client.');
  }
  throw failure;
}

function mediaType(contentType = ''): string {
  return contentType.split(';')[0]?.trim().toLowerCase() ?? '';
}

function readForm(body: string): Form {
  return Object.fromEntries(new URLSearchParams(body));
}

/** Throws OAuthFailure if it is not an object of strings. */
function readJson(body: string): Form {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw invalidRequest('The body is not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidRequest('The body is no object');
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function invalidRequest(description: string): OAuthFailure {
  return new OAuthFailure('invalid_request', description, ['v3.token.invalid-request', 'errors.oauth']);
}
