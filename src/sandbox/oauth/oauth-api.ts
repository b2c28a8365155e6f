import * as z from 'zod';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { allowed, failed, isFailedOutcome } from './connect-outcomes.ts';
import { connectPage } from './connect-page.ts';
import {
  chosenVehicles,
  connectQuery,
  type ConnectRequest,
  eligibleOwners,
  encodedParameter,
  mayRedirect,
  readConnectRequest,
  withEncodedParameters,
} from './connect-request.ts';
import type { Grants } from './grants.ts';
import { answerTokenRequest } from './token-endpoint.ts';
import { readBody, type SandboxEnv } from '../web/http.ts';
import { type DescribedOperation, pageOperations, type SandboxApi } from '../web/openapi.ts';
import { icons, incompleteForm, invalidParameter, type Page, PageFailure, renderPage } from '../web/page.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { SandboxOwner, World } from '../world/world.ts';
import { codeExchangeForm, oauthError, refreshForm, tokenPair } from '../../service/oauth/token-contract.ts';

interface OAuthParts {
  readonly vehicles: Vehicles;
  readonly grants: Grants;
  readonly autoApprove: boolean;
  /** The name of the redirect parameter with the owner's ID. */
  readonly userIdName: string;
  /** Called with the ID of the vehicle whose owner has signed in to its maker again. */
  readonly onSignedIn: (vehicleId: string) => void;
}

const tokenRequest = z.union([codeExchangeForm, refreshForm]);

const tokenOperation: DescribedOperation = {
  method: 'POST',
  path: '/oauth/token',
  id: 'token',
  operation: 'token',
  summary: 'Exchange an authorization code, or a refresh token, for a token pair',
  security: 'client',
  body: tokenRequest,
  bodyMedia: 'application/x-www-form-urlencoded',
  answers: { '200': { schema: tokenPair }, '400': { schema: oauthError }, '401': { schema: oauthError } },
};

/** The token endpoint of version 2.0, and Connect. */
export const oauthApi: SandboxApi = {
  operations: [
    tokenOperation,
    // The Python library posts here, because it treats the origin in its environment variable as the complete URL.
    { ...tokenOperation, path: '/', id: 'tokenAtOrigin', summary: 'The same, where the Python library posts it' },
    ...pageOperations({
      path: '/oauth/authorize',
      id: 'connect',
      operation: 'connect',
      summary: 'Connect, where the owner allows or denies',
      query: connectQuery,
    }),
  ],
  securitySchemes: {
    client: { type: 'http', scheme: 'basic', description: 'client_id and client_secret of the application' },
  },
};

export function oauthRoutes({ vehicles, grants, autoApprove, userIdName, onSignedIn }: OAuthParts): Hono<SandboxEnv> {
  const { world } = vehicles;
  const answer = async (c: Context<SandboxEnv>) => c.json(await answerTokenRequest(c, world.application, grants));
  return new Hono<SandboxEnv>()
    .post('/oauth/token', answer)
    .post('/', answer)
    .route('/', connectRoutes(world, grants, autoApprove, userIdName))
    .route('/', reauthenticationRoutes(vehicles, onSignedIn));
}

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
function connectRoutes(world: World, grants: Grants, autoApprove: boolean, userIdName: string) {
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
      return allowed(request, undefined, [userIdName, owner.id]);
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
    if (decision === 'user_id_only')
      return send(c, allowed(request, undefined, [userIdName, (owner ?? first).id], false), 303);
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

const reauthenticationPath = '/oauth/reauthenticate';

/**
 * The address for the owner in an error's `resolution`. It is incomplete (public): the application adds `redirect_uri`
 * and `state`.
 */
export function reauthenticationUrl(
  { connectUrl, clientId }: { readonly connectUrl: string; readonly clientId: string },
  vehicleId: string,
): string {
  const url = new URL(reauthenticationPath, connectUrl);
  const query = { response_type: 'vehicle_id', client_id: clientId, vehicle_id: vehicleId };
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/**
 * Where the owner of one vehicle signs in to its maker again (public). The sandbox asks nothing: the owner has signed in
 * at once, and is sent back. `onSignedIn` is called with the vehicle's ID.
 */
function reauthenticationRoutes(vehicles: Vehicles, onSignedIn: (vehicleId: string) => void): Hono<SandboxEnv> {
  return new Hono<SandboxEnv>().get(reauthenticationPath, (c) => {
    const { vehicle, redirectUri, state } = readRequest(c, vehicles);
    c.set('rules', ['reauthentication.done', 'reauthentication.mends']);
    onSignedIn(vehicle.id);
    const back: [string, string][] = [
      ['vehicle_id', vehicle.id],
      ...(state === undefined ? [] : [['state', state] as [string, string]]),
    ];
    return c.redirect(withEncodedParameters(redirectUri, back), 302);
  });
}

/** Reads the parameters of the address. Throws PageFailure. */
function readRequest(c: Context, vehicles: Vehicles) {
  const { search, searchParams } = new URL(c.req.url);
  const { application } = vehicles.world;
  const read = <T>(name: string, check: (value: string) => T | undefined | false): T => {
    const value = searchParams.get(name) ?? '';
    const checked = check(value);
    if (checked !== undefined && checked !== false) return checked;
    throw invalidParameter(name, value, nextStep);
  };
  read('client_id', (value) => value === application.clientId);
  read('response_type', (value) => value === 'vehicle_id');
  const vehicle = read('vehicle_id', (value) => vehicles.get(value));
  const redirectUri = read('redirect_uri', (value) => mayRedirect(value, application) && value);
  return { vehicle, redirectUri, state: encodedParameter(search, 'state') };
}

const nextStep = 'Use the URL in the error’s resolution. Add redirect_uri, percent-encoded, and state.';
