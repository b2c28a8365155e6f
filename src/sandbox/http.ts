import type { HttpBindings } from '@hono/node-server';
import { createMiddleware } from 'hono/factory';
import type { Basis } from './errors.ts';
import type { Grant } from './token-rules.ts';

/** What a request carries from one step to the next. */
export interface SandboxEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    basis: Basis;
    /** Behind `bearer`: what the access token gives access to. */
    grant: Grant;
  };
}

/** Says what a route rests on; a refusal says its own. */
export const tag = (basis: Basis) =>
  createMiddleware<SandboxEnv>(async (c, next) => {
    c.set('basis', basis);
    await next();
  });
