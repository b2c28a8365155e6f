import { Hono } from 'hono';
import { apiVersion } from '../../service/v3/contract.ts';
import { describeIssues, readBody, type SandboxEnv } from '../web/http.ts';
import type { Webhook } from '../webhooks/webhooks.ts';
import { Connections } from '../world/connections.ts';
import type { Version3Parts } from './signal-routes.ts';
import { vehicleAttributes } from './connection-routes.ts';
import { refusals } from './errors.ts';
import { apiOperations, subscriptionRequest, subscriptionsQuery, webhooksQuery } from './operations.ts';
import { listEnvelope, pageOf, readQuery } from './pages.ts';

/**
 * The management API: subscriptions, from the first of which on the signals of a vehicle are stored, and webhooks, which
 * it shows but neither creates nor changes.
 */
export function managementRoutes(parts: Version3Parts): Hono<SandboxEnv> {
  const { baseUrl, store, subscriptions, vehicles, webhooks, variants } = parts;
  const connections = new Connections(store);
  const base = `${baseUrl}/${apiVersion}`;
  const routes = new Hono<SandboxEnv>();

  const vehicleOf = (id: string) => {
    const [vehicle, connection] = [vehicles.get(id), connections.ofVehicle(id)];
    return vehicle && connection ? vehicleAttributes(vehicle, connection) : undefined;
  };

  routes.post(apiOperations.subscribe.path, async (c) => {
    const { attributes } = readRequest(await readBody(c)).data;
    const connection = connections.ofVehicle(attributes.vehicleId);
    if (connection?.ownerId !== attributes.userId) throw refusals.unknownVehicle(attributes.vehicleId);
    const { vehicleId, userId: ownerId, webhookId } = attributes;
    if (!webhooks.has(webhookId)) throw refusals.unknownWebhook(webhookId);
    if (!subscriptions.add({ vehicleId, ownerId, webhookId })) throw refusals.subscriptionExists();
    return c.json({ meta: { message: 'subscription creation in progress' } }, 202);
  });

  routes.get(apiOperations.subscriptions.path, (c) => {
    const query = new URL(c.req.url).searchParams;
    const wanted = readQuery(subscriptionsQuery, query);
    const found = subscriptions.list.filter(
      ({ subscription: { ownerId, vehicleId, webhookId } }) =>
        (wanted['filter[userId]'] ?? ownerId) === ownerId &&
        (wanted['filter[vehicleId]'] ?? vehicleId) === vehicleId &&
        (wanted['filter[webhookId]'] ?? webhookId) === webhookId,
    );
    const page = { number: wanted['page[number]'], size: wanted['page[size]'] };
    return c.json({
      data: pageOf(found, page).map(({ id, subscription: { webhookId, ownerId, vehicleId, createdAt } }) => ({
        id,
        type: 'subscription',
        attributes: { webhookId, userId: ownerId, vehicleId, vehicle: vehicleOf(vehicleId) },
        meta: { createdAt: new Date(createdAt).toISOString() },
        links: { self: `${base}/subscriptions/${id}` },
      })),
      ...listEnvelope(`${base}/subscriptions`, query, page, found.length, variants),
    });
  });

  routes.delete(apiOperations.unsubscribe.path, (c) => {
    const id = c.req.param('id') ?? '';
    if (!subscriptions.remove(id)) throw refusals.unknownSubscription(id);
    return c.body(null, 204);
  });

  routes.get(apiOperations.webhooks.path, (c) => {
    const query = new URL(c.req.url).searchParams;
    const wanted = readQuery(webhooksQuery, query);
    const tests: readonly [string | undefined, (webhook: Webhook) => string | null][] = [
      [wanted['filter[name]'], ({ name }) => name],
      [wanted['filter[callbackUri]'], ({ callbackUri }) => callbackUri],
    ];
    const found = webhooks.list.filter((webhook) =>
      tests.every(([part = '', of]) => (of(webhook) ?? '').toLowerCase().includes(part.toLowerCase())),
    );
    const page = { number: wanted['page[number]'], size: wanted['page[size]'] };
    return c.json({
      data: pageOf(found, page).map((webhook) => webhookResource(`${base}/webhooks`, webhook)),
      ...listEnvelope(`${base}/webhooks`, query, page, found.length, variants),
    });
  });

  routes.get(apiOperations.webhook.path, (c) => {
    const id = c.req.param('id') ?? '';
    const webhook = webhooks.list.find((each) => each.id === id);
    if (!webhook) throw refusals.unknownWebhook(id);
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
