import { type Context, Hono } from 'hono';
import type { Grants } from '../oauth/grants.ts';
import type { ApiVersion } from '../web/sandbox-api.ts';
import { type SandboxEnv, withRules } from '../web/http.ts';
import type { Application } from '../world/application.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { applicationBearer } from './application-bearer.ts';
import { ApplicationTokens } from './application-tokens.ts';
import { connectionRoutes } from './connection-routes.ts';
import { namedError } from './error-body.ts';
import { refusals } from './errors.ts';
import { apiOperations, schemas, tokenOperation, vehicleOperation } from './operations.ts';
import { isCommand, pathHint } from './path-hints.ts';
import { signalRoutes, type SignalRoutesParts } from './signal-routes.ts';
import { subscriptionRoutes } from './subscription-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';
import { answerTokenRequest } from './token-endpoint.ts';

interface Version3Parts extends SignalRoutesParts {
  readonly application: Application;
  readonly grants: Grants;
  readonly webhooks: Webhooks;
}

/** An official client library adds a trailing slash to this path. */
const pathsOf = (path: string) => (path === vehicleOperation.path ? [path, `${path}/`] : [path]);

/** Version 3. The real service has separate hosts for data, tokens and management; here they share the origin. */
export const version3: ApiVersion<Version3Parts> = {
  operations: [tokenOperation, ...apiOperations],
  schemas,
  securitySchemes: {
    applicationToken: {
      type: 'http',
      scheme: 'bearer',
      description: 'The token of the application, valid for an hour',
    },
  },
  endpoints: [tokenOperation, ...apiOperations].map(({ id, method, path }) => ({
    operation: id,
    method,
    paths: pathsOf(path),
  })),
  routes: (parts) => {
    const { store, clock, limits, application } = parts;
    const tokens = new ApplicationTokens(store, clock);
    const routes = new Hono<SandboxEnv>();
    const answer = async (c: Context<SandboxEnv>) => c.json(await answerTokenRequest(c, application, tokens));
    routes.post(tokenOperation.path, withRules('v3.token.lifetime'), answer);
    const bearer = applicationBearer(tokens, limits);
    for (const { method, path } of apiOperations) routes.on(method, pathsOf(path), bearer);
    return routes
      .route('/', connectionRoutes(parts))
      .route('/', signalRoutes(parts))
      .route('/', subscriptionRoutes(parts))
      .route('/', webhookRoutes(parts));
  },
  owns: (path) => /^\/(?:v3|oauth2)(?:\/|$)/.test(path),
  notFound: (path, method) =>
    isCommand(method, path) ? refusals.command() : refusals.unknownPath(path, pathHint(method, path)),
  internalError: () => refusals.internal(),
  namedError,
};
