import { Hono } from 'hono';
import { apiVersion } from '../../service/v3/contract.ts';
import { describeIssues } from '../describe-issues.ts';
import { type SandboxEnv, withRules } from '../web/http.ts';
import { readBody } from '../web/request-body.ts';
import type { Webhooks } from '../webhooks/webhooks.ts';
import { Connections } from '../world/connections.ts';
import type { Subscriptions } from '../world/subscriptions.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { Store } from '../world/store.ts';
import { vehicleAttributes } from './connection-resource.ts';
import { refusals } from './errors.ts';
import {
  subscribeOperation,
  subscriptionRequest,
  subscriptionsOperation,
  subscriptionsQuery,
  unsubscribeOperation,
} from './operations.ts';
import { listEnvelope, pageOf, readQuery } from './pages.ts';
import type { Variants } from './variants.ts';

interface SubscriptionRoutesParts {
  readonly baseUrl: string;
  readonly store: Store;
  readonly subscriptions: Subscriptions;
  readonly vehicles: Vehicles;
  readonly webhooks: Webhooks;
  readonly variants: Variants;
}

/** Subscriptions, part of the management API: a vehicle's signals are stored from its first subscription on. */
export function subscriptionRoutes(parts: SubscriptionRoutesParts): Hono<SandboxEnv> {
  const { baseUrl, store, subscriptions, vehicles, webhooks, variants } = parts;
  const connections = new Connections(store);
  const base = `${baseUrl}/${apiVersion}`;
  const routes = new Hono<SandboxEnv>();

  const vehicleOf = (id: string) => {
    const [vehicle, connection] = [vehicles.get(id), connections.ofVehicle(id)];
    return vehicle && connection ? vehicleAttributes(vehicle, connection) : undefined;
  };

  routes.post(subscribeOperation.path, withRules('v3.subscriptions.create'), async (c) => {
    const { attributes } = readRequest(await readBody(c)).data;
    const connection = connections.ofVehicle(attributes.vehicleId);
    if (connection?.ownerId !== attributes.userId) throw refusals.unknownVehicle(attributes.vehicleId);
    const { vehicleId, userId: ownerId, webhookId } = attributes;
    if (!webhooks.has(webhookId)) throw refusals.unknownWebhook(webhookId);
    if (!subscriptions.add({ vehicleId, ownerId, webhookId })) throw refusals.subscriptionExists();
    return c.json({ meta: { message: 'subscription creation in progress' } }, 202);
  });

  routes.get(subscriptionsOperation.path, withRules('v3.subscriptions.list', 'v3.list.meta', 'v3.list.links'), (c) => {
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

  routes.delete(unsubscribeOperation.path, withRules('v3.subscriptions.delete'), (c) => {
    const id = c.req.param('id') ?? '';
    if (!subscriptions.remove(id)) throw refusals.unknownSubscription(id);
    return c.body(null, 204);
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
