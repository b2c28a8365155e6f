import type { Context } from 'hono';
import type { ApplicationToken } from '../../service/v3/contract.ts';
import type { RuleId, RuleIds } from '../behavior-basis.ts';
import { type Form, presentedClient } from '../oauth/client-authentication.ts';
import { OAuthFailure } from '../oauth/oauth-failure.ts';
import { addRules, type SandboxEnv } from '../web/http.ts';
import { readBody } from '../web/request-body.ts';
import type { Application } from '../world/application.ts';
import { type ApplicationTokens, tokenLifetime } from './application-tokens.ts';

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
  addRules(
    c,
    authenticate(c.req.header('Authorization'), form, application) ?? (isJson ? 'v3.token.json' : 'v3.token.form'),
  );
  return { access_token: tokens.issue(), token_type: 'Bearer', expires_in: tokenLifetime };
}

/** The rule for HTTP Basic; undefined if the body identifies the client. */
function authenticate(authorization: string | undefined, form: Form, application: Application): RuleId | undefined {
  const { apiClientId, apiClientSecret } = application;
  const client = presentedClient(authorization, form, { id: apiClientId, secret: apiClientSecret });
  if (client.way !== undefined) return client.way === 'body' ? undefined : 'v3.token.basic';
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
