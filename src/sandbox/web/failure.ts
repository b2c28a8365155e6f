import type { Context } from 'hono';
import type { RuleIds } from '../behavior-basis.ts';
import type { SandboxEnv } from './http.ts';

/** A request that is refused. Each API of the service has a form of its own for it. */
export abstract class Failure extends Error {
  readonly rules: RuleIds;
  /** What to do instead, where the mistake is a known one. The service says nothing of the kind: it is no part of the body. */
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
