/**
 * The control API, defined once: its routes use it for checks, the OpenAPI document is generated from it, and the
 * extension's client gets its types from it. Does not import anything that serves HTTP, because the extension imports
 * it.
 */
import * as z from 'zod';
import { chargeRecord } from '../../service/v2/contract.ts';
import { type FaultInput, faultSchema } from '../faults/fault-schema.ts';
import { operations } from '../rules/operations.ts';
import { chargeRequest, clockChange, clockReading, clockSettings } from '../world/changes.ts';
import { stateSchema } from '../world/stored-state.ts';
import { webhookChange, webhookOptions } from '../webhooks/webhook-options.ts';

const address = z.string().regex(/^http:\/\/localhost:\d{1,5}(?:\/[\w/-]*)?$/);
const credential = z.string().regex(/^[\w.~-]{1,200}$/);

/**
 * Of version 3: addresses and IDs, named as in an environment of the extension. The real service has a separate host
 * for each.
 */
const version3Addresses = z.object({
  authUrl: address,
  baseUrl: address,
  managementUrl: address,
  applicationId: credential,
  apiClientId: credential,
  apiClientSecret: credential,
  /** Signs deliveries of webhooks. */
  applicationManagementToken: credential,
});

/**
 * What the sandbox prints when it is ready, and returns at its control address: everything that an application needs.
 */
export const sandboxAddresses = z.object({
  authUrl: address,
  baseUrl: address,
  connectUrl: address,
  clientId: credential,
  clientSecret: credential,
  controlUrl: address,
  v3: version3Addresses,
});
export type SandboxAddresses = z.output<typeof sandboxAddresses>;

const vehicleSummary = z.object({
  id: z.string(),
  owner: z.string(),
  make: z.string(),
  model: z.string(),
  year: z.number(),
  region: z.string(),
  capacity: z.object({
    case: z
      .enum(['determined', 'undetermined', 'selected', 'unavailable'])
      .describe('unavailable: outside the regions'),
    nominal: z.number().nullable(),
    source: z.enum(['SMARTCAR', 'USER_SELECTED']).nullable(),
  }),
  records: z
    .number()
    .int()
    .nullable()
    .describe('Of version 2.0, in the default range; null where it has none of the make'),
  charges: z.number().int().describe('Of version 3, once the vehicle is subscribed'),
  connected: z.boolean().describe('Whether the owner shares it with an application'),
});
export type VehicleSummary = z.output<typeof vehicleSummary>;

/** Identifies the process, and says how many windows hold a lease on it. */
export const sandboxProcess = z.object({
  version: z.string().regex(/^[\w.+-]{1,50}$/),
  pid: z.number().int().positive(),
  leases: z.number().int().min(0),
});
export type SandboxProcess = z.output<typeof sandboxProcess>;

const overview = z.object({
  ...sandboxAddresses.shape,
  ...clockReading.shape,
  ...sandboxProcess.shape,
  limitEra: z
    .string()
    .describe('Changes when faults are removed or the state is replaced: an earlier 429 then no longer applies'),
  autoSubscribe: z.boolean().describe('Whether version 3 has signals of each connected vehicle'),
  owners: z.array(z.object({ id: z.string(), name: z.string() })),
  vehicleCount: z.number().int(),
  vehicles: z.array(vehicleSummary),
});
export type Overview = z.output<typeof overview>;

const plannedFault = z.looseObject({
  id: z.number().int(),
  left: z.union([z.number().int(), z.literal('always')]).describe('How many requests it still hits'),
  operation: z.string(),
});
export type { FaultInput };
/** Includes the fields of the fault itself. */
export type PlannedFault = z.output<typeof plannedFault>;

export const journalEntry = z.object({
  id: z.number().int().describe('Counts up, across restarts too'),
  at: z.iso.datetime().describe("The sandbox's time of the request"),
  method: z.string(),
  path: z.string().describe('Path and query without secrets'),
  status: z.number().int().nullable().describe('null: the connection ended without an answer'),
  complete: z.boolean().describe('Whether the whole answer was sent'),
  durationMs: z.number().describe('Real milliseconds until the answer was sent or the connection ended'),
  operation: z.enum(operations).nullable(),
  requestId: z.string(),
  rules: z.array(z.string()).readonly(),
  fault: z.number().int().nullable().describe('The fault that hit it, by its ID'),
  client: z.string().nullish().describe('The first product of its User-Agent: app/1.0'),
  hint: z.string().optional().describe('What a refused request should have been'),
});
export type JournalEntry = z.output<typeof journalEntry>;

