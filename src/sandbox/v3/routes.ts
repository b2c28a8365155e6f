import { type Context, Hono } from 'hono';
import type * as z from 'zod';
import { apiVersion } from '../../service/v3/contract.ts';
import type { Grants } from '../oauth/grants.ts';
import { describeIssues, readBody, type SandboxEnv } from '../web/http.ts';
import { streamedJson } from '../web/json-text.ts';
import { pathsOf } from '../web/openapi.ts';
import type { Webhook, Webhooks } from '../webhooks/webhooks.ts';
import type { Realm } from '../world/realm.ts';
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
import type { Variants } from './variants.ts';
import type { SignalFailure, StoredSignal } from './signal-kinds.ts';
import { storedSignal, storedSignals } from './vehicle-signals.ts';

/** What version 3 is served from. */
export interface Version3Parts extends Realm {
  readonly baseUrl: string;
  readonly variants: Variants;
  readonly grants: Grants;
  readonly webhooks: Webhooks;
}

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

/** The data for an authorized request about a vehicle. */
interface Reading {
  readonly vehicle: SandboxVehicle;
  readonly granted: readonly string[];
  readonly url: string;
  /** Whether signals are stored: only after the vehicle's first subscription. */
  readonly isStored: boolean;
}

/** Routes for the signals of a vehicle: all, or one. */
export function signalRoutes(parts: Version3Parts): Hono<SandboxEnv> {
  const { baseUrl, connections, subscriptions, vehicles, limits, variants } = parts;
  const routes = new Hono<SandboxEnv>();

  /** The owner and the vehicle of the request, checked. Throws a Failure. */
  const readingOf = (c: Context<SandboxEnv>): Reading => {
    const userId = c.req.header('sc-user-id');
    if (!userId) throw refusals.missingUser();
    const id = c.req.param('id') ?? '';
    const connection = connections.ofVehicle(id);
    const vehicle = vehicles.get(id);
    if (!connection || !vehicle) throw refusals.unknownVehicle(id);
    if (connection.ownerId !== userId) throw refusals.unknownVehicle(id, 'v3.signals.user-other');
    const beyond = limits.countVehicleRequest(id, () => connections.list.map((each) => each.connection.vehicleId));
    if (beyond) throw refusals.limit(beyond);
    const url = `${baseUrl}/v3/vehicles/${id}`;
    return { vehicle, granted: connection.permissions, url, isStored: subscriptions.has(id) };
  };
  const sources = { vehicles, variants };
  const json = { 'Content-Type': 'application/json' };

  routes.get(apiOperations.signals.path, (c) => {
    const { vehicle, granted, url, isStored } = readingOf(c);
    const all = isStored ? storedSignals(vehicle, granted, sources) : [];
    const query = new URL(c.req.url).searchParams;
    const page = readPage(query, all.length);
    const shown = pageOf(all, page);
    const { make, model, year, id } = vehicle;
    const body = {
      data: shown.map((signal) => signalResource(signal, url, variants)),
      ...listEnvelope(`${url}/signals`, query, page, all.length, variants),
      included: { vehicle: { id, type: 'vehicle', attributes: { make, model, year }, links: { self: url } } },
    };
    return c.body(answerText(body, shown.find(({ values }) => values)?.values), 200, json);
  });

  routes.get(apiOperations.signal.path, (c) => {
    const { vehicle, granted, url, isStored } = readingOf(c);
    const code = c.req.param('code') ?? '';
    const signal = isStored ? storedSignal(vehicle, code, granted, sources) : undefined;
    if (!signal) throw refusals.signalNotStored(code);
    const resource = signalResource(signal, url, variants);
    const body =
      variants.singleSignal === 'resource' ? resource : { data: resource, links: { self: resource.links.self } };
    return c.body(answerText(body, signal.values), 200, json);
  });

  return routes;
}

/** All signals on one page, unless the query asks for fewer. Throws a Failure. */
function readPage(query: URLSearchParams, total: number): Page {
  const read = (name: string, otherwise: number) => {
    const text = query.get(name);
    if (text === null) return otherwise;
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < 1 || value > 100) throw refusals.badPage(name);
    return value;
  };
  return { number: read('page[number]', 1), size: read('page[size]', Math.max(1, total)) };
}

/** A signal in the form that version 3 sends. */
function signalResource(stored: StoredSignal, vehicleUrl: string, variants: Variants) {
  const { code, name, group, updatedAt, failure, values, body = values && bodyWithValues } = stored;
  const self = `${vehicleUrl}/signals/${code}`;
  return {
    id: code,
    type: 'signal',
    attributes: {
      code,
      name,
      group,
      status: failure ? failedStatus(failure) : { value: 'SUCCESS' },
      ...(!failure && { body }),
    },
    meta: times(updatedAt, variants),
    links: { self, values: self, vehicle: vehicleUrl },
  };
}

function failedStatus({ status, type, code, description }: SignalFailure) {
  return { value: status, error: { type, code, description, resolution: { type: null } } };
}

function times(at: number, { timestamps }: Variants) {
  if (timestamps === 'seconds') return both(Math.floor(at / 1000));
  if (timestamps === 'milliseconds') return both(at);
  const text = new Date(at).toISOString();
  return { ...both(text), ingestedAt: text };
}

const both = <Time>(time: Time) => ({ retrievedAt: time, oemUpdatedAt: time });

/** Stands for a signal's values until they are written. No other string in a response contains it. */
const placeholder = 'values:6f2c1d0e-charges-are-written-here';

/** The body of a signal whose values are not generated yet. */
const bodyWithValues = { values: [placeholder] };

/** The response as JSON, with the values in place of the placeholder. */
function answerText(answer: object, values: Iterable<string> | undefined): string | ReadableStream<Uint8Array> {
  const text = JSON.stringify(answer);
  if (!values) return text;
  const [head = '', tail = ''] = text.split(JSON.stringify(placeholder));
  return streamedJson(head, values, tail);
}

/** The part of a list to send. Page numbers start at 1. */
interface Page {
  readonly number: number;
  readonly size: number;
}

/** `meta` and `links` of a list, which accompany its `data`. */
function listEnvelope(url: string, query: URLSearchParams, { number, size }: Page, total: number, variants: Variants) {
  const last = Math.max(1, Math.ceil(total / size));
  const at = (page: number) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page[number]', String(page));
    parameters.set('page[size]', String(size));
    return `${url}?${parameters.toString()}`;
  };
  return {
    meta: { [variants.listMeta]: number, pageSize: size, totalCount: total },
    links: {
      self: at(number),
      first: at(1),
      [variants.listLinks]: number > 1 ? at(Math.min(number - 1, last)) : null,
      next: number < last ? at(number + 1) : null,
      last: at(last),
    },
  };
}

function pageOf<Item>(items: readonly Item[], { number, size }: Page): readonly Item[] {
  return items.slice((number - 1) * size, number * size);
}

/** The query, checked. Throws a Failure that says what is wrong. */
function readQuery<Shape extends z.ZodType>(shape: Shape, query: URLSearchParams): z.output<Shape> {
  const { data, error } = shape.safeParse(Object.fromEntries(query));
  if (error) throw refusals.badInput(describeIssues(error).join('; '));
  return data;
}
