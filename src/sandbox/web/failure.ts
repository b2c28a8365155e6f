import type { Context } from 'hono';
import type { RuleIds } from '../behavior-basis.ts';
import type { SandboxEnv } from './http.ts';

/** A request that is refused. Each face of the service has a form of its own for it. */
export abstract class Failure extends Error {
  readonly rules: RuleIds;

  constructor(message: string, rules: RuleIds) {
    super(message);
    this.rules = rules;
  }

  abstract respond(c: Context<SandboxEnv>): Response | Promise<Response>;
}