const addedCharge = chargeRecord.extend({
  versions: z
    .array(z.enum(['2.0', '3']))
    .describe(
      'Versions of the API that show it now: 2.0 for the makes that have charge records there, unless it is ongoing',
    ),
});
const faults = z.object({ faults: z.array(plannedFault) });
const requests = z.object({ requests: z.array(journalEntry) });
const lease = z.strictObject({
  id: z.string().min(1).max(200).describe('Chosen by the holder'),
  ttlSeconds: z.number().positive().max(86_400).describe('Renew every third of it'),
});
const subscriptionChange = z.strictObject({
  vehicleId: z.string().min(1).optional().describe('Default: every connected vehicle'),
  webhookId: z.string().min(1).optional().describe("Default: the sandbox's own, which only fills the store"),
});
const subscriptionChangeOrNone = subscriptionChange.prefault({});
const subscribed = z.object({ vehicleIds: z.array(z.string()) });
const connectionList = z.object({
  connections: z.array(
    z.object({
      id: z.string(),
      ownerId: z.string(),
      vehicleId: z.string(),
      permissions: z.array(z.string()),
      mode: z.enum(['live', 'simulated']),
      externalId: z.string().nullable().describe("The application's own ID of the owner"),
      subscribed: z.boolean().describe('Whether signals of version 3 are stored'),
    }),
  ),
});
export type ConnectionSummary = z.output<typeof connectionList>['connections'][number];
const verification = z.object({
  at: z.iso.datetime().describe("The sandbox's time of the last challenge"),
  uri: z.string(),
  status: z.number().int().nullable().describe('null: there was no answer'),
  expected: z.string().nullable().describe('The right answer to the challenge'),
  received: z.string().nullable().describe('The answer that came'),
  problem: z.string().nullable().describe('What is wrong with the answer, and what to do'),
});
const webhookSummary = z.object({
  id: z.string(),
  name: z.string(),
  callbackUri: z.string().nullable().describe("null: the sandbox's own, which only fills the store of signals"),
  errorCallbackUri: z.string().nullable(),
  triggers: z.array(z.string()),
  data: z.array(z.string()),
  isEnabled: z.boolean(),
  autoSubscribe: z.boolean(),
  verified: z.boolean().describe('Whether the address has answered the last challenge correctly'),
  verification: verification.nullable().describe('Of this run of the sandbox'),
  subscriptions: z.number().int().describe('How many vehicles are subscribed'),
});
export type WebhookSummary = z.output<typeof webhookSummary>;
const managementTokens = z.object({
  applicationManagementToken: z.string().describe('The newest, which answers to challenges need'),
  tokens: z.array(z.string()).describe('All that are valid, the oldest first'),
  oldestSigns: z.boolean().describe('Whether deliveries are still signed with the oldest'),
});
const webhookList = z.object({ webhooks: z.array(webhookSummary), ...managementTokens.shape });
const tokenRotation = z.strictObject({
  oldestSigns: z.boolean().default(false).describe('As reported: VERIFY succeeds, and no signature is right any more'),
});
const tokenRotationOrNone = tokenRotation.prefault({});
const eventToSend = z.union([
  z.strictObject({ event: z.enum(['test-state', 'test-error']).describe("A test event of the service's dashboard") }),
  z.strictObject({
    text: z.string().describe('Sent exactly so, as UTF-8'),
    eventId: z.string().min(1).max(200).optional().describe('Under which it is listed'),
    signature: z
      .string()
      .max(1000)
      .nullable()
      .optional()
      .describe('In place of the right one, to a webhook that is not verified too; null: none'),
  }),
]);
const sentEvent = z.object({ deliveryId: z.number().int().describe('Where to see it') });

const deliverySummary = z.object({
  id: z.number().int().describe('Counts up, across restarts too'),
  eventId: z.string(),
  webhookId: z.string(),
  vehicleId: z.string().nullable(),
  eventType: z.enum(['VERIFY', 'VEHICLE_STATE', 'VEHICLE_ERROR', 'OTHER']),
  status: z
    .enum(['waiting', 'delivered', 'lost', 'dropped'])
    .describe('lost: the last attempt failed; dropped: the webhook was disabled or deleted, or too many wait'),
  nextAt: z.iso.datetime().nullable().describe('When the next attempt is due'),
  attempts: z.number().int(),
  at: z.iso.datetime().nullable().describe("The sandbox's time of the last attempt"),
  answer: z.number().int().nullable().describe('Status of the last attempt; null: none yet, or no answer'),
  problem: z.string().nullable().describe('Why there was no answer: TIMEOUT, ECONNREFUSED, ...'),
  durationMs: z.number().nullable(),
});
export type DeliverySummary = z.output<typeof deliverySummary>;
const message = {
  headers: z.record(z.string(), z.string()),
  text: z.string().describe('The body, as UTF-8'),
  base64: z.string().optional().describe('The exact body, if it is not UTF-8'),
};
const attempt = z.object({
  deliveryId: z.string(),
  at: z.iso.datetime(),
  uri: z.string(),
  ...message,
  fault: z.number().int().nullable().describe('The fault that changed it, by its ID'),
  answer: z
    .object({
      status: z.number().int().nullable(),
      problem: z.string().nullable().describe('Why there was no answer, or no more of it'),
      durationMs: z.number(),
      ...message,
    })
    .nullable(),
});
const delivery = z.object({ ...deliverySummary.shape, attempts: z.array(attempt) });
export type Delivery = z.output<typeof delivery>;
const deliveryList = z.object({ deliveries: z.array(deliverySummary) });

