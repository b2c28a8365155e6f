import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { codeExchangeForm, refreshForm, type TokenPairBody } from '../../service/oauth/token-contract.ts';
import { OAuthFailure } from './oauth-failure.ts';
import type { Grants } from './grants.ts';
import { addRules, readBody, type SandboxEnv } from '../web/http.ts';
import type { RuleId } from '../behavior-basis.ts';
import type { Application } from '../world/application.ts';

/** `POST /oauth/token`, endpoints 1 and 2 of the document. Throws OAuthFailure. */
export async function answerTokenRequest(
  c: Context<SandboxEnv>,
  application: Application,
  grants: Grants,
): Promise<TokenPairBody> {
  const request = c.req;
  requireHeaders(request.header('User-Agent'), request.header('Content-Type'));
  requireClient(request.header('Authorization'), application);
  const form = readForm(await readBody(c));
  if (form.grant_type === 'authorization_code') {
    const { data } = codeExchangeForm.safeParse(form);
    if (!data) throw invalidRequest('code and redirect_uri are required', 'token.fields');
    addRules(c, 'token.code-exchange');
    return grants.exchange(data.code, data.redirect_uri);
  }
  if (form.grant_type === 'refresh_token') {
    const { data } = refreshForm.safeParse(form);
    if (!data) throw invalidRequest('refresh_token is required', 'token.fields');
    addRules(c, 'token.refresh');
    return grants.refresh(data.refresh_token);
  }
  if (form.grant_type === undefined) throw invalidRequest('grant_type is required', 'token.fields');
  throw new OAuthFailure('unsupported_grant_type', 'grant_type must be authorization_code or refresh_token', [
    'token.fields',
    'errors.oauth',
  ]);
}

/** Document: both headers are required, and the body is a form. */
function requireHeaders(userAgent: string | undefined, contentType: string | undefined): void {
  if (!userAgent?.trim()) throw invalidRequest('The header User-Agent is required', 'token.user-agent');
  if (contentType?.split(';')[0]?.trim().toLowerCase() !== 'application/x-www-form-urlencoded') {
    throw invalidRequest('The header Content-Type must be application/x-www-form-urlencoded', 'token.form');
  }
}

/** Document: `Basic` and base64 of client id, colon, client secret. Assumed: the answer to a wrong one. */
function requireClient(authorization: string | undefined, application: Application): void {
  const encoded = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization ?? '')?.[1];
  const given = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  if (!equalInConstantTime(given, `${application.clientId}:${application.clientSecret}`)) {
    throw new OAuthFailure('invalid_client', 'Client authentication failed.', ['token.basic', 'token.invalid-client']);
  }
}

function equalInConstantTime(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

/** RFC 6749, section 3.2: a parameter appears once. */
function readForm(body: string): Partial<Record<string, string>> {
  const form = new URLSearchParams(body);
  const names = [...form.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw invalidRequest(`${twice} is given more than once`, 'token.parameter-once');
  return Object.fromEntries(form);
}

function invalidRequest(description: string, rule: RuleId): OAuthFailure {
  return new OAuthFailure('invalid_request', description, [rule, 'errors.oauth']);
}
