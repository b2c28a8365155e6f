import { Hono } from 'hono';
import type { SandboxAddresses } from './addresses.ts';
import type { Capacities } from './capacity.ts';
import type { SandboxClock } from './clock.ts';
import { clockChange, clockSettings, toClockChange } from './clock-settings.ts';
import { orRefuse, readJson } from './control-json.ts';
import { type ProcessParts, processRoutes, sandboxVersion } from './control-process.ts';
import { ApiFailure, refusals } from './errors.ts';
import { faultSchema } from './fault-schema.ts';
import type { Faults, PlannedFault } from './faults.ts';
import type { Garage } from './garage.ts';
import { type SandboxEnv, shows } from './http.ts';
import { onlyOwnOrigin } from './loopback.ts';
import type { Store } from './store.ts';
import type { SandboxOwner, SandboxVehicle } from './vehicles-data.ts';

export interface ControlParts extends ProcessParts {
  readonly addresses: SandboxAddresses;
  readonly clock: SandboxClock;
  readonly store: Store;
  readonly garage: Garage;
  readonly capacities: Capacities;
  readonly faults: Faults;
}

/** `/sandbox/`: what the sandbox holds, and how tests and demonstrations change it. */
export function controlRoutes(parts: ControlParts): Hono<SandboxEnv> {
  const { addresses, clock, store, garage, capacities, faults, leases } = parts;
  const routes = new Hono<SandboxEnv>();
  routes.use('/sandbox/*', onlyOwnOrigin, shows('sandbox.control'));
  routes.route('/', processRoutes(parts));

  /** What a vehicle's answers hold now, for a checker to compare a screen with. */
  const summary = (owner: SandboxOwner, vehicle: SandboxVehicle) => {
    const { id, make, model, year, region } = vehicle;
    return {
      id,
      owner: owner.name,
      make,
      model,
      year,
      capacity: capacitySummary(vehicle, capacities),
      region,
      /** In the default range; null where the make has none. */
      records: garage.chargeCount(vehicle),
    };
  };

  routes.on('GET', ['/sandbox', '/sandbox/'], (c) =>
    c.json({
      ...addresses,
      version: sandboxVersion,
      pid: process.pid,
      leases: leases.count,
      ...clock.reading,
      vehicles: garage.world.owners.flatMap((owner) => owner.vehicles.map((vehicle) => summary(owner, vehicle))),
    }),
  );

  routes.get('/sandbox/clock', (c) => c.json(clock.reading));

  routes.post('/sandbox/clock', async (c) => {
    const change = toClockChange(await readJson(c, clockChange));
    orRefuse(() => {
      clock.change(change);
    });
    return c.json(clock.reading);
  });

  routes.post('/sandbox/reset', async (c) => {
    const settings = await readJson(c, clockSettings.prefault({}));
    store.reset();
    faults.clear();
    clock.change(toClockChange(settings), true);
    return c.json(clock.reading);
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

  return routes;
}

function faultView({ id, left, fault }: PlannedFault) {
  return { id, left, ...fault };
}

/** The document's case; `unavailable` outside its geography. */
function capacitySummary(vehicle: SandboxVehicle, capacities: Capacities) {
  try {
    const { capacity } = capacities.read(vehicle);
    return {
      case: capacity === null ? 'undetermined' : capacity.source === 'SMARTCAR' ? 'determined' : 'selected',
      nominal: capacity?.nominal ?? null,
      source: capacity?.source ?? null,
    };
  } catch (error) {
    if (error instanceof ApiFailure) return { case: 'unavailable', nominal: null, source: null };
    throw error;
  }
}