/** The `data` of Server-Sent Events, by the name of the event. */
export const controlEvents = {
  request: journalEntry,
  clock: z.object({}),
  faults: z.object({}),
  state: z.object({}),
  charge: z.object({ vehicleId: z.string() }),
  webhooks: z.object({}),
  delivery: deliverySummary,
};

const proof = z.object({
  proof: z.string().nullable().describe('A MAC; null where this user has no secret for it'),
});
const leases = z.object({ leases: z.number().int() });
const stopping = z.object({ stopping: z.literal(true) });
const anyObject = z.looseObject({});
const clockSettingsOrNone = clockSettings.prefault({});

const since = z.object({
  since: z.coerce.number().int().min(0).optional().describe('Only entries after the one with this ID'),
});
const sinceOrLast = since.extend({
  last: z.coerce.number().int().min(1).optional().describe('Only the newest so many'),
});
const webhookId = z.object({ id: z.string().describe('Of the webhook') });
const deliveryId = z.object({ id: z.coerce.number().int().describe('Of the delivery') });
const faultId = z.object({ id: z.coerce.number().int().describe('Of the fault') });
const leaseId = z.object({ id: z.string().describe('Of the lease') });

export interface ControlOperation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Relative to the control address. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Size limit of the body, if it may be larger than a command. */
  readonly mostBytes?: number;
  /** How long it may take, in milliseconds, if that depends on a receiver. */
  readonly mostMs?: number;
  /** Default 200, or 204 if there is no response body. */
  readonly status?: 201 | 202;
  /** JSON, or the media type if the response is not JSON. */
  readonly answer?: z.ZodType | string | undefined;
}

/** A receiver has 15 seconds to answer VERIFY. */
const verifyMs = 20_000;
/** One operation of the control API. Without an answer, it is 204. */
function op<
  Answer extends z.ZodType | string | undefined = undefined,
  Others extends Pick<ControlOperation, 'params' | 'query' | 'body' | 'mostBytes' | 'mostMs' | 'status'> = object,
>(method: ControlOperation['method'], path: string, summary: string, answer?: Answer, others = {} as Others) {
  return { method, path, summary, answer: answer as Answer, ...others };
}

