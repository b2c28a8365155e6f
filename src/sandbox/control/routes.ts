import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { hasChargeRecords } from '../../service/model/vehicles.ts';
import { parseJsonBytes } from '../../common/text/decode-text.ts';
import { packageVersion } from '../../common/package-version.ts';
import { ApiFailure } from '../v2/errors.ts';
import { toChargeRecord } from '../v2/vehicle-routes.ts';
import { answerProof } from '../../common/loopback/listener-proof.ts';
import { scenarioSchema } from '../scenario.ts';
import { rulesOf } from '../rules/rules.ts';
import { describeIssues, readBytes, type SandboxEnv } from '../web/http.ts';
import { onlyOwnOrigin } from '../web/loopback.ts';
import { jsonSchema } from '../web/openapi.ts';
import { renderPage } from '../web/page.ts';
import type { EventContent } from '../world/stored-state.ts';
import { toClockChange } from '../world/changes.ts';
import {
  type CheckedRequest,
  type ControlAnswer,
  type ControlName,
  type ControlOperation,
  controlOperations,
} from './contract.ts';
import { controlPage } from './control-page.ts';
import { controlDocument, serviceDocument } from './documents.ts';
import { type ControlParts, eventStream } from './event-stream.ts';
import {
  deliverySummary,
  plannedFault,
  tokenSummary,
  vehicleSummary,
  webhookSummary,
  wholeDelivery,
} from './summaries.ts';

/** The most vehicles that the page shows. */
const mostOnPage = 50;

type Handlers = {
  [Name in ControlName]: (
    request: CheckedRequest<Name>,
    c: Context<SandboxEnv>,
  ) => ControlAnswer<Name> | Response | Promise<ControlAnswer<Name> | Response>;
};

