import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { capacityPath } from './v2/capacity-link.ts';
import { capacityRoutes } from './v2/capacity-routes.ts';
import { refusals } from './v2/errors.ts';
import { apiOperations, pathsOf } from './v2/operations.ts';
import { isOtherVersion, vehicleRoutes } from './v2/vehicle-routes.ts';
import type { IdleWatch } from './control/idle-watch.ts';
import { type ControlParts, controlRoutes } from './control/routes.ts';
import { connectRoutes } from './oauth/connect-routes.ts';
import { Grants } from './oauth/grants.ts';
import { reauthenticationRoutes, reauthenticationUrl } from './oauth/reauthentication.ts';
import { answerTokenRequest } from './oauth/token-endpoint.ts';
import { ruleHeaders } from './behavior-basis.ts';
import { Failure } from './web/failure.ts';
import { type SandboxEnv, withRules } from './web/http.ts';
import { onlyLoopback } from './web/loopback.ts';
import type { Operation } from './web/operations.ts';
import { Capacities } from './world/capacities.ts';
import { Limits } from './world/limits.ts';
import type { Store } from './world/store.ts';
import { Vehicles } from './world/vehicles.ts';
import type { World } from './world/world.ts';

export interface AppParts extends Omit<ControlParts, 'vehicles' | 'capacities' | 'grants'> {
  readonly world: World;
  readonly store: Store;
  readonly autoApprove: boolean;
  readonly idle: IdleWatch;
  /** Told what went wrong inside the sandbox itself. */
  readonly onError: (error: unknown) => void;
}

/** The whole service as one Hono application: one world, and each version of the API a face of it. */
export function buildApp(parts: AppParts): Hono<SandboxEnv> {
  const { world, store, clock, faults, autoApprove, addresses, journal, idle, onError } = parts;
  const grants = new Grants(store, clock, world.application.refreshGraceSeconds);
  const vehicles = new Vehicles(world, store, clock);
  const capacities = new Capacities(store, clock);
  const limits = new Limits(world.application, clock);
  const { baseUrl } = addresses;
  const app = new Hono<SandboxEnv>();

  app.use(idle.around);
  app.use(journal.around);
  app.use(async (c, next) => {
    c.set('requestId', randomUUID());
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

  // Faults first: every operation is behind those that are planned for it.
  const planned = (operation: Operation) => faults.around(operation, (id) => reauthenticationUrl(addresses, id));
  app.on('POST', ['/oauth/token', '/'], planned('token'));
  app.use('/oauth/authorize', planned('connect'));
  app.use(capacityPath, planned('capacity-page'));
  for (const operation of apiOperations) app.on(operation.method, pathsOf(operation), planned(operation.id));

  const answerToken = async (c: Context<SandboxEnv>) => c.json(await answerTokenRequest(c, world.application, grants));
  app.post('/oauth/token', withRules('token.pair'), answerToken);
  // Where the Python library posts: it takes the origin in its environment for the whole address.
  app.post('/', withRules('token.pair', 'sandbox.token-at-origin'), answerToken);
  app.route('/', connectRoutes(world, grants, autoApprove));
  app.route(
    '/',
    reauthenticationRoutes(vehicles, (vehicleId) => {
      faults.endSignInFaults(vehicleId);
    }),
  );
  app.route('/', capacityRoutes(vehicles, capacities));
  app.route('/', vehicleRoutes({ baseUrl, grants, vehicles, capacities, limits, clock }));
  app.route('/', controlRoutes({ ...parts, vehicles, capacities, grants }));

  app.notFound((c) => {
    const version = c.req.path.split('/')[1] ?? '';
    return refuse(c, isOtherVersion(version) ? refusals.unknownVersion(version) : refusals.unknownPath());
  });

  app.onError((error, c) => {
    if (error instanceof Failure) return refuse(c, error);
    const { incoming } = c.env;
    // Who went away in the middle of its request gets no answer; the journal says so.
    if (!(incoming.destroyed && !incoming.complete)) onError(error);
    return refuse(c, refusals.internal());
  });

  return app;
}

function refuse(c: Context<SandboxEnv>, failure: Failure): Response | Promise<Response> {
  c.set('rules', failure.rules);
  return failure.respond(c);
}
