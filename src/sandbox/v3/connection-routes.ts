import { Hono } from 'hono';
import { apiVersion } from '../../service/v3/contract.ts';
import type { Grants } from '../oauth/grants.ts';
import { addRules, type SandboxEnv, withRules } from '../web/http.ts';
import { Connections } from '../world/connections.ts';
import type { Store } from '../world/store.ts';
import type { Vehicles } from '../world/vehicles.ts';
import { connectionResource, vehicleAttributes } from './connection-resource.ts';
import { refusals } from './errors.ts';
import {
  connectionOperation,
  connectionsOperation,
  connectionsQuery,
  deleteUserOperation,
  disconnectOperation,
  vehicleOperation,
} from './operations.ts';
import { listEnvelope, pageOf, readQuery } from './pages.ts';
import type { Variants } from './variants.ts';

interface ConnectionRoutesParts {
  readonly baseUrl: string;
  readonly store: Store;
  readonly vehicles: Vehicles;
  readonly grants: Grants;
  readonly variants: Variants;
}

/** Connections and their vehicles, of all owners at once, because the token does not belong to an owner. */
export function connectionRoutes({ baseUrl, store, vehicles, grants, variants }: ConnectionRoutesParts) {
  const connections = new Connections(store);
  const base = `${baseUrl}/${apiVersion}`;
  const routes = new Hono<SandboxEnv>();

  routes.get(connectionsOperation.path, withRules('v3.connections.list', 'v3.list.meta', 'v3.list.links'), (c) => {
    const query = new URL(c.req.url).searchParams;
    const wanted = readQuery(connectionsQuery, query);
    const mode = wanted['filter[vehicle.mode]'];
    const tests: readonly [string | undefined, (each: (typeof connections.list)[number]) => string | undefined][] = [
      [wanted['filter[userId]'], ({ connection }) => connection.ownerId],
      [c.req.header('sc-user-id'), ({ connection }) => connection.ownerId],
      [wanted['filter[vehicleId]'], ({ connection }) => connection.vehicleId],
      [wanted['filter[user.externalId]'], ({ externalId }) => externalId],
      [mode, ({ connection }) => connection.mode],
    ];
    if (tests.some(([value]) => value !== undefined && value !== mode)) addRules(c, 'v3.connections.filters');
    addRules(c, 'v3.connections.mode', 'v3.connections.page-size');
    const found = connections.list
      .filter((each) => tests.every(([value, of]) => value === undefined || value === of(each)))
      .flatMap(({ id, connection }) => {
        const vehicle = vehicles.get(connection.vehicleId);
        return vehicle ? [{ id, connection, vehicle }] : [];
      });
    const page = { number: wanted['page[number]'], size: wanted['page[size]'] };
    return c.json({
      data: pageOf(found, page).map(({ id, connection, vehicle }) => connectionResource(base, id, connection, vehicle)),
      ...listEnvelope(`${base}/connections`, query, page, found.length, variants),
    });
  });

  /** Throws a Failure if there is no such connection. */
  const known = (id: string) => {
    const connection = connections.get(id);
    const vehicle = vehicles.get(connection?.vehicleId ?? '');
    if (!connection || !vehicle) throw refusals.unknownConnection(id);
    return { connection, vehicle };
  };

  routes.get(connectionOperation.path, withRules('v3.connections.one'), (c) => {
    const id = c.req.param('id') ?? '';
    const { connection, vehicle } = known(id);
    return c.json({ data: connectionResource(base, id, connection, vehicle) });
  });

  routes.delete(disconnectOperation.path, withRules('v3.connections.delete', 'v3.connections.both-versions'), (c) => {
    grants.disconnect(known(c.req.param('id') ?? '').vehicle.id);
    return c.body(null, 204);
  });

  routes.delete(deleteUserOperation.path, withRules('v3.users.delete', 'v3.connections.both-versions'), (c) => {
    const id = c.req.param('id') ?? '';
    const ofUser = connections.list.filter(({ connection }) => connection.ownerId === id);
    if (ofUser.length === 0) throw refusals.unknownUser(id);
    for (const { connection } of ofUser) grants.disconnect(connection.vehicleId);
    return c.body(null, 204);
  });

  // An official client library adds a trailing slash.
  for (const path of [vehicleOperation.path, `${vehicleOperation.path}/`]) {
    routes.get(path, withRules('v3.vehicles.attributes'), (c) => {
      if (path.endsWith('/')) addRules(c, 'v3.vehicles.slash');
      const id = c.req.param('id') ?? '';
      const vehicle = vehicles.get(id);
      const connection = connections.ofVehicle(id);
      if (!vehicle || !connection) throw refusals.unknownVehicle(id);
      return c.json({
        data: {
          id,
          type: 'vehicle',
          attributes: vehicleAttributes(vehicle, connection),
          links: { self: `${base}/vehicles/${id}` },
        },
      });
    });
  }

  return routes;
}
