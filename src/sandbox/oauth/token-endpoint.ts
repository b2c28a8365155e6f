import type { Context } from 'hono';
import { codeExchangeForm, refreshForm, type TokenPairBody } from '../../service/oauth/token-contract.ts';
import { authenticateClient, type Form } from './client-authentication.ts';
import { OAuthFailure } from './oauth-failure.ts';
import type { Grants } from './grants.ts';
import { addRules, type SandboxEnv } from '../web/http.ts';
import { readBody } from '../web/request-body.ts';
import type { RuleId } from '../behavior-basis.ts';
import type { Application } from '../world/application.ts';

/** `POST /oauth/token`, endpoints 1 and 2 of the specification. Throws OAuthFailure. */
export async function answerTokenRequest(
  c: Context<SandboxEnv>,
  application: Application,
  grants: Grants,
): Promise<TokenPairBody> {
  const request = c.req;
  requireHeaders(request.header('User-Agent'), request.header('Content-Type'));
  const form = readForm(await readBody(c));
  addRules(c, ...authenticateClient(request.header('Authorization'), form, application));
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