/** By operation ID. */
export const controlOperations = {
  show: op('GET', '/', 'Addresses, time, vehicles', overview, {
    query: z.object({ vehicles: z.coerce.number().int().min(0).optional().describe('At most so many vehicles') }),
  }),
  readClock: op('GET', '/clock', 'The time', clockReading),
  turnClock: op('POST', '/clock', 'Advance, set, freeze or speed up the clock; every expiry follows it', clockReading, {
    body: clockChange,
  }),
  listFaults: op('GET', '/faults', 'Planned faults', faults),
  addFault: op('POST', '/faults', 'Make requests fail: once, n times or always', plannedFault, {
    body: faultSchema,
    status: 201,
  }),
  clearFaults: op('DELETE', '/faults', 'Remove all faults'),
  removeFault: op('DELETE', '/faults/:id', 'Remove one fault', undefined, { params: faultId }),
  listRequests: op('GET', '/requests', 'The last requests of applications and owners, without secrets', requests, {
    query: since,
  }),
  clearRequests: op('DELETE', '/requests', 'Clear the list of requests'),
  watch: op(
    'GET',
    '/events',
    'Server-Sent Events: request (an entry of the journal), clock, faults, state, charge (one was added), webhooks, delivery (one has changed)',
    'text/event-stream',
    { query: since },
  ),
  simulateCharge: op('POST', '/charges', 'Add a charge that has just ended, or one that goes on', addedCharge, {
    body: chargeRequest,
    status: 201,
  }),
  listConnections: op(
    'GET',
    '/connections',
    'Which owners share which vehicles, and what is stored of them for version 3',
    connectionList,
  ),
  subscribe: op(
    'POST',
    '/subscriptions',
    'Subscribe vehicles to a webhook; without a body, all of now and later, so that version 3 has their signals',
    subscribed,
    { body: subscriptionChangeOrNone },
  ),
  unsubscribe: op(
    'DELETE',
    '/subscriptions',
    'End all subscriptions: version 3 has no signals, also of vehicles that are connected later',
  ),
  listWebhooks: op('GET', '/webhooks', 'Webhooks and their tokens', webhookList),
  createWebhook: op(
    'POST',
    '/webhooks',
    'Create a webhook to an address of this machine; VERIFY is sent at once',
    webhookSummary,
    { mostMs: verifyMs, body: webhookOptions, status: 201 },
  ),
  changeWebhook: op(
    'PUT',
    '/webhooks/:id',
    'Change a webhook, enable or disable it; VERIFY is sent if the address is another',
    webhookSummary,
    { mostMs: verifyMs, params: webhookId, body: webhookChange },
  ),
  removeWebhook: op('DELETE', '/webhooks/:id', 'Delete a webhook', undefined, { params: webhookId }),
  verifyWebhook: op(
    'POST',
    '/webhooks/:id/verify',
    'Send VERIFY, and say what is wrong with the answer',
    webhookSummary,
    { mostMs: verifyMs, params: webhookId },
  ),
  sendEvent: op('POST', '/webhooks/:id/events', 'Send a test event, or any body, to a webhook', sentEvent, {
    params: webhookId,
    body: eventToSend,
    mostBytes: 1024 * 1024,
    status: 201,
  }),
  rotateToken: op(
    'POST',
    '/management-token',
    'Make a new Application Management Token; the old one is valid until it is dropped',
    managementTokens,
    { body: tokenRotationOrNone },
  ),
  dropOldTokens: op(
    'DELETE',
    '/management-token',
    'Drop all Application Management Tokens but the newest',
    managementTokens,
  ),
  listDeliveries: op('GET', '/deliveries', 'The last deliveries of webhooks', deliveryList, { query: sinceOrLast }),
  clearDeliveries: op('DELETE', '/deliveries', 'Clear the list of deliveries'),
  readDelivery: op(
    'GET',
    '/deliveries/:id',
    'A delivery with every attempt: what was sent, and what the receiver answered',
    delivery,
    { params: deliveryId },
  ),
  sendAgain: op('POST', '/deliveries/:id/send', 'Send the same event again, under the same event ID', sentEvent, {
    params: deliveryId,
  }),
  saveState: op('GET', '/state', 'Everything that outlives a restart. Holds live tokens: keep it secret', stateSchema),
  loadState: op('PUT', '/state', 'Replace the state with a saved one', clockReading, {
    body: stateSchema,
    mostBytes: 64 * 1024 * 1024,
  }),
  reset: op('POST', '/reset', 'Forget everything but the scenario; the clock can start elsewhere', clockReading, {
    body: clockSettingsOrNone,
  }),
  prove: op('POST', '/proof', 'Prove to a program of the same user that this is a sandbox', proof, {
    query: z.object({ question: z.string().describe('32 random bytes as base64url') }),
  }),
  takeLease: op('POST', '/lease', 'Take or renew a lease, which keeps the sandbox running', leases, { body: lease }),
  releaseLease: op('DELETE', '/lease/:id', 'Release a lease', leases, { params: leaseId }),
  stop: op('POST', '/stop', 'Save the state and stop', stopping, { status: 202 }),
  controlDocument: op('GET', '/openapi.json', 'This document', anyObject),
  serviceDocument: op('GET', '/service.openapi.json', 'The service as OpenAPI 3.1', anyObject),
  scenarioSchema: op('GET', '/scenario.schema.json', 'JSON Schema of scenario files', anyObject),
};
export type ControlName = keyof typeof controlOperations;

type Operation<Name extends ControlName> = (typeof controlOperations)[Name];
type PartName = 'params' | 'query' | 'body';
type Sent<Name extends ControlName, Part extends PartName> =
  Operation<Name> extends Readonly<Record<Part, infer Shape extends z.ZodType>>
    ? Readonly<Record<Part, z.input<Shape>>>
    : unknown;
type Received<Name extends ControlName, Part extends PartName> =
  Operation<Name> extends Readonly<Record<Part, infer Shape extends z.ZodType>>
    ? Readonly<Record<Part, z.output<Shape>>>
    : unknown;

/** What a client sends. */
export type ControlRequest<Name extends ControlName> = Sent<Name, 'params'> &
  Partial<Sent<Name, 'query'>> &
  Sent<Name, 'body'>;
/** What a handler receives, already checked. */
export type CheckedRequest<Name extends ControlName> = Received<Name, 'params'> &
  Received<Name, 'query'> &
  Received<Name, 'body'>;
/** The response; nothing if it has no content. */
export type ControlAnswer<Name extends ControlName> =
  Operation<Name> extends { readonly answer: infer Shape extends z.ZodType } ? z.output<Shape> : void;
/** Every operation that responds with JSON, or without content. */
export type CallableName = Exclude<ControlName, 'watch'>;
