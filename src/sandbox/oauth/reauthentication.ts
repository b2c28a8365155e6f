import { makeName } from '../../common/vehicle-names.ts';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { invalidParameter } from '../web/page-failure.ts';
import type { Vehicles } from '../world/vehicles.ts';
import { addRules, type SandboxEnv, withRules } from '../web/http.ts';
import { readBody } from '../web/request-body.ts';
import { icons } from '../web/icons.ts';
import { ownerPage } from '../web/owner-page.ts';
import { facts, type Page, renderPage } from '../web/page.ts';
import type { SandboxVehicle } from '../world/world.ts';
import { encodedParameter, mayRedirect, withEncodedParameters } from './redirect-uri.ts';

const path = '/oauth/reauthenticate';

/**
 * The address for the owner in an error's `resolution`. It is incomplete (public): the application adds `redirect_uri`
 * and `state`.
 */
export function reauthenticationUrl(
  { connectUrl, clientId }: { readonly connectUrl: string; readonly clientId: string },
  vehicleId: string,
): string {
  const url = new URL(path, connectUrl);
  const query = { response_type: 'vehicle_id', client_id: clientId, vehicle_id: vehicleId };
  url.search = new URLSearchParams(query).toString();
  return url.href;
}

/**
 * Where the owner of one vehicle signs in to its maker again (public). `onSignedIn` is called with the vehicle's ID.
 */
export function reauthenticationRoutes(vehicles: Vehicles, onSignedIn: (vehicleId: string) => void): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  routes.get(path, withRules('reauthentication.page'), (c) => {
    const { vehicle, redirectUri } = readRequest(c, vehicles);
    return renderPage(c, signInPage(vehicle, redirectUri));
  });

  routes.post(path, withRules('reauthentication.page'), async (c) => {
    const { vehicle, redirectUri, state } = readRequest(c, vehicles);
    const back = (...parameters: readonly (readonly [string, string])[]) =>
      c.redirect(
        withEncodedParameters(redirectUri, state === undefined ? parameters : [...parameters, ['state', state]]),
        303,
      );
    if (new URLSearchParams(await readBody(c)).get('answer') !== 'sign-in') {
      addRules(c, 'reauthentication.cancelled');
      const description = encodeURIComponent('The owner did not sign in again.');
      return back(['error', 'access_denied'], ['error_description', description]);
    }
    addRules(c, 'reauthentication.done', 'reauthentication.mends');
    onSignedIn(vehicle.id);
    return back(['vehicle_id', vehicle.id]);
  });

  return routes;
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

function signInPage({ make, model }: SandboxVehicle, redirectUri: string): Page {
  const maker = makeName(make);
  return ownerPage({
    title: `Sign in to ${maker} again`,
    above: html`<div class="link">${icons.key} ${icons.car}</div>`,
    heading: `Sign in to ${maker} again`,
    lead:
      `${maker} no longer accepts the sign-in of your ${model}, for example after a password change. ` +
      'The sandbox asks for no password.',
    yes: { name: 'answer', value: 'sign-in', words: 'Sign in again' },
    no: { name: 'answer', value: 'cancel', words: 'Cancel' },
    facts: facts([['Redirect URI', redirectUri]]),
  });
}
