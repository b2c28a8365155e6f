import type { Context } from 'hono';
import { codeExchangeForm, refreshForm, type TokenPairBody } from '../../service/oauth/token-contract.ts';
import type { RuleId } from '../rules/rules.ts';
import { readBody, type SandboxEnv } from '../web/http.ts';
import type { Application } from '../world/world.ts';
import type { Grants } from './grants.ts';
import { OAuthFailure } from './oauth-failure.ts';

/** `POST /oauth/token`, endpoints 1 and 2 of the specification. Throws OAuthFailure. */
export async function answerTokenRequest(
  c: Context<SandboxEnv>,
  application: Application,
  grants: Grants,
): Promise<TokenPairBody> {
  const request = c.req;
  requireHeaders(request.header('User-Agent'), request.header('Content-Type'));
  const form = readForm(await readBody(c));
  const { clientId: id, clientSecret: secret } = application;
  if (!presentedClient(request.header('Authorization'), form, { id, secret }).isExpected) {
    throw new OAuthFailure('invalid_client', 'Client authentication failed.', ['token.basic', 'token.invalid-client']);
  }
  if (form.grant_type === 'authorization_code') {
    const { data } = codeExchangeForm.safeParse(form);
    if (!data) throw invalidRequest('code and redirect_uri are required', 'token.fields');
    return grants.exchange(data.code, data.redirect_uri);
  }
  if (form.grant_type === 'refresh_token') {
    const { data } = refreshForm.safeParse(form);
    if (!data) throw invalidRequest('refresh_token is required', 'token.fields');
    return grants.refresh(data.refresh_token);
  }
  if (form.grant_type === undefined) throw invalidRequest('grant_type is required', 'token.fields');
  throw new OAuthFailure('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token', [
    'token.fields',
    'errors.oauth',
  ]);
}

/** Specification: both headers are required, and the body is a form. */
function requireHeaders(userAgent: string | undefined, contentType: string | undefined): void {
  if (!userAgent?.trim()) throw invalidRequest('The header User-Agent is required', 'token.user-agent');
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    throw invalidRequest('The header Content-Type must be application/x-www-form-urlencoded', 'token.form');
  }
}

/** RFC 6749, section 3.2: a parameter must not occur twice. */
function readForm(body: string): Form {
  const form = new URLSearchParams(body);
  const names = [...form.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidRequest(`${twice} is given more than once`, 'token.parameter-once');
  return Object.fromEntries(form);
}

function invalidRequest(description: string, rule: RuleId): OAuthFailure {
  return new OAuthFailure('invalid_request', description, [rule, 'errors.oauth']);
}

/** Fields of a form; each appears once. */
export type Form = Readonly<Partial<Record<string, string>>>;

interface Credentials {
  readonly id: string;
  readonly secret: string;
}

/**
 * The credentials in a request, and whether they are those of the expected client. The specification requires HTTP
 * Basic. If that header is missing, the body may identify the client instead, as the service's own Ruby library does.
 */
export function presentedClient(
  authorization: string | undefined,
  form: Form,
  expected: Credentials,
): Credentials & { readonly isExpected: boolean } {
  // Both follow from the seed, so the time that this takes tells nobody anything.
  const isExpected = ({ id, secret }: Credentials) => id === expected.id && secret === expected.secret;
  if (authorization === undefined) {
    const client = { id: form.client_id ?? '', secret: form.client_secret ?? '' };
    return { ...client, isExpected: isExpected(client) };
  }
  const [id, secret] = basicCredentials(authorization);
  if (isExpected({ id, secret })) return { id, secret, isExpected: true };
  // RFC 6749, section 2.3.1: both are form-encoded first, so that `-` may arrive as `%2D`.
  const decoded = { id: formDecoded(id), secret: formDecoded(secret) };
  return { ...decoded, isExpected: isExpected(decoded) };
}

/** Parses `Basic` and the base64 of ID, colon, secret; both are empty if the header is invalid. */
function basicCredentials(authorization: string): readonly [id: string, secret: string] {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization)?.[1];
  const pair = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return [pair.slice(0, Math.max(colon, 0)), pair.slice(colon + 1)];
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