/** `/sandbox/`: shows what the sandbox contains, and lets tests and demonstrations change it. */
export function controlRoutes(parts: ControlParts): Hono<SandboxEnv> {
  const { addresses, clock, state, vehicles, connections, subscriptions, faults, journal, webhooks, sender } = parts;
  const { leases } = parts.idle;
  const routes = new Hono<SandboxEnv>();
  routes.use('/sandbox/*', onlyOwnOrigin, (c, next) => {
    c.set('rules', rulesOf('control'));
    return next();
  });

  const cars = vehicles.list;
  const overview = (mostVehicles = cars.length) => {
    const connected = new Set(connections.list.map(({ connection }) => connection.vehicleId));
    return {
      ...addresses,
      v3: { ...addresses.v3, applicationManagementToken: webhooks.token },
      version: packageVersion,
      pid: process.pid,
      leases: leases.count,
      ...clock.reading,
      autoSubscribe: webhooks.list[0]?.autoSubscribe ?? true,
      limitEra: `${process.pid}.${faults.removals}.${state.loads}`,
      owners: vehicles.world.owners.map(({ id, name }) => ({ id, name })),
      vehicleCount: cars.length,
      vehicles: cars.slice(0, mostVehicles).map((car) => vehicleSummary(car, vehicles, connected.has(car.vehicle.id))),
    };
  };

  const connectionList = () =>
    connections.list.map(({ id, connection, externalId = null }) => {
      const { ownerId, vehicleId, permissions, mode } = connection;
      return { id, ownerId, vehicleId, permissions, mode, externalId, subscribed: subscriptions.has(vehicleId) };
    });

  /** Throws ApiFailure if there is no such webhook. */
  const webhookWith = (id: string) => {
    const webhook = webhooks.list.find((each) => each.id === id);
    if (!webhook) throw unknown('webhook');
    return webhookSummary(webhook, sender.verification, subscriptions);
  };
  const deliveryWith = (id: number) => {
    const delivery = sender.log.get(id);
    if (!delivery) throw unknown('delivery');
    return delivery;
  };

  // Browsers get a page, programs get JSON.
  routes.on('GET', ['/sandbox', '/sandbox/'], async (c, next) => {
    if (!c.req.header('Accept')?.includes('text/html')) return next();
    const [redirectUri] = vehicles.world.application.redirectUris ?? [];
    return renderPage(c, controlPage(overview(mostOnPage), faults.list.map(plannedFault), redirectUri));
  });

  const handlers: Handlers = {
    show: ({ query }) => overview(query.vehicles),
    readClock: () => clock.reading,
    turnClock: ({ body }) => {
      clock.change(toClockChange(body));
      return clock.reading;
    },
    listFaults: () => ({ faults: faults.list.map(plannedFault) }),
    addFault: ({ body }) => plannedFault(faults.add(body)),
    clearFaults: () => faults.clear(),
    removeFault: ({ params }) => {
      if (!faults.remove(params.id)) throw unknown('fault');
    },
    listRequests: ({ query }) => ({ requests: [...journal.since(query.since ?? 0)] }),
    clearRequests: () => journal.clear(),
    watch: ({ query }, c) => {
      // A reader that reconnects sends the last ID that it received; its address still has the original start.
      const last = c.req.header('Last-Event-ID');
      const { since } = last === undefined ? query : controlOperations.watch.query.parse({ since: last });
      return c.body(eventStream(parts, since), 200, { 'Content-Type': 'text/event-stream' });
    },
    simulateCharge: ({ body }) => {
      const vehicle = vehicles.get(body.vehicleId);
      const charge = vehicles.simulateCharge(body);
      if (!vehicle || !charge) throw badRequest(['vehicleId: is not a vehicle of the sandbox']);
      return {
        ...toChargeRecord(charge),
        versions: hasChargeRecords(vehicle.make) && !body.ongoing ? ['2.0', '3'] : ['3'],
      };
    },
    listConnections: () => ({ connections: connectionList() }),
    subscribe: ({ body }) => {
      const chosen = connections.list
        .map(({ connection }) => connection)
        .filter(({ vehicleId }) => (body.vehicleId ?? vehicleId) === vehicleId);
      if (body.vehicleId !== undefined && chosen.length === 0) throw badRequest(['vehicleId: is not connected']);
      if (body.webhookId !== undefined && !webhooks.has(body.webhookId)) throw badRequest(['webhookId: is unknown']);
      if (body.vehicleId === undefined && body.webhookId === undefined) subscriptions.subscribeAll();
      else subscriptions.subscribe(chosen, body.webhookId);
      state.touch();
      return { vehicleIds: chosen.map(({ vehicleId }) => vehicleId) };
    },
    unsubscribe: () => {
      subscriptions.clear();
      state.touch();
    },
    listWebhooks: () => ({
      webhooks: webhooks.list.map((each) => webhookSummary(each, sender.verification, subscriptions)),
      ...tokenSummary(webhooks),
    }),
    createWebhook: async ({ body }) => {
      const id = webhooks.create(body);
      await sender.verification.verify(id);
      return webhookWith(id);
    },
    changeWebhook: async ({ params, body }) => {
      if (!webhooks.change(params.id, body)) throw unknown('webhook');
      if (!webhookWith(params.id).verified) await sender.verification.verify(params.id);
      return webhookWith(params.id);
    },
    removeWebhook: ({ params }) => {
      if (!webhooks.remove(params.id)) throw unknown('webhook');
    },
    verifyWebhook: async ({ params }) => {
      if (!webhooks.get(params.id)) throw unknown('webhook');
      await sender.verification.verify(params.id);
      return webhookWith(params.id);
    },
    sendEvent: ({ params, body }) => {
      const { callbackUri, verified, isEnabled } = webhookWith(params.id);
      // Whoever signs it has the receiver's token, which need not be the sandbox's.
      const isSigned = 'signature' in body && body.signature !== undefined;
      if (callbackUri === null || (!isSigned && (!verified || !isEnabled))) {
        throw badRequest(['id: the webhook is not verified, or not enabled']);
      }
      const isTest = 'event' in body;
      const content = isTest ? { kind: body.event } : writtenEvent(body.text, body.signature);
      const eventId = (isTest ? undefined : body.eventId) ?? randomUUID();
      const deliveryId = sender.add(params.id, content, eventId);
      if (deliveryId === undefined) throw unknown('webhook');
      return { deliveryId };
    },
    rotateToken: ({ body }) => {
      webhooks.rotate(body.oldestSigns);
      return tokenSummary(webhooks);
    },
    dropOldTokens: () => {
      webhooks.dropOldTokens();
      return tokenSummary(webhooks);
    },
    listDeliveries: ({ query }) => ({
      deliveries: sender.log
        .since(query.since ?? 0)
        .slice(query.last === undefined ? 0 : -query.last)
        .map(deliverySummary),
    }),
    clearDeliveries: () => {
      sender.log.clear();
      state.touch();
    },
    readDelivery: ({ params }) => wholeDelivery(deliveryWith(params.id)),
    sendAgain: ({ params }) => {
      const deliveryId = sender.deliveries.sendAgain(deliveryWith(params.id));
      if (deliveryId === undefined) throw badRequest(['id: a challenge, or of a webhook that was deleted']);
      return { deliveryId };
    },
    saveState: (_, c) => c.body(parts.store.text(), 200, { 'Content-Type': 'application/json' }),
    loadState: ({ body }) => {
      webhooks.check(body.webhooks.values());
      state.load(body);
      return clock.reading;
    },
    reset: ({ body }) => {
      state.reset(toClockChange(body));
      return clock.reading;
    },
    prove: async ({ query }, c) => c.json(await answerProof('sandbox', query.question, c.env.incoming.socket)),
    takeLease: ({ body }) => {
      leases.take(body.id, body.ttlSeconds);
      return { leases: leases.count };
    },
    releaseLease: ({ params }) => {
      leases.release(params.id);
      return { leases: leases.count };
    },
    stop: (_, c) => {
      c.env.outgoing.once('close', parts.stop);
      return { stopping: true };
    },
    controlDocument: () => controlDocument(addresses.baseUrl, packageVersion),
    serviceDocument: () => serviceDocument(addresses.baseUrl, packageVersion),
    scenarioSchema: () => jsonSchema(scenarioSchema),
  };

  for (const [name, operation] of Object.entries<ControlOperation>(controlOperations)) {
    // The types above ensure that each handler fits its request.
    const handle = handlers[name as ControlName] as (request: unknown, c: Context<SandboxEnv>) => unknown;
    const paths = operation.path === '/' ? ['/sandbox', '/sandbox/'] : [`/sandbox${operation.path}`];
    routes.on(operation.method, paths, async (c) => {
      const answer = await orRefuse(async () => handle(await readRequest(c, operation), c));
      if (answer instanceof Response) return answer;
      return answer === undefined ? c.body(null, 204) : c.json(answer, operation.status ?? 200);
    });
  }
  return routes;
}

