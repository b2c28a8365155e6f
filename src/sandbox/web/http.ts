import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { RuleId, RuleIds } from '../behavior-basis.ts';
import type { Grant } from '../world/stored-state.ts';
import type { Operation } from './operations.ts';

/** What a request carries from one step to the next. */
export interface SandboxEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Whether errors of version 3 have a type; a variant says so. */
    v3Errors: 'typed' | 'untyped';
    /** What the answer shows. */
    rules: RuleIds;
    /** Which operation it is, and the id of the fault that struck. */
    operation: Operation | undefined;
    fault: number | undefined;
    /** What a refused request should have been. */
    hint: string | undefined;
    /** Behind `bearer`: what the access token gives access to. */
    grant: Grant;
  };
}

/** Says which rules a route's answers show; a refusal says its own. */
export const withRules = (...rules: RuleIds) =>
  createMiddleware<SandboxEnv>(async (c, next) => {
    c.set('rules', rules);
    await next();
  });

/** Says a rule that this answer shows beside those of its route. */
export function addRules(c: Context<SandboxEnv>, ...rules: RuleId[]): void {
  c.set('rules', [...c.get('rules'), ...rules]);
}
