import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { SandboxAddresses } from './addresses.ts';
import type { Capacities } from './capacity.ts';
import type { SandboxClock } from './clock.ts';
import { ApiFailure } from './errors.ts';
import { type Faults, faultSchema } from './faults.ts';
import type { Garage } from './garage.ts';
import { readBody, type SandboxEnv, tag } from './http.ts';
import { onlyOwnOrigin } from './loopback.ts';
import { describeIssues } from './scenario.ts';
import type { Store } from './store.ts';
import type { SandboxOwner, SandboxVehicle } from './vehicles-data.ts';

interface ControlParts {
  readonly addresses: SandboxAddresses;
  readonly clock: SandboxClock;
  readonly store: Store;
  readonly garage: Garage;
  readonly capacities: Capacities;
  readonly faults: Faults;
}

const clockChange = z.strictObject({ advance: z.number().min(0) });

/** `/sandbox/`: what the sandbox holds, and how tests and demonstrations change it. */
export function controlRoutes({ addresses, clock, store, garage, capacities, faults }: ControlParts): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();
  routes.use('/sandbox/*', onlyOwnOrigin, tag('assumed'));

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
      now: new Date(clock.now()).toISOString(),
      vehicles: garage.world.owners.flatMap((owner) => owner.vehicles.map((vehicle) => summary(owner, vehicle))),
    }),
  );

  routes.post('/sandbox/clock', async (c) => {
    const { advance } = await readJson(c, clockChange);
    clock.advance(advance);
    return c.json({ now: new Date(clock.now()).toISOString() });
  });

  routes.post('/sandbox/reset', (c) => {
    store.reset();
    faults.clear();
    return c.json({ now: new Date(clock.now()).toISOString() });
  });

  routes.post('/sandbox/faults', async (c) => {
    faults.add(await readJson(c, faultSchema));
    return c.body(null, 204);
  });

  routes.delete('/sandbox/faults', (c) => {
    faults.clear();
    return c.body(null, 204);
  });

  return routes;
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

async function readJson<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const checked = schema.safeParse(parseJson(await readBody(c.req)));
  if (checked.success) return checked.data;
  throw new ApiFailure(400, 'VALIDATION', 'The body is not what this path takes.', 'assumed', {
    detail: describeIssues(checked.error),
  });
}

/** Undefined, which no schema takes, where it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
