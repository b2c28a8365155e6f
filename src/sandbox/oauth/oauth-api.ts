import * as z from 'zod';
import { type Context, Hono } from 'hono';
import { connectQuery, encodedParameter, mayRedirect, withEncodedParameters } from './connect-request.ts';
import { connectRoutes } from './connect-routes.ts';
import type { Grants } from './grants.ts';
import { answerTokenRequest } from './token-endpoint.ts';
import type { SandboxEnv } from '../web/http.ts';
import { type DescribedOperation, pageOperations, type SandboxApi } from '../web/openapi.ts';
import { invalidParameter } from '../web/page.ts';
import type { Vehicles } from '../world/vehicles.ts';
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
export const oauthApi: SandboxApi<OAuthParts> = {
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
  schemas: {
    TokenPair: tokenPair,
    CodeExchange: codeExchangeForm,
    Refresh: refreshForm,
    TokenRequest: tokenRequest,
    OAuthError: oauthError,
  },
  securitySchemes: {
    client: { type: 'http', scheme: 'basic', description: 'client_id and client_secret of the application' },
  },
  routes: ({ vehicles, grants, autoApprove, userIdName, onSignedIn }) => {
    const { world } = vehicles;
    const answer = async (c: Context<SandboxEnv>) => c.json(await answerTokenRequest(c, world.application, grants));
    return new Hono<SandboxEnv>()
      .post('/oauth/token', answer)
      .post('/', answer)
      .route('/', connectRoutes(world, grants, autoApprove, userIdName))
      .route('/', reauthenticationRoutes(vehicles, onSignedIn));
  },
};

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
