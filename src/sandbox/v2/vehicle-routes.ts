import { type Context, Hono } from 'hono';
import { createMiddleware } from 'hono/factory';
import type { Clock } from '../../common/clock.ts';
import type { SandboxEnv } from '../web/http.ts';
import { readBody } from '../web/request-body.ts';
import { streamedJson } from '../web/streamed-json.ts';
import { answerBatch, readBatch } from './batch.ts';
import { refusals } from './errors.ts';
import {
  type ApiOperation,
  batchOperation,
  disconnectOperation,
  pathsOf,
  readOperations,
  userOperation,
  vehiclesOperation,
} from './operations.ts';
import { readPage, type Reading, VehicleReads, type VehicleReadsParts, vehiclesPage } from './vehicle-reads.ts';

export interface VehicleRoutesParts extends VehicleReadsParts {
  readonly clock: Clock;
}

/** The vehicle data endpoints of version 2.0. */
export function vehicleRoutes(parts: VehicleRoutesParts): Hono<SandboxEnv> {
  const { grants, vehicles, limits, clock } = parts;
  const reads = new VehicleReads(parts);
  const routes = new Hono<SandboxEnv>();

  const bearer = createMiddleware<SandboxEnv>(async (c, next) => {
    const token = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1] ?? '';
    const grant = grants.grantOf(token);
    if (!grant) throw refusals.badToken(grants.isExpired(token) ? 'data.access-7200' : 'data.bearer');
    const refusal = limits.countRequest();
    if (refusal) throw refusals.limit(refusal);
    c.set('grant', grant);
    await next();
  });

  /** Public headers of a response with data. */
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
    if (!records) return c.json(body);
    const text = streamedJson('{"records":[', records, ']}');
    return c.body(text, 200, { 'Content-Type': 'application/json' });
  };

  const on = (operation: ApiOperation, handle: (c: Context<SandboxEnv>, id: string) => Response | Promise<Response>) =>
    routes.on(operation.method, pathsOf(operation), bearer, dataHeaders, (c) => handle(c, c.req.param('id') ?? ''));

  for (const operation of readOperations) {
    on(operation, (c, id) => {
      const request = { grant: c.get('grant'), id, make: c.req.param('make') ?? '', query: c.req.query() };
      return answer(c, operation.read(reads, request));
    });
  }

  on(userOperation, (c) => answer(c, { rules: ['user.id', 'data.headers'], body: { id: c.get('grant').ownerId } }));

  on(vehiclesOperation, (c) => {
    const { limit, offset } = readPage(vehiclesPage, c.req.query());
    const ids = c.get('grant').vehicleIds.filter((id) => vehicles.get(id));
    const body = { paging: { count: ids.length, offset }, vehicles: ids.slice(offset, offset + limit) };
    return answer(c, { rules: ['vehicles.list'], body });
  });

  on(batchOperation, async (c, id) => {
    const grant = c.get('grant');
    reads.covered(grant, id);
    const paths = readBatch(await readBody(c));
    const fetchedAt = new Date(clock.now()).toISOString();
    const responses = paths.map((path) => answerBatch(readOperations, reads, { grant, id }, path, fetchedAt));
    return answer(c, { rules: ['vehicles.batch', 'data.headers'], body: { responses } });
  });

  on(disconnectOperation, (c, id) => {
    grants.disconnect(reads.covered(c.get('grant'), id).id);
    return answer(c, { rules: ['vehicles.disconnect', 'vehicles.disconnected'], body: { status: 'success' } });
  });

  return routes;
}