/** The bytes that a person wrote. */
function writtenEvent(text: string, signature: string | null | undefined): EventContent {
  const base64 = Buffer.from(text).toString('base64');
  return { kind: 'bytes', base64, ...(signature !== undefined && { signature }) };
}

/** Reads and checks path, query and body. Throws a ZodError, or a SyntaxError. */
async function readRequest(c: Context<SandboxEnv>, operation: ControlOperation): Promise<unknown> {
  const { params, query, body, mostBytes } = operation;
  // Parsed as JSON whatever its Content-Type: `curl -d` sends it as a form.
  const bytes = body && (await readBytes(c, mostBytes));
  return {
    ...(params && { params: params.parse(c.req.param()) }),
    ...(query && { query: query.parse(c.req.query()) }),
    ...(body && { body: body.parse(bytes?.length ? parseJsonBytes(bytes) : undefined) }),
  };
}

/** Throws ApiFailure if `act` refuses its input; its detail names each invalid field. */
async function orRefuse(act: () => Promise<unknown>): Promise<unknown> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof z.ZodError) throw badRequest(describeIssues(error));
    if (error instanceof SyntaxError) throw badRequest(['the whole: is not JSON']);
    throw error instanceof RangeError ? badRequest([error.message]) : error;
  }
}

function unknown(what: string): ApiFailure {
  return new ApiFailure(['RESOURCE_NOT_FOUND', 'PATH'], `There is no ${what} with this ID.`, ['sandbox.control']);
}

function badRequest(detail: readonly string[]): ApiFailure {
  return new ApiFailure(['VALIDATION'], `The request is not valid: ${detail.join('; ')}.`, ['sandbox.control'], {
    detail,
  });
}
