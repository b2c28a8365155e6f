import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { connectPage } from './connect-page.ts';
import { chosenVehicles, type ConnectRequest, eligibleOwners, readConnectRequest } from './connect-request.ts';
import type { Grants } from './grants.ts';
import { allowed, allowedWithoutCode, failed, isFailedOutcome, userIdOnly } from './connect-outcomes.ts';
import { readBody, type SandboxEnv } from '../web/http.ts';
import { icons, incompleteForm, type Page, PageFailure, renderPage } from '../web/page.ts';
import type { SandboxOwner, World } from '../world/world.ts';

/**
 * Fits a form that ticks the largest number of vehicles that a scenario may have, each with an ID that names its owner.
 */
const mostFormBytes = 4 * 1024 * 1024;

/**
 * `/oauth/authorize`: where the owner allows or denies.
 *
 * @param autoApprove whether to answer immediately with all vehicles of the first owner
 * @param userIdName name of the redirect parameter with the owner's ID
 */
export function connectRoutes(world: World, grants: Grants, autoApprove: boolean, userIdName: string) {
  const { application } = world;
  const routes = new Hono<SandboxEnv>();

  const grant = (
    request: ConnectRequest,
    owner: SandboxOwner,
    vehicleIds: readonly string[],
    scopes: readonly string[],
  ) => {
    const granted = { ownerId: owner.id, vehicleIds: [...vehicleIds], scopes: [...scopes] };
    const session = { mode: request.mode === 'live' ? 'live' : 'simulated', externalId: request.externalId } as const;
    if (request.responseType === 'none' || request.redirectUri === undefined) {
      grants.connect(granted, session);
      return allowedWithoutCode(request, [userIdName, owner.id]);
    }
    const code = grants.allow(granted, request.redirectUri, session);
    const hasUserId = application.userIdInRedirect || request.hasApplicationId;
    return allowed(request, code, hasUserId ? [userIdName, owner.id] : undefined);
  };

  routes.get('/oauth/authorize', (c) => {
    const { request, owners, first } = readConnect(c, world);
    if (autoApprove) {
      const scopes = request.permissions.map(({ name }) => name);
      const vehicleIds = first.vehicles.map(({ id }) => id).slice(0, request.singleSelect ? 1 : undefined);
      return send(c, grant(request, first, vehicleIds, scopes), 302);
    }
    return renderPage(c, connectPage(application, owners, request));
  });

  // The form has no action, so it is submitted with the query that the page was opened with, which contains the
  // request.
  routes.post('/oauth/authorize', async (c) => {
    const { request, owners, first } = readConnect(c, world);
    const form = new URLSearchParams(await readBody(c, mostFormBytes));
    const decision = form.get('decision') ?? '';
    const owner = owners.find(({ id }) => id === form.get('owner'));
    if (isFailedOutcome(decision)) return send(c, failed(request, decision, (owner ?? first).vehicles[0]), 303);
    if (decision === 'user_id_only') return send(c, userIdOnly(request, [userIdName, (owner ?? first).id]), 303);
    if (decision === 'stay') {
      const nextStep = 'The service shows pages like this one, without a redirect.';
      throw new PageFailure(400, 'Something went wrong.', nextStep, ['connect.never-redirects']);
    }
    if (decision !== 'allow' || !owner) throw incompleteForm();
    const vehicleIds = chosenVehicles(owner, request, form);
    if (!vehicleIds) return renderPage(c, connectPage(application, owners, request, owner), 400);
    const permitted = form.getAll('permission');
    const scopes = request.permissions
      .filter(({ name, required }) => required || permitted.includes(name))
      .map(({ name }) => name);
    return send(c, grant(request, owner, vehicleIds, scopes), 303);
  });

  return routes;
}

/** Reads the Connect URL and the owners that match it. Throws PageFailure. */
function readConnect(c: Context<SandboxEnv>, world: World) {
  // Does not use the parsed URL: a parser encodes some characters, but the state must return unchanged.
  const target = c.env.incoming.url ?? '';
  const search = target.includes('?') ? target.slice(target.indexOf('?')) : '';
  const request = readConnectRequest(search, world.application);
  const owners = eligibleOwners(world, request);
  const [first] = owners;
  if (!first) {
    const wanted = request.singleSelectVin ?? request.make ?? '';
    throw new PageFailure(400, `No owner has the vehicle ${wanted}.`, 'GET /sandbox lists the vehicles.', [
      request.singleSelectVin === undefined ? 'connect.make' : 'connect.single-select-vin',
    ]);
  }
  return { request, owners, first };
}

/** Reported: where a flow without a redirect URI ends. */
const endPage: Page = {
  title: 'Done (sandbox)',
  body: html`<div class="body">
    <header>
      <div class="link">${icons.car}</div>
      <h1>Done</h1>
      <p class="lead">Close this page and return to the application.</p>
    </header>
  </div>`,
};

function send(c: Context<SandboxEnv>, location: string | undefined, status: 302 | 303) {
  return location === undefined ? renderPage(c, endPage) : c.redirect(location, status);
}
