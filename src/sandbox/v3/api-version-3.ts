import { type Context, Hono } from 'hono';
import type { SandboxEnv } from '../web/http.ts';
import { type ApiVersion, pathsOf } from '../web/openapi.ts';
import { namedError, refusals } from './errors.ts';
import { resourceRoutes } from './resource-routes.ts';
import { apiOperations, schemas, tokenOperation } from './operations.ts';
import { isCommand, pathHint } from './path-hints.ts';
import { signalRoutes, type Version3Parts } from './signal-routes.ts';
import { answerTokenRequest, applicationBearer, ApplicationTokens } from './token-endpoint.ts';

/** Version 3. The real service has separate hosts for data, tokens and management; here they share the origin. */
export const version3: ApiVersion<Version3Parts> = {
  operations: [tokenOperation, ...Object.values(apiOperations)],
  schemas,
  securitySchemes: {
    applicationToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of the application, valid for an hour',
    },
  },
  routes: (parts) => {
    const { store, clock, limits, application } = parts;
    const tokens = new ApplicationTokens(store, clock);
    const routes = new Hono<SandboxEnv>();
    const answer = async (c: Context<SandboxEnv>) => c.json(await answerTokenRequest(c, application, tokens));
    routes.post(tokenOperation.path, answer);
    const bearer = applicationBearer(tokens, limits);
    for (const operation of Object.values(apiOperations)) routes.on(operation.method, pathsOf(operation), bearer);
    return routes.route('/', resourceRoutes(parts)).route('/', signalRoutes(parts));
  },
  owns: (path) => /^\/(?:v3|oauth2)(?:\/|$)/.test(path),
  notFound: (path, method) =>
    isCommand(method, path) ? refusals.command() : refusals.unknownPath(path, pathHint(method, path)),
  internalError: () => refusals.internal(),
  namedError,
};
