import { type Context, Hono } from 'hono';
import { capacityPage } from './capacity-page.ts';
import { capacityPath } from './capacity-link.ts';
import { addRules, type SandboxEnv, withRules } from '../web/http.ts';
import { readBody } from '../web/request-body.ts';
import { invalidParameter, PageFailure } from '../web/page-failure.ts';
import { renderPage } from '../web/page.ts';
import type { Capacities } from '../world/capacities.ts';
import type { Vehicles } from '../world/vehicles.ts';
import { mayRedirect, withEncodedParameters } from '../oauth/redirect-uri.ts';

/** `/battery-capacity`: where the owner chooses the vehicle's capacity (public). */
export function capacityRoutes(vehicles: Vehicles, capacities: Capacities): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  routes.get(capacityPath, withRules('capacity.link'), (c) =>
    renderPage(c, capacityPage(readLink(c, vehicles, capacities))),
  );

  routes.post(capacityPath, withRules('capacity.link'), async (c) => {
    const link = readLink(c, vehicles, capacities);
    const { vehicle, candidates, redirectUri } = link;
    const form = new URLSearchParams(await readBody(c));
    if (form.get('answer') === 'unknown') {
      addRules(c, 'capacity.unknown');
      return c.redirect(
        withEncodedParameters(redirectUri, [
          ['error', 'battery_capacity_no_selection'],
          ['error_description', encodeURIComponent('user did not know battery capacity')],
          ['vehicle_id', vehicle.id],
        ]),
        303,
      );
    }
    const choice = candidates.find(({ capacity }) => String(capacity) === form.get('capacity'));
    if (!choice) {
      addRules(c, 'connect.incomplete');
      return renderPage(c, capacityPage({ ...link, incomplete: true }), 400);
    }
    addRules(c, 'capacity.choice');
    capacities.choose(vehicle.id, choice.capacity);
    return c.redirect(
      withEncodedParameters(redirectUri, [
        ['vehicle_id', vehicle.id],
        ['selected_capacity', String(choice.capacity)],
        ['reason', 'battery_capacity'],
      ]),
      303,
    );
  });

  return routes;
}

/** The vehicle in the link, and what is known about its battery. Throws PageFailure. */
function readLink(c: Context, vehicles: Vehicles, capacities: Capacities) {
  const parameters = new URL(c.req.url).searchParams;
  const parameter = (name: string) => parameters.get(name) ?? '';
  const { application } = vehicles.world;
  if (parameter('client_id') !== application.clientId) {
    throw invalidParameter('client_id', parameter('client_id'), readAgain);
  }
  const vehicle = vehicles.get(parameter('vehicle_id'));
  if (!vehicle || !capacities.isLinkValid(vehicle.id, parameter('token'))) {
    throw new PageFailure(401, 'This link has expired or is incomplete.', readAgain, ['capacity.link-30-days']);
  }
  const redirectUri = parameter('redirect_uri');
  if (!mayRedirect(redirectUri, application)) {
    const nextStep = 'Append the redirect URI of the application, percent-encoded, to the link.';
    throw invalidParameter('redirect_uri', redirectUri, nextStep, 'capacity.link');
  }
  const candidates = vehicle.capacity.case === 'determined' ? [] : vehicle.capacity.candidates;
  return { vehicle, candidates, chosen: capacities.nominal(vehicle), redirectUri };
}

const readAgain = 'Request the nominal capacity again and open the new link.';
