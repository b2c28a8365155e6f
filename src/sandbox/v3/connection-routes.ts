import { Hono } from 'hono';
import { apiVersion } from '../../service/v3/contract.ts';
import type { SandboxEnv } from '../web/http.ts';
import { pathsOf } from '../web/openapi.ts';
import { Connections } from '../world/connections.ts';
import type { Connection } from '../world/stored-state.ts';
import type { SandboxVehicle } from '../world/world.ts';
import type { Version3Parts } from './signal-routes.ts';
import { refusals } from './errors.ts';
import { apiOperations, connectionsQuery } from './operations.ts';
import { listEnvelope, pageOf, readQuery } from './pages.ts';

/** Connections and their vehicles, of all owners at once, because the token does not belong to an owner. */
export function connectionRoutes({ baseUrl, store, vehicles, grants, variants }: Version3Parts): Hono<SandboxEnv> {
  const connections = new Connections(store);
  const base = `${baseUrl}/${apiVersion}`;
  const routes = new Hono<SandboxEnv>();

  routes.get(apiOperations.connections.path, (c) => {
    const query = new URL(c.req.url).searchParams;
    const wanted = readQuery(connectionsQuery, query);
    const tests: readonly [string | undefined, (each: (typeof connections.list)[number]) => string | undefined][] = [
      [wanted['filter[userId]'], ({ connection }) => connection.ownerId],
      [c.req.header('sc-user-id'), ({ connection }) => connection.ownerId],
      [wanted['filter[vehicleId]'], ({ connection }) => connection.vehicleId],
      [wanted['filter[user.externalId]'], ({ externalId }) => externalId],
      [wanted['filter[vehicle.mode]'], ({ connection }) => connection.mode],
    ];
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

  routes.get(apiOperations.connection.path, (c) => {
    const id = c.req.param('id') ?? '';
    const { connection, vehicle } = known(id);
    return c.json({ data: connectionResource(base, id, connection, vehicle) });
  });

  routes.delete(apiOperations.disconnect.path, (c) => {
    grants.disconnect(known(c.req.param('id') ?? '').vehicle.id);
    return c.body(null, 204);
  });

  routes.delete(apiOperations.deleteUser.path, (c) => {
    const id = c.req.param('id') ?? '';
    const ofUser = connections.list.filter(({ connection }) => connection.ownerId === id);
    if (ofUser.length === 0) throw refusals.unknownUser(id);
    for (const { connection } of ofUser) grants.disconnect(connection.vehicleId);
    return c.body(null, 204);
  });

  routes.on('GET', pathsOf(apiOperations.vehicle), (c) => {
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

  return routes;
}

/** The attributes that a connection and its vehicle share. */
export function vehicleAttributes({ make, model, year }: SandboxVehicle, { mode }: Connection) {
  // Every vehicle of the sandbox is purely electric.
  return { make, model, year, mode, powertrainType: 'BEV' };
}

/** A connection as a JSON:API resource. `base` is the address of the vehicle API. */
function connectionResource(base: string, id: string, connection: Connection, vehicle: SandboxVehicle) {
  const { permissions, ownerId, createdAt, updatedAt } = connection;
  return {
    id,
    type: 'connection' as const,
    attributes: { permissions, vehicle: vehicleAttributes(vehicle, connection) },
    relationships: {
      vehicle: { data: { id: vehicle.id, type: 'vehicle' }, links: { related: `${base}/vehicles/${vehicle.id}` } },
      user: { data: { id: ownerId, type: 'user' } },
    },
    meta: { createdAt: iso(createdAt), updatedAt: iso(updatedAt) },
    links: { self: `${base}/connections/${id}` },
  };
}

function iso(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 19)}Z`;
}
