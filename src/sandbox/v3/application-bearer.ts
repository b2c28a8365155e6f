import { createMiddleware } from 'hono/factory';
import type { SandboxEnv } from '../web/http.ts';
import type { Limits } from '../world/limits.ts';
import type { ApplicationTokens } from './application-tokens.ts';
import { refusals } from './errors.ts';

/** Lets requests with a token of the application pass, within its rate limit. Throws a Failure. */
export function applicationBearer(tokens: ApplicationTokens, limits: Limits) {
  return createMiddleware<SandboxEnv>(async (c, next) => {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
    const status = tokens.status(token);
    if (status === 'version-2') {
      throw refusals.badToken().withHint('This is an access token of version 2.0. Get one at POST /oauth2/token.');
    }
    if (status === 'invalid') throw refusals.badToken();
    const refusal = limits.countRequest();
    if (refusal) throw refusals.limit(refusal);
    await next();
  });
}
