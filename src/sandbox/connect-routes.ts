import { type Context, Hono } from 'hono';
import { connectPage } from './connect-page.ts';
import { type ConnectRequest, readConnectRequest } from './connect-request.ts';
import { PageFailure } from './errors.ts';
import type { Grants } from './grants.ts';
import { alsoShows, readBody, type SandboxEnv, shows } from './http.ts';
import { renderPage } from './page.ts';
import { withEncodedParameters } from './redirect-uri.ts';
import type { World } from './vehicles-data.ts';

interface ConnectRoutesParts {
  readonly world: World;
  readonly grants: Grants;
  /** Answers at once with all vehicles of the first owner. */
  readonly autoApprove: boolean;
}

/** `/oauth/authorize`: where the owner allows or denies. */
export function connectRoutes({ world, grants, autoApprove }: ConnectRoutesParts): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  const requestOf = (c: Context) => readConnectRequest(new URL(c.req.url), world.application.clientId);

  routes.get('/oauth/authorize', shows('connect.page'), (c) => {
    const request = requestOf(c);
    const [owner] = world.owners;
    if (!autoApprove || !owner) return renderPage(c, connectPage(world, request));
    c.set('rules', ['connect.allowed']);
    const scopes = request.permissions.map(({ name }) => name);
    const vehicleIds = owner.vehicles.map(({ id }) => id);
    const code = grants.allow({ ownerId: owner.id, vehicleIds, scopes }, request.redirectUri);
    return c.redirect(allowed(request, code), 302);
  });

  // The form has no action, so it comes back with the query it was opened with: the request is read from there.
  routes.post('/oauth/authorize', shows('connect.page'), async (c) => {
    const request = requestOf(c);
    const form = new URLSearchParams(await readBody(c.req));
    const decision = form.get('decision');
    if (decision === 'deny') {
      c.set('rules', ['connect.access-denied']);
      return c.redirect(denied(request), 303);
    }
    const owner = world.owners.find(({ id }) => id === form.get('owner'));
    if (decision !== 'allow' || !owner) {
      throw new PageFailure(400, 'The form is incomplete.', 'Start again from your application.', [
        'connect.incomplete',
      ]);
    }
    const ticked = form.getAll('vehicle');
    const vehicleIds = owner.vehicles.map(({ id }) => id).filter((id) => ticked.includes(id));
    if (vehicleIds.length === 0) {
      alsoShows(c, 'connect.incomplete');
      return renderPage(c, connectPage(world, request, { ownerId: owner.id }), 400);
    }
    const permitted = form.getAll('permission');
    const scopes = request.permissions
      .filter(({ name, required }) => required || permitted.includes(name))
      .map(({ name }) => name);
    c.set('rules', ['connect.allowed']);
    return c.redirect(
      allowed(request, grants.allow({ ownerId: owner.id, vehicleIds, scopes }, request.redirectUri)),
      303,
    );
  });

  return routes;
}

function allowed(request: ConnectRequest, code: string): string {
  return withEncodedParameters(request.redirectUri, [['code', code], ...stateOf(request)]);
}

function denied(request: ConnectRequest): string {
  return withEncodedParameters(request.redirectUri, [
    ['error', 'access_denied'],
    ['error_description', encodeURIComponent('User denied access to application.')],
    ...stateOf(request),
  ]);
}

function stateOf({ encodedState }: ConnectRequest): [string, string][] {
  return encodedState === undefined ? [] : [['state', encodedState]];
}
