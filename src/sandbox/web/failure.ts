import type { Context } from 'hono';
import type { RuleIds } from '../behavior-basis.ts';
import type { SandboxEnv } from './http.ts';

/** A refused request. Each API of the service formats refusals in its own way. */
export abstract class Failure extends Error {
  readonly rules: RuleIds;
  /**
   * What to do instead, if the mistake is a known one. The service has no such hints, so this is not part of the body.
   */
  hint?: string;

  constructor(message: string, rules: RuleIds) {
    super(message);
    this.rules = rules;
  }

  withHint(hint: string | undefined): this {
    if (hint !== undefined) this.hint = hint;
    return this;
  }

  abstract respond(c: Context<SandboxEnv>): Response | Promise<Response>;
}
