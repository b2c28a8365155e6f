import * as z from 'zod';
import { isLoopbackHost } from '../../common/loopback/loopback-listeners.ts';

/** A map in memory, a list of pairs in the file, so that a key such as `__proto__` needs no special treatment. */
const mapOf = <T>(value: z.ZodType<T>) =>
  z.array(z.tuple([z.string(), value])).transform((entries) => new Map(entries));

/** Milliseconds since 1970, within the range of a Date. */
const moment = z
  .number()
  .min(0)
  .max(Date.UTC(9999, 11, 31));

/** The sandbox's time at a moment of real time, and how it continues from there. */
const clockState = z.object({
  realMs: moment,
  sandboxMs: moment,
  speed: z.number().positive().max(100_000),
  frozen: z.boolean(),
});
const realTime: z.infer<typeof clockState> = { realMs: 0, sandboxMs: 0, speed: 1, frozen: false };

/** What an owner allowed. */
const grant = z.object({ ownerId: z.string(), vehicleIds: z.array(z.string()), scopes: z.array(z.string()) });
export type Grant = z.infer<typeof grant>;

const authorizationCode = z.object({
  grantId: z.string(),
  redirectUri: z.string(),
  expiresAt: moment,
  used: z.boolean(),
});
export type AuthorizationCode = z.infer<typeof authorizationCode>;

const accessToken = z.object({ grantId: z.string(), expiresAt: moment });
export type AccessToken = z.infer<typeof accessToken>;

const refreshToken = z.object({ grantId: z.string(), expiresAt: moment, firstUsedAt: moment.nullable() });
export type RefreshToken = z.infer<typeof refreshToken>;

/**
 * A vehicle that its owner shares with the application, until it is disconnected: it remains after every token has
 * expired.
 */
const connection = z.object({
  ownerId: z.string(),
  vehicleId: z.string(),
  permissions: z.array(z.string()),
  mode: z.enum(['live', 'simulated']),
  createdAt: moment,
  updatedAt: moment,
});
export type Connection = z.infer<typeof connection>;

/**
 * An address of this machine, so that no sandbox posts to strangers. Publicly, the service accepts only https and public
 * hosts.
 */
const callbackUri = z.string().superRefine((text, context) => {
  const problem = problemOf(text);
  if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
});

function problemOf(text: string): string | undefined {
  const [, authority = ''] = /^https?:\/\/([^/?#\\]*)/i.exec(text) ?? [];
  if (authority === '' || !URL.canParse(text)) return 'must be an address like http://localhost:3000/hook';
  if (authority.includes('@')) return 'must have no user name or password';
  if (text.includes('#')) return 'must have no fragment';
  if (!isLoopbackHost(authority)) {
    return 'must be on localhost, 127.0.0.1 or [::1]: the sandbox posts to this machine only';
  }
  return undefined;
}

const signalCodes = z.array(z.string().min(1).max(200)).max(200);

/** A webhook as it is created and changed, wherever it comes from: command line, scenario, control API, saved state. */
export const webhookFields = {
  name: z.string().min(1).max(200).describe('What deliveries call it'),
  callbackUri: callbackUri.describe('Where events go: http or https, on this machine only'),
  errorCallbackUri: callbackUri.nullable().describe('Where errors go instead'),
  triggers: signalCodes.describe('Signals whose change causes an event, by code'),
  data: signalCodes.describe('Signals that every event holds, by code'),
  isEnabled: z.boolean().describe('false: nothing is sent and nothing waits'),
  autoSubscribe: z.boolean().describe('Whether connected vehicles are subscribed, those of now and later ones'),
};

/** Where events are delivered; deliveries begin when the address has answered a challenge. */
const webhook = z.object({
  ...webhookFields,
  /** The address that has answered the last challenge correctly. */
  verifiedUri: z.string().nullable(),
  createdAt: moment,
  /** Counts its events. */
  sequence: z.number().int(),
});
export type StoredWebhook = z.infer<typeof webhook>;

/** What the signals of a vehicle depend on, so that they can be read later as they were then. */
const reading = z.object({
  at: moment,
  permissions: z.array(z.string()),
  /** The owner's choice of nominal capacity. */
  capacity: z.number().nullable(),
  /** How many charges had been added to those of the world. */
  added: z.number().int(),
});
export type Reading = z.infer<typeof reading>;

/** Why data of a vehicle is not available. */
const vehicleError = z.object({
  type: z.string(),
  code: z.string().nullable(),
  description: z.string(),
  resolution: z.string().nullable(),
  /** The signals that it concerns, by their codes. */
  signals: z.array(z.string()),
});
export type VehicleError = z.infer<typeof vehicleError>;

/** A vehicle whose signals are delivered to a webhook, and stored where applications read them. */
const subscription = z.object({
  webhookId: z.string(),
  ownerId: z.string(),
  vehicleId: z.string(),
  createdAt: moment,
  /** IDs of its events depend on it. */
  eventSeed: z.string(),
  eventCount: z.number().int(),
  /** What was last reported to the webhook; undefined until the first delivery. */
  reported: z.object({ reading, errors: z.array(vehicleError) }).optional(),
});
export type Subscription = z.infer<typeof subscription>;

/** What an event says; the body is made of it for each attempt. */
const eventContent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('state'), reading, triggers: z.array(z.string()) }),
  z.object({
    kind: z.literal('error'),
    at: moment,
    errors: z.array(vehicleError.extend({ state: z.enum(['ERROR', 'RESOLVED']) })),
  }),
  /** The two of the vendor's dashboard, about a vehicle that does not exist. */
  z.object({ kind: z.literal('test-state') }),
  z.object({ kind: z.literal('test-error') }),
  /** Bytes that a person wrote, as base64; `signature` replaces the real one. */
  z.object({ kind: z.literal('bytes'), base64: z.string(), signature: z.string().nullable().optional() }),
]);
export type EventContent = z.infer<typeof eventContent>;

