import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Clock } from '../../common/clock.ts';
import type { ApplicationToken } from '../../service/v3/contract.ts';
import { OAuthFailure } from '../oauth/oauth-failure.ts';
import { type Form, presentedClient } from '../oauth/token-endpoint.ts';
import type { RuleIds } from '../rules/rules.ts';
import { readBody, type SandboxEnv } from '../web/http.ts';
import type { Application } from '../world/world.ts';
import type { Limits } from '../world/limits.ts';
import type { Store } from '../world/store.ts';
import { refusals } from './errors.ts';

/** Public: seconds. */
const tokenLifetime = 3600;

/** Tokens of version 3: each belongs to the whole application, and not to an owner. */
export class ApplicationTokens {
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
export function applicationBearer(tokens: ApplicationTokens, limits: Limits) {
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
export async function answerTokenRequest(
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
