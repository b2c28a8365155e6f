import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ControlParts } from './control/event-stream.ts';
import { controlRoutes } from './control/routes.ts';
import { oauthApi, oauthRoutes, reauthenticationUrl } from './oauth/oauth-api.ts';
import { Grants } from './oauth/grants.ts';
import { ruleHeaders } from './rules/rules.ts';
import { endOfVersion2, version2, type Version2Options } from './v2/api-version-2.ts';
import { capacityRoutes } from './v2/capacity-routes.ts';
import { vehicleRoutes } from './v2/vehicle-routes.ts';
import { version3, version3Routes } from './v3/api-version-3.ts';
import type { Variants } from './v3/variants.ts';
import { Failure, type SandboxEnv } from './web/http.ts';
import { onlyLoopback } from './web/loopback.ts';
import { type ApiVersion, pathsOf, type SandboxApi } from './web/openapi.ts';

interface AppParts extends ControlParts {
  readonly autoApprove: boolean;
  readonly hosts: readonly string[];
  readonly variants: Variants;
  readonly version2: Version2Options;
  /** Called with errors inside the sandbox itself. */
  readonly onError: (error: unknown) => void;
}

/** The whole service as one Hono application: all versions of the API serve the same world. */
export function buildApp(parts: AppParts): Hono<SandboxEnv> {
  const { store, clock, application, faults, autoApprove, variants, addresses, journal, idle, vehicles, onError } =
    parts;
  const grants = new Grants(store, clock, application.refreshGraceSeconds);
  const app = new Hono<SandboxEnv>();

  app.use(async (c, next) => {
    c.set('requestId', randomUUID());
    c.set('v3Errors', variants.errors);
    c.set('rules', ['data.path']);
    // Set directly on Node's response: Hono would rebuild a finished response for each header.
    const { outgoing } = c.env;
    outgoing.once('close', idle.request());
    if (!/^\/sandbox(?:\/|$)/.test(c.req.path)) outgoing.once('close', journal.request(c));
    outgoing.setHeader('SC-Request-Id', c.get('requestId'));
    outgoing.setHeader('Date', new Date(clock.now()).toUTCString());
    outgoing.setHeader('Cache-Control', 'no-store');
    outgoing.setHeader('X-Content-Type-Options', 'nosniff');
    await next();
    if (outgoing.headersSent) return;
    for (const [name, value] of Object.entries(ruleHeaders(c.get('rules')))) outgoing.setHeader(name, value);
  });
  app.use(onlyLoopback(parts.hosts));
  app.use(endOfVersion2(clock, parts.version2));

  const data = { ...parts, baseUrl: addresses.baseUrl, grants };
  const onSignedIn = (vehicleId: string) => {
    faults.endSignInFaults(vehicleId);
  };

  // Faults come first: every operation runs after the faults that are planned for it.
  const plan = ({ operations }: SandboxApi, { namedError }: ApiVersion) => {
    for (const described of operations) {
      const { operation, method } = described;
      if (operation === 'control') continue;
      const around = faults.around(operation, namedError, (id) => reauthenticationUrl(addresses, id));
      app.on(method, pathsOf(described), around);
    }
  };
  plan(oauthApi, version2);
  plan(version3, version3);
  plan(version2, version2);
  app.route('/', oauthRoutes({ vehicles, grants, autoApprove, userIdName: variants.redirectUser, onSignedIn }));
  app.route('/', version3Routes(data));
  app.route('/', capacityRoutes(vehicles));
  app.route('/', vehicleRoutes(data));
  app.route('/', controlRoutes(parts));

  const versionAt = (path: string) => (version3.owns(path) ? version3 : version2);
  app.notFound((c) => refuse(c, versionAt(c.req.path).notFound(c.req.path, c.req.method)));

  app.onError((error, c) => {
    if (error instanceof Failure) return refuse(c, error);
    const { incoming } = c.env;
    // A client that disconnected during its request gets no response; the journal records this.
    if (!(incoming.destroyed && !incoming.complete)) onError(error);
    return refuse(c, versionAt(c.req.path).internalError());
  });

  return app;
}

function refuse(c: Context<SandboxEnv>, failure: Failure): Response | Promise<Response> {
  c.set('rules', failure.rules);
  if (failure.hint !== undefined) {
    c.set('hint', failure.hint);
    c.env.outgoing.setHeader('Sandbox-Hint', failure.hint.replaceAll(/[^ -~]/g, '?'));
  }
  return failure.respond(c);
}