/** An event that has not been delivered yet. */
const webhookEvent = z.object({
  webhookId: z.string(),
  vehicleId: z.string().nullable(),
  ownerId: z.string().nullable(),
  mode: z.enum(['live', 'simulated']),
  content: eventContent,
  sequence: z.number().int(),
  /** Attempts so far, when the first began, and when the next is due. */
  attempts: z.number().int(),
  firstAt: moment.nullable(),
  dueAt: moment,
});
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** Tokens that sign deliveries, the oldest first: several while one is being replaced. */
const managementTokens = z.object({
  tokens: z.array(z.string()).min(1),
  /** Whether the oldest goes on signing deliveries, and the newest only challenges (reported). */
  oldestSigns: z.boolean(),
});
export type ManagementTokens = z.infer<typeof managementTokens>;

/** A charge of a vehicle; every version of the API formats it in its own way. */
const charge = z.object({
  /** Milliseconds since 1970, whole seconds, like `end`. */
  start: moment,
  end: moment,
  location: z.string(),
  isPublic: z.boolean(),
  type: z.string(),
  /** kWh delivered by the charger, more than what reached the battery. */
  energy: z.number(),
  /** State of charge at start and end, as fractions. */
  from: z.number(),
  to: z.number(),
});
export type Charge = z.infer<typeof charge>;

const maps = {
  grants: mapOf(grant),
  codes: mapOf(authorizationCode),
  accessTokens: mapOf(accessToken),
  refreshTokens: mapOf(refreshToken),
  /** When each owner first granted access. */
  firstGrants: mapOf(moment),
  /** The capacities that owners chose, by vehicle. */
  capacityChoices: mapOf(z.number()),
  /** Tokens of the capacity flow's links, by vehicle. */
  capacityLinks: mapOf(z.object({ token: z.string(), expiresAt: moment })),
  /** Simulated charges, oldest first, by vehicle. */
  addedCharges: mapOf(z.array(charge)),
  connections: mapOf(connection),
  /** Tokens of version 3, which belong to the application and not to an owner. */
  applicationTokens: mapOf(z.object({ expiresAt: moment })),
  subscriptions: mapOf(subscription),
  webhooks: mapOf(webhook),
  webhookEvents: mapOf(webhookEvent),
  /** The application's own IDs of owners. */
  externalIds: mapOf(z.string()),
};

/** Everything that survives a restart. Times are milliseconds since 1970. */
export const stateSchema = z.object({
  version: z.literal(1),
  /** IDs depend on the seed, so a state belongs to one seed. */
  seed: z.number(),
  clock: clockState,
  ...maps,
  /** Whether the sandbox's own webhook subscribes vehicles when they are connected; undefined: as it was started. */
  autoSubscribe: z.boolean().optional(),
  /** Undefined: the token of the seed. */
  managementTokens: managementTokens.optional(),
});
export type StoredState = z.infer<typeof stateSchema>;

export function emptyState(seed: number): StoredState {
  const none = Object.fromEntries(Object.keys(maps).map((name) => [name, []]));
  return stateSchema.parse({ version: 1, seed, clock: { ...realTime }, ...none });
}
