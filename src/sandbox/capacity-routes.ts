import { type Context, Hono } from 'hono';
import { capacityPage } from './capacity-page.ts';
import type { Capacities } from './capacity.ts';
import { PageFailure } from './errors.ts';
import type { Garage } from './garage.ts';
import { type SandboxEnv, tag } from './http.ts';
import { renderPage } from './page.ts';
import { isAllowedRedirectUri, withEncodedParameters } from './redirect-uri.ts';
import type { SandboxVehicle } from './vehicles-data.ts';

/** `/battery-capacity`: where the owner says which capacity the vehicle has (public). */
export function capacityRoutes(garage: Garage, capacities: Capacities): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  routes.get('/battery-capacity', tag('public'), (c) => {
    const { vehicle, redirectUri } = readLink(c, garage, capacities);
    return renderPage(c, capacityPage(vehicle, capacities.chosen(vehicle), redirectUri));
  });

  routes.post('/battery-capacity', tag('public'), async (c) => {
    const { vehicle, redirectUri } = readLink(c, garage, capacities);
    const answer = new URLSearchParams(await c.req.text()).get('capacity');
    if (answer === 'unknown') return c.redirect(unknownCapacity(vehicle, redirectUri), 303);
    const candidate = candidatesOf(vehicle).find(({ capacity }) => String(capacity) === answer);
    if (!candidate) {
      return renderPage(c, capacityPage(vehicle, capacities.chosen(vehicle), redirectUri, 'no-choice'), 400);
    }
    capacities.choose(vehicle.id, candidate.capacity);
    return c.redirect(selectedCapacity(vehicle, candidate.capacity, redirectUri), 303);
  });

  return routes;
}

function readLink(c: Context, garage: Garage, capacities: Capacities) {
  const parameters = new URL(c.req.url).searchParams;
  const parameter = (name: string) => parameters.get(name) ?? '';
  const { clientId } = garage.world.application;
  if (parameter('client_id') !== clientId) {
    throw new PageFailure(400, `400: Invalid parameter client_id: ${parameter('client_id')}.`, readAgain);
  }
  const vehicle = garage.vehicle(parameter('vehicle_id'));
  if (!vehicle || !capacities.isLinkValid(vehicle.id, parameter('token'))) {
    throw new PageFailure(401, 'This link has expired, or it is not complete.', readAgain);
  }
  const redirectUri = parameter('redirect_uri');
  if (!isAllowedRedirectUri(redirectUri, clientId)) {
    throw new PageFailure(
      400,
      `400: Invalid parameter redirect_uri: ${redirectUri}.`,
      'The application must append its redirect URI, percent-encoded, to the link.',
    );
  }
  return { vehicle, redirectUri };
}

const readAgain = 'Read the nominal capacity again and open the link of that answer.';

function candidatesOf({ capacity }: SandboxVehicle) {
  return capacity.case === 'determined' ? [] : capacity.candidates;
}

function selectedCapacity({ id }: SandboxVehicle, capacity: number, redirectUri: string): string {
  return withEncodedParameters(redirectUri, [
    ['vehicle_id', id],
    ['selected_capacity', String(capacity)],
    ['reason', 'battery_capacity'],
  ]);
}

function unknownCapacity({ id }: SandboxVehicle, redirectUri: string): string {
  return withEncodedParameters(redirectUri, [
    ['error', 'battery_capacity_no_selection'],
    ['error_description', encodeURIComponent('user did not know battery capacity')],
    ['vehicle_id', id],
  ]);
}
