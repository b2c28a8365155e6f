import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Clock } from '../../common/clock.ts';
import { apiVersion } from '../../service/v2/contract.ts';
import { answerBatch, readBatch } from './batch.ts';
import type { Capacities } from '../world/capacity.ts';
import { refusals } from './errors.ts';
import type { Faults } from '../faults/faults.ts';
import type { Garage } from '../world/garage.ts';
import type { Grants } from '../oauth/grants.ts';
import { readBody, type SandboxEnv, shows } from '../http.ts';
import type { Limits } from './limits.ts';
import { recordsBody } from './records-body.ts';
import { readPage, type Reading, VehicleReads } from './vehicle-reads.ts';

interface VehicleRoutesParts {
  readonly grants: Grants;
  readonly garage: Garage;
  readonly capacities: Capacities;
  readonly limits: Limits;
  readonly faults: Faults;
  readonly clock: Clock;
}

/** The vehicle data endpoints, below the version segment. */
export function vehicleRoutes(parts: VehicleRoutesParts): Hono<SandboxEnv> {
  const { grants, garage, limits, faults, clock } = parts;
  const reads = new VehicleReads(parts);
  const routes = new Hono<SandboxEnv>();

  const bearer = createMiddleware<SandboxEnv>(async (c, next) => {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
    const grant = grants.grantOf(token);
    if (!grant) throw refusals.badToken(grants.isExpired(token) ? 'data.access-7200' : 'data.bearer');
    limits.countRequest();
    c.set('grant', grant);
    await next();
  });

  /** Public headers of an answer with data. */
  const dataHeaders = createMiddleware<SandboxEnv>(async (c, next) => {
    const unitSystem = c.req.header('SC-Unit-System') ?? 'metric';
    if (unitSystem !== 'metric' && unitSystem !== 'imperial') {
      throw refusals.badParameter(['SC-Unit-System: is metric or imperial'], 'data.unit-system');
    }
    const now = new Date(clock.now()).toISOString();
    c.header('SC-Fetched-At', now);
    c.header('SC-Data-Age', now);
    c.header('SC-Unit-System', unitSystem);
    await next();
  });

  const answer = (c: Context<SandboxEnv>, { rules, body, records }: Reading) => {
    c.set('rules', rules);
    return records ? c.body(recordsBody(records), 200, { 'Content-Type': 'application/json' }) : c.json(body);
  };

  // The slash at the end is how an official client library spells these two.
  routes.on('GET', ['/user', '/user/'], shows('user.id', 'data.headers'), faults.around('user'), bearer, dataHeaders);
  routes.on('GET', ['/user', '/user/'], (c) => c.json({ id: c.get('grant').ownerId }));

  routes.on('GET', ['/vehicles', '/vehicles/'], shows('vehicles.list'), faults.around('vehicles'), bearer, dataHeaders);
  routes.on('GET', ['/vehicles', '/vehicles/'], (c) => {
    const { limit, offset } = readPage(c.req.query(), 10);
    const ids = c.get('grant').vehicleIds.filter((id) => garage.vehicle(id));
    return c.json({ paging: { count: ids.length, offset }, vehicles: ids.slice(offset, offset + limit) });
  });

  // The same library asks for attributes in a batch as "/", and so may have a slash at the end here too.
  routes.on('GET', ['/vehicles/:id', '/vehicles/:id/'], faults.around('vehicle'), bearer, dataHeaders, (c) =>
    answer(c, reads.attributes(c.get('grant'), c.req.param('id'))),
  );
  routes.get('/vehicles/:id/vin', faults.around('vin'), bearer, dataHeaders, (c) =>
    answer(c, reads.vin(c.get('grant'), c.req.param('id'))),
  );
  routes.get('/vehicles/:id/permissions', faults.around('permissions'), bearer, dataHeaders, (c) =>
    answer(c, reads.permissions(c.get('grant'), c.req.param('id'), c.req.query())),
  );
  routes.get('/vehicles/:id/battery/nominal_capacity', faults.around('capacity'), bearer, dataHeaders, (c) =>
    answer(c, reads.capacity(c.get('grant'), c.req.param('id'))),
  );
  routes.get('/vehicles/:id/:make/charge/records', faults.around('records'), bearer, dataHeaders, (c) =>
    answer(c, reads.records(c.get('grant'), c.req.param('id'), c.req.param('make'), c.req.query())),
  );

  routes.post('/vehicles/:id/batch', faults.around('batch'), bearer, dataHeaders, async (c) => {
    const vehicle = reads.covered(c.get('grant'), c.req.param('id'));
    const paths = readBatch(await readBody(c));
    const fetchedAt = new Date(clock.now()).toISOString();
    c.set('rules', ['vehicles.batch', 'data.headers']);
    return c.json({ responses: paths.map((path) => answerBatch(reads, c.get('grant'), vehicle.id, path, fetchedAt)) });
  });

  routes.delete('/vehicles/:id/application', faults.around('disconnect'), bearer, dataHeaders, (c) => {
    grants.disconnect(reads.covered(c.get('grant'), c.req.param('id')).id);
    c.set('rules', ['vehicles.disconnect', 'vehicles.disconnected']);
    return c.json({ status: 'success' });
  });

  return routes;
}

/** `v1.0`, `v3`: what may stand where {@link apiVersion} stands. */
export function isOtherVersion(segment: string): boolean {
  return /^v\d+(?:\.\d+)?$/.test(segment) && segment !== apiVersion;
}
