import type { Context } from 'hono';
import type { RuleIds } from '../rules/rules.ts';
import { Failure, type SandboxEnv } from '../web/http.ts';

/** The token endpoint's errors (RFC 6749, section 5.2), with their status. */
export const oauthErrors = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unauthorized_client: 400,
  unsupported_grant_type: 400,
} as const;
export type OAuthErrorName = keyof typeof oauthErrors;
export const oauthErrorNames = Object.keys(oauthErrors) as [OAuthErrorName, ...OAuthErrorName[]];

/** A refusal of the token endpoint. */
export class OAuthFailure extends Failure {
  readonly error: OAuthErrorName;

  constructor(error: OAuthErrorName, description: string, rules: RuleIds) {
    super(description, rules);
    this.error = error;
  }

  get status(): (typeof oauthErrors)[OAuthErrorName] {
    return oauthErrors[this.error];
  }

  body() {
    return { error: this.error, error_description: this.message };
  }

  override respond(c: Context<SandboxEnv>): Response {
    if (this.status === 401) c.header('WWW-Authenticate', 'Basic realm="sandbox"');
    return c.json(this.body(), this.status);
  }
}
