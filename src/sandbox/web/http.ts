import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { RuleId, RuleIds } from '../behavior-basis.ts';
import type { Grant } from '../world/stored-state.ts';
import type { Operation } from './operations.ts';

/** Data that the handlers of one request share. */
export interface SandboxEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Whether errors of version 3 have a type; set by a variant. */
    v3Errors: 'typed' | 'untyped';
    /** The rules that the response demonstrates. */
    rules: RuleIds;
    /** The name of the operation, and the ID of the fault that was applied. */
    operation: Operation | undefined;
    fault: number | undefined;
    /** What a refused request should have been. */
    hint: string | undefined;
    /** What the access token gives access to; set by `bearer`. */
    grant: Grant;
  };
}

/** Sets the rules that a route's responses demonstrate; a refusal sets its own. */
export const withRules = (...rules: RuleIds) =>
  createMiddleware<SandboxEnv>(async (c, next) => {
    c.set('rules', rules);
    await next();
  });

/** Adds rules that this response demonstrates in addition to those of its route. */
export function addRules(c: Context<SandboxEnv>, ...rules: RuleId[]): void {
  c.set('rules', [...c.get('rules'), ...rules]);
}
