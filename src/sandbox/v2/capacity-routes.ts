import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import * as z from 'zod';
import { modelName } from '../../common/vehicle-names.ts';
import { mayRedirect, withEncodedParameters } from '../oauth/connect-request.ts';
import { readBody, type SandboxEnv } from '../web/http.ts';
import { alert, facts, type Html, icons, invalidParameter, type Page, PageFailure, renderPage } from '../web/page.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { SandboxVehicle } from '../world/world.ts';

/** Path of the page where the owner chooses the vehicle's capacity (public). */
export const capacityPath = '/battery-capacity';

/** Parameters of that page. */
export const capacityLinkQuery = z.object({
  vehicle_id: z.string().describe('The vehicle'),
  client_id: z.string().describe('The application'),
  token: z.string().describe('From the link in the answer to nominal capacity'),
  response_type: z.literal('vehicle_id').describe('vehicle_id'),
  redirect_uri: z.string().describe('Where the owner is sent back to; added by the application'),
});

/** Public: the link ends in `redirect_uri=`, so that the caller can append the URI. */
export function capacityLink(baseUrl: string, vehicleId: string, clientId: string, token: string): string {
  const query: z.input<typeof capacityLinkQuery> = {
    vehicle_id: vehicleId,
    client_id: clientId,
    token,
    response_type: 'vehicle_id',
    redirect_uri: '',
  };
  return `${baseUrl}${capacityPath}?${new URLSearchParams(query).toString()}`;
}

/** `/battery-capacity`: where the owner chooses the vehicle's capacity (public). */
export function capacityRoutes(vehicles: Vehicles): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  routes.get(capacityPath, (c) => renderPage(c, capacityPage(readLink(c, vehicles))));

  routes.post(capacityPath, async (c) => {
    const link = readLink(c, vehicles);
    const { vehicle, candidates, redirectUri } = link;
    const form = new URLSearchParams(await readBody(c));
    if (form.get('answer') === 'unknown') {
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
      return renderPage(c, capacityPage({ ...link, incomplete: true }), 400);
    }
    vehicles.chooseCapacity(vehicle.id, choice.capacity);
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
function readLink(c: Context, vehicles: Vehicles) {
  const parameters = new URL(c.req.url).searchParams;
  const parameter = (name: string) => parameters.get(name) ?? '';
  const { application } = vehicles.world;
  if (parameter('client_id') !== application.clientId) {
    throw invalidParameter('client_id', parameter('client_id'), readAgain);
  }
  const vehicle = vehicles.get(parameter('vehicle_id'));
  if (!vehicle || !vehicles.isCapacityLinkValid(vehicle.id, parameter('token'))) {
    throw new PageFailure(401, 'This link has expired or is incomplete.', readAgain, ['capacity.link-30-days']);
  }
  const redirectUri = parameter('redirect_uri');
  if (!mayRedirect(redirectUri, application)) {
    const nextStep = 'Append the redirect URI of the application, percent-encoded, to the link.';
    throw invalidParameter('redirect_uri', redirectUri, nextStep, 'capacity.link');
  }
  const candidates = vehicle.capacity.case === 'determined' ? [] : vehicle.capacity.candidates;
  return { vehicle, candidates, chosen: vehicles.nominalCapacity(vehicle), redirectUri };
}

const readAgain = 'Request the nominal capacity again and open the new link.';

interface CapacityPageContent {
  readonly vehicle: SandboxVehicle;
  readonly candidates: readonly Candidate[];
  /** kWh; null if there is no choice yet. */
  readonly chosen: number | null;
  readonly redirectUri: string;
  /** The form was submitted without a choice. */
  readonly incomplete?: boolean;
}

interface Candidate {
  readonly capacity: number;
  readonly description: string | null;
}

/**
 * The page where the owner chooses which battery the vehicle has. It works without a script. Its form has no action, so
 * that it is submitted to the page's own address with its query, even if that address goes through a proxy's path.
 */
function capacityPage({ vehicle, candidates, chosen, redirectUri, incomplete }: CapacityPageContent): Page {
  const name = modelName(vehicle);
  return {
    title: `Battery of your ${name} (sandbox)`,
    body: html`<form method="post">
      <div class="body">
        <header>
          <div class="link">${icons.battery} ${icons.car}</div>
          <h1>Which battery does your ${name} have?</h1>
          <p class="lead">
            This model of ${vehicle.year} comes with several. See the vehicle's papers or its maker's app.
          </p>
        </header>
        ${incomplete ? alert("Choose a capacity, or press I don't know.") : ''}
        <fieldset>
          <legend>Nominal capacity</legend>
          <div class="cards stack">${candidates.map((candidate) => candidateCard(candidate, chosen))}</div>
        </fieldset>
      </div>
      <div class="actions">
        <button class="yes" name="answer" value="choose">Use this capacity</button>
        <button class="no" name="answer" value="unknown" formnovalidate>I don't know</button>
      </div>
      ${facts([['Redirect URI', redirectUri]])}
    </form>`,
  };
}

function candidateCard({ capacity, description }: Candidate, chosen: number | null): Html {
  return html`<label class="card">
    <input type="radio" name="capacity" value="${capacity}" required ${capacity === chosen ? 'checked' : ''} />
    <span class="words">
      <strong>${capacity} kWh</strong>
      <small>${describe(description)}</small>
    </span>
    ${icons.battery}
  </label>`;
}

const engines: Readonly<Partial<Record<string, string>>> = { BEV: 'battery electric', PHEV: 'plug-in hybrid' };

/** `BEV:Extended Range` in plain words (public: engine type, colon, trim). */
function describe(description: string | null): string {
  const [engine = '', trim] = description?.split(':') ?? [];
  if (description === null) return 'No variant name';
  return trim ? `${trim}, ${engines[engine] ?? engine}` : description;
}
