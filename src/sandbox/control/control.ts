import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { SandboxAddresses } from '../addresses.ts';
import type { Capacities } from '../world/capacity.ts';
import type { SandboxClock } from '../world/clock.ts';
import { clockChange, clockSettings, toClockChange } from '../world/clock-settings.ts';
import { badBody, orRefuse, readJson } from './control-json.ts';
import { type ProcessParts, processRoutes, sandboxVersion } from './control-process.ts';
import { type TrafficParts, trafficRoutes } from './control-traffic.ts';
import { controlPage } from './control-page.ts';
import { formRoutes } from './control-forms.ts';
import { vehiclesQuery, vehicleSummary } from './control-view.ts';
import { renderPage } from '../page.ts';
import { refusals } from '../api/errors.ts';
import { faultSchema } from '../faults/fault-schema.ts';
import type { PlannedFault } from '../faults/faults.ts';
import type { Garage } from '../world/garage.ts';
import { type SandboxEnv, shows } from '../http.ts';
import { onlyOwnOrigin } from '../loopback.ts';
import { jsonSchema } from '../api/openapi-document.ts';
import { controlDocument } from './openapi-control.ts';
import { serviceDocument } from '../api/openapi-service.ts';
import { scenarioSchema } from '../world/scenario.ts';
import { chargeRequest } from '../world/simulated-charge.ts';

/** Vehicles, and requests, that the page shows. */
const mostOnPage = 50;

/** A state holds every token that was ever handed out and still works. */
const mostStateBytes = 64 * 1024 * 1024;

export interface ControlParts extends ProcessParts, TrafficParts {
  readonly addresses: SandboxAddresses;
  readonly clock: SandboxClock;
  readonly garage: Garage;
  readonly capacities: Capacities;
}

/** `/sandbox/`: what the sandbox holds, and how tests and demonstrations change it. */
export function controlRoutes(parts: ControlParts): Hono<SandboxEnv> {
  const { addresses, clock, state, garage, capacities, faults, journal, leases } = parts;
  const routes = new Hono<SandboxEnv>();
  routes.use('/sandbox/*', onlyOwnOrigin, shows('sandbox.control'));
  routes.route('/', processRoutes(parts));
  routes.route('/', trafficRoutes(parts));

  const cars = garage.world.owners.flatMap((owner) => owner.vehicles.map((vehicle) => ({ owner, vehicle })));
  const summaries = (most = cars.length) => cars.slice(0, most).map((car) => vehicleSummary(car, garage, capacities));

  const showPage = (c: Context<SandboxEnv>, problem?: string) => {
    const page = controlPage({
      addresses,
      version: sandboxVersion,
      clock: clock.reading,
      faults: faults.list,
      vehicles: summaries(mostOnPage),
      vehicleCount: cars.length,
      requests: journal.since(0).slice(-mostOnPage).toReversed(),
      problem,
    });
    return renderPage(c, page, problem === undefined ? 200 : 400);
  };
  routes.route('/', formRoutes({ faults, garage, state, showProblem: showPage }));

  // People get a page, programs JSON.
  routes.on('GET', ['/sandbox', '/sandbox/'], (c) => {
    if (c.req.header('Accept')?.includes('text/html')) return showPage(c);
    const { vehicles } = orRefuse(() => vehiclesQuery.parse(c.req.query()));
    return c.json({
      ...addresses,
      version: sandboxVersion,
      pid: process.pid,
      leases: leases.count,
      ...clock.reading,
      vehicleCount: cars.length,
      vehicles: summaries(vehicles),
    });
  });

  routes.get('/sandbox/clock', (c) => c.json(clock.reading));

  routes.post('/sandbox/clock', async (c) => {
    const change = toClockChange(await readJson(c, clockChange));
    orRefuse(() => {
      state.turnClock(change);
    });
    return c.json(clock.reading);
  });

  routes.get('/sandbox/state', (c) => c.body(state.text(), 200, { 'Content-Type': 'application/json' }));

  routes.put('/sandbox/state', async (c) => {
    const content = await readJson(c, z.unknown(), mostStateBytes);
    orRefuse(() => {
      state.load(content);
    });
    return c.json(clock.reading);
  });

  routes.post('/sandbox/reset', async (c) => {
    state.reset(toClockChange(await readJson(c, clockSettings.prefault({}))));
    return c.json(clock.reading);
  });

  routes.post('/sandbox/charges', async (c) => {
    const record = garage.simulateCharge(await readJson(c, chargeRequest));
    if (!record) throw badBody(['vehicleId: is not a vehicle whose make has charge records']);
    return c.json(record, 201);
  });

  routes.get('/sandbox/faults', (c) => c.json({ faults: faults.list.map(faultView) }));

  routes.post('/sandbox/faults', async (c) => {
    const fault = faults.add(await readJson(c, faultSchema));
    return c.json(faultView(fault), 201);
  });

  routes.delete('/sandbox/faults/:id', (c) => {
    if (!faults.remove(Number(c.req.param('id')))) throw refusals.unknownPath();
    return c.body(null, 204);
  });

  routes.delete('/sandbox/faults', (c) => {
    faults.clear();
    return c.body(null, 204);
  });

  const { baseUrl } = addresses;
  routes.get('/sandbox/openapi.json', (c) => c.json(controlDocument(baseUrl, sandboxVersion)));
  routes.get('/sandbox/service.openapi.json', (c) => c.json(serviceDocument(baseUrl, sandboxVersion)));
  routes.get('/sandbox/scenario.schema.json', (c) => c.json(jsonSchema(scenarioSchema)));

  return routes;
}

function faultView({ id, left, fault }: PlannedFault) {
  return { id, left, ...fault };
}
