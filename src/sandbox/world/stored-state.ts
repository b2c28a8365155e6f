import * as z from 'zod';

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

/** A vehicle whose signals are delivered to a webhook, and stored where applications read them. */
const subscription = z.object({
  webhookId: z.string(),
  ownerId: z.string(),
  vehicleId: z.string(),
  createdAt: moment,
});

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

/** Everything that survives a restart. Times are milliseconds since 1970. */
export const stateSchema = z.object({
  version: z.literal(1),
  /** IDs depend on the seed, so a state belongs to one seed. */
  seed: z.number(),
  clock: clockState.default(() => ({ ...realTime })),
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
  addedCharges: mapOf(z.array(charge)).default(() => new Map()),
  connections: mapOf(connection).optional(),
  /** Tokens of version 3, which belong to the application and not to an owner. */
  applicationTokens: mapOf(z.object({ expiresAt: moment })).default(() => new Map()),
  subscriptions: mapOf(subscription).default(() => new Map()),
  /** The application's own IDs of owners. */
  externalIds: mapOf(z.string()).default(() => new Map()),
});
/** The state as read from a file, which may have been saved before connections existed. */
export type ReadState = z.infer<typeof stateSchema>;
export type StoredState = ReadState & Required<Pick<ReadState, 'connections'>>;

export function emptyState(seed: number): StoredState {
  return {
    version: 1,
    seed,
    clock: { ...realTime },
    grants: new Map(),
    codes: new Map(),
    accessTokens: new Map(),
    refreshTokens: new Map(),
    firstGrants: new Map(),
    capacityChoices: new Map(),
    capacityLinks: new Map(),
    addedCharges: new Map(),
    connections: new Map(),
    applicationTokens: new Map(),
    subscriptions: new Map(),
    externalIds: new Map(),
  };
}
