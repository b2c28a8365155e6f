import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { apiVersion } from '../service/v2/contract.ts';
import type { SandboxAddresses } from './addresses.ts';
import { Capacities } from './world/capacity.ts';
import { capacityRoutes } from './api/capacity-routes.ts';
import type { SandboxClock } from './world/clock.ts';
import { connectRoutes } from './oauth/connect-routes.ts';
import type { ProcessParts } from './control/control-process.ts';
import { controlRoutes } from './control/control.ts';
import { ApiFailure, OAuthFailure, PageFailure, refusals } from './api/errors.ts';
import type { Faults } from './faults/faults.ts';
import { Garage } from './world/garage.ts';
import { Grants } from './oauth/grants.ts';
import { type SandboxEnv, shows } from './http.ts';
import { Limits } from './api/limits.ts';
import type { IdleWatch } from './control/idle.ts';
import type { Journal } from './control/journal.ts';
import { onlyLoopback } from './loopback.ts';
import { errorPage, renderPage } from './page.ts';
import { reauthenticationRoutes } from './oauth/reauthentication.ts';
import { ruleHeaders } from './rules.ts';
import type { WholeState } from './world/state.ts';
import type { Store } from './world/store.ts';
import { answerTokenRequest } from './oauth/token-endpoint.ts';
import { isOtherVersion, vehicleRoutes } from './api/vehicle-routes.ts';
import type { World } from './world/vehicles-data.ts';

export interface AppParts {
  readonly world: World;
  readonly store: Store;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly autoApprove: boolean;
  readonly addresses: SandboxAddresses;
  /** What watches and steers the sandbox itself. */
  readonly control: ProcessParts & { readonly state: WholeState; readonly journal: Journal; readonly idle: IdleWatch };
  /** Told what went wrong inside the sandbox itself. */
  readonly onError: (error: unknown) => void;
}

/** The whole service as one Hono application. */
export function buildApp(parts: AppParts): Hono<SandboxEnv> {
  const { world, store, clock, faults, autoApprove, addresses, control, onError } = parts;
  const grants = new Grants(store, clock);
  const garage = new Garage(world, store, clock);
  const capacities = new Capacities(store, clock, addresses);
  const limits = new Limits(world.application, clock);
  const app = new Hono<SandboxEnv>();

  app.use(control.idle.around);
  app.use(control.journal.around);
  app.use(async (c, next) => {
    c.set('requestId', randomUUID());
    c.set('addresses', addresses);
    c.set('rules', ['data.path']);
    // Straight to Node: Hono builds an answer that is finished anew for each header.
    const { outgoing } = c.env;
    outgoing.setHeader('SC-Request-Id', c.get('requestId'));
    outgoing.setHeader('Cache-Control', 'no-store');
    outgoing.setHeader('X-Content-Type-Options', 'nosniff');
    await next();
    if (outgoing.headersSent) return;
    for (const [name, value] of Object.entries(ruleHeaders(c.get('rules')))) outgoing.setHeader(name, value);
  });
  app.use(onlyLoopback);

  app.post('/oauth/token', shows('token.pair', 'token.basic'), faults.around('token'), async (c) =>
    c.json(await answerTokenRequest(c, world.application, grants)),
  );
  app.use('/oauth/authorize', faults.around('connect'));
  app.use('/battery-capacity', faults.around('capacity-page'));
  app.route('/', connectRoutes({ world, grants, autoApprove }));
  app.route('/', capacityRoutes(garage, capacities));
  app.route('/', reauthenticationRoutes(garage, faults));
  app.route(`/${apiVersion}`, vehicleRoutes({ grants, garage, capacities, limits, faults, clock }));
  app.route('/', controlRoutes({ ...control, addresses, clock, garage, capacities, faults }));

  app.notFound((c) => {
    const version = c.req.path.split('/')[1] ?? '';
    return refuse(c, isOtherVersion(version) ? refusals.unknownVersion(version) : refusals.unknownPath());
  });

  app.onError((error, c) => {
    if (error instanceof ApiFailure) return refuse(c, error);
    if (error instanceof PageFailure) {
      c.set('rules', error.rules);
      return renderPage(c, errorPage(error), error.status);
    }
    if (error instanceof OAuthFailure) {
      c.set('rules', error.rules);
      if (error.status === 401) c.header('WWW-Authenticate', 'Basic realm="sandbox"');
      return c.json(error.body(), error.status);
    }
    if (error instanceof HTTPException) {
      c.set('rules', ['sandbox.body-size']);
      return error.getResponse();
    }
    onError(error);
    return refuse(c, refusals.internal());
  });

  return app;
}

function refuse(c: Context<SandboxEnv>, failure: ApiFailure): Response {
  c.set('rules', failure.rules);
  const { retryAfter } = failure.details;
  if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter));
  // 430 is the service's own and stands in no list of status codes.
  return c.json(failure.body(c.get('requestId')), failure.status as ContentfulStatusCode);
}
