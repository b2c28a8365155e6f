import { type Context, Hono } from 'hono';
import type * as z from 'zod';
import { apiVersion } from '../../service/v3/contract.ts';
import { describeIssues, readBody, type SandboxEnv } from '../web/http.ts';
import { pathsOf } from '../web/openapi.ts';
import type { Webhook } from '../webhooks/webhooks.ts';
import type { Connection } from '../world/stored-state.ts';
import type { SandboxVehicle } from '../world/world.ts';
import { refusals } from './errors.ts';
import {
  apiOperations,
  connectionsQuery,
  type PageQuery,
  subscriptionRequest,
  subscriptionsQuery,
  webhooksQuery,
} from './operations.ts';
import { listEnvelope, pageOf, readQuery } from './pages.ts';
import type { Version3Parts } from './signal-routes.ts';

/**
 * Connections and their vehicles, of all owners at once, because the token does not belong to an owner. And the
 * management API: subscriptions, from the first of which on the signals of a vehicle are stored, and webhooks, which it
 * shows but neither creates nor changes.
 */
export function resourceRoutes(parts: Version3Parts): Hono<SandboxEnv> {
  const { baseUrl, connections, subscriptions, vehicles, grants, webhooks, variants } = parts;
  const base = `${baseUrl}/${apiVersion}`;
  const routes = new Hono<SandboxEnv>();
  const idOf = (c: Context<SandboxEnv>) => c.req.param('id') ?? '';

  /** The page of a list that the query asks for. */
  const list = <Query extends z.ZodType<PageQuery>, Item>(
    c: Context<SandboxEnv>,
    shape: Query,
    find: (wanted: z.output<Query>) => readonly Item[],
    toResource: (item: Item) => object,
  ) => {
    const query = new URL(c.req.url).searchParams;
    const wanted = readQuery(shape, query);
    const found = find(wanted);
    const page = { number: wanted['page[number]'], size: wanted['page[size]'] };
    const envelope = listEnvelope(`${baseUrl}${c.req.path}`, query, page, found.length, variants);
    return c.json({ data: pageOf(found, page).map(toResource), ...envelope });
  };
  /** Whether each filter that is given has this value. */
  const fits = (...filters: readonly (readonly [wanted: string | undefined, value: string | undefined])[]) =>
    filters.every(([wanted, value]) => wanted === undefined || wanted === value);

  routes.get(apiOperations.connections.path, (c) => {
    const userId = c.req.header('sc-user-id');
    const all = connections.list.flatMap((each) => {
      const vehicle = vehicles.get(each.connection.vehicleId);
      return vehicle ? [{ ...each, vehicle }] : [];
    });
    const find = (wanted: z.output<typeof connectionsQuery>) =>
      all.filter(({ connection: { ownerId, vehicleId, mode }, externalId }) =>
        fits(
          [wanted['filter[userId]'], ownerId],
          [userId, ownerId],
          [wanted['filter[vehicleId]'], vehicleId],
          [wanted['filter[user.externalId]'], externalId],
          [wanted['filter[vehicle.mode]'], mode],
        ),
      );
    return list(c, connectionsQuery, find, ({ id, connection, vehicle }) =>
      connectionResource(base, id, connection, vehicle),
    );
  });

  /** Throws a Failure if there is no such connection. */
  const known = (id: string) => {
    const connection = connections.get(id);
    const vehicle = vehicles.get(connection?.vehicleId ?? '');
    if (!connection || !vehicle) throw refusals.unknownConnection(id);
    return { connection, vehicle };
  };

  routes.get(apiOperations.connection.path, (c) => {
    const { connection, vehicle } = known(idOf(c));
    return c.json({ data: connectionResource(base, idOf(c), connection, vehicle) });
  });

  routes.delete(apiOperations.disconnect.path, (c) => {
    grants.disconnect(known(idOf(c)).vehicle.id);
    return c.body(null, 204);
  });

  routes.delete(apiOperations.deleteUser.path, (c) => {
    const ofUser = connections.list.filter(({ connection }) => connection.ownerId === idOf(c));
    if (ofUser.length === 0) throw refusals.unknownUser(idOf(c));
    for (const { connection } of ofUser) grants.disconnect(connection.vehicleId);
    return c.body(null, 204);
  });

  const attributesOf = (vehicleId: string) => {
    const [vehicle, connection] = [vehicles.get(vehicleId), connections.ofVehicle(vehicleId)];
    return vehicle && connection ? vehicleAttributes(vehicle, connection) : undefined;
  };

  routes.on('GET', pathsOf(apiOperations.vehicle), (c) => {
    const id = idOf(c);
    const attributes = attributesOf(id);
    if (!attributes) throw refusals.unknownVehicle(id);
    return c.json({ data: { id, type: 'vehicle', attributes, links: { self: `${base}/vehicles/${id}` } } });
  });

  routes.post(apiOperations.subscribe.path, async (c) => {
    const { vehicleId, userId: ownerId, webhookId } = readRequest(await readBody(c)).data.attributes;
    if (connections.ofVehicle(vehicleId)?.ownerId !== ownerId) throw refusals.unknownVehicle(vehicleId);
    if (!webhooks.has(webhookId)) throw refusals.unknownWebhook(webhookId);
    if (!subscriptions.add({ vehicleId, ownerId, webhookId })) throw refusals.subscriptionExists();
    return c.json({ meta: { message: 'subscription creation in progress' } }, 202);
  });

  routes.get(apiOperations.subscriptions.path, (c) => {
    const find = (wanted: z.output<typeof subscriptionsQuery>) =>
      subscriptions.list.filter(({ subscription: { ownerId, vehicleId, webhookId } }) =>
        fits(
          [wanted['filter[userId]'], ownerId],
          [wanted['filter[vehicleId]'], vehicleId],
          [wanted['filter[webhookId]'], webhookId],
        ),
      );
    return list(c, subscriptionsQuery, find, ({ id, subscription: { webhookId, ownerId, vehicleId, createdAt } }) => ({
      id,
      type: 'subscription',
      attributes: { webhookId, userId: ownerId, vehicleId, vehicle: attributesOf(vehicleId) },
      meta: { createdAt: new Date(createdAt).toISOString() },
      links: { self: `${base}/subscriptions/${id}` },
    }));
  });

  routes.delete(apiOperations.unsubscribe.path, (c) => {
    if (!subscriptions.remove(idOf(c))) throw refusals.unknownSubscription(idOf(c));
    return c.body(null, 204);
  });

  routes.get(apiOperations.webhooks.path, (c) => {
    const has = (text: string | null, part = '') => (text ?? '').toLowerCase().includes(part.toLowerCase());
    const find = (wanted: z.output<typeof webhooksQuery>) =>
      webhooks.list.filter(
        ({ name, callbackUri }) => has(name, wanted['filter[name]']) && has(callbackUri, wanted['filter[callbackUri]']),
      );
    return list(c, webhooksQuery, find, (webhook) => webhookResource(`${base}/webhooks`, webhook));
  });

  routes.get(apiOperations.webhook.path, (c) => {
    const webhook = webhooks.list.find(({ id }) => id === idOf(c));
    if (!webhook) throw refusals.unknownWebhook(idOf(c));
    return c.json({ data: webhookResource(`${base}/webhooks`, webhook) });
  });

  return routes;
}

/** Throws a Failure that says what is wrong. */
function readRequest(text: string) {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw refusals.badInput('The body is not JSON.');
  }
  const { data, error } = subscriptionRequest.safeParse(body);
  if (data) return data;
  throw refusals.badInput(describeIssues(error).join('; '));
}

function webhookResource(base: string, { id, createdAt, verifiedUri: _, ...attributes }: Webhook) {
  return {
    id,
    type: 'webhook',
    attributes,
    meta: { createdAt: new Date(createdAt).toISOString() },
    links: { self: `${base}/${id}` },
  };
}

/** The attributes that a connection and its vehicle share. */
function vehicleAttributes({ make, model, year }: SandboxVehicle, { mode }: Connection) {
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
