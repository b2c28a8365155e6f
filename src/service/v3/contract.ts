/**
 * Shapes of version 3 that are sent or received. There is no complete official schema, so each comment gives the source
 * of a shape. Public: an official page; reported: third parties and previews; assumed: no source. Objects are loose,
 * and if copies differ, every known form is read.
 */
import * as z from 'zod';

/** First path segment of the vehicle API, and of the management API. */
export const apiVersion = 'v3';

/** Public. There is no refresh token: request a new access token instead. */
export const applicationToken = z.looseObject({
  access_token: z.string().min(1),
  token_type: z.string(),
  expires_in: z.number().positive().describe('Lifetime in seconds: 3600.'),
});
export type ApplicationToken = z.infer<typeof applicationToken>;

/** Public: `previous`; reported: `prev`. */
const links = z.looseObject({
  self: z.string().nullish(),
  first: z.string().nullish(),
  previous: z.string().nullish(),
  prev: z.string().nullish(),
  next: z.string().nullish(),
  last: z.string().nullish(),
});
const count = z.number().int().nonnegative().nullish();
/** Public: `page`; reported: `pageNumber`. */
const pageMeta = z.looseObject({ page: count, pageNumber: count, pageSize: count, totalCount: count });

const vehicleFields = {
  make: z.string(),
  model: z.string(),
  year: z.number().int(),
  mode: z.string().nullish().describe('live or simulated.'),
  powertrainType: z.string().nullish().describe('For example BEV.'),
};
const reference = z.looseObject({ data: z.looseObject({ id: z.string().min(1), type: z.string() }) });

/** Public. The access of this application to one vehicle of one owner. */
export const connection = z.looseObject({
  id: z.string().min(1),
  type: z.literal('connection'),
  attributes: z.looseObject({
    permissions: z.array(z.string()).describe('What the owner has granted.'),
    vehicle: z.looseObject(vehicleFields),
  }),
  relationships: z.looseObject({ vehicle: reference, user: reference }),
  meta: z.looseObject({ createdAt: z.string().nullish(), updatedAt: z.string().nullish() }).nullish(),
});
/**
 * The fields that each request reads: an invalid model must neither hide permissions nor prevent ending the connection.
 */
export const connectionReference = connection.pick({ id: true, type: true, relationships: true });
const { vehicle, permissions } = connection.shape.attributes.shape;
export const vehicleConnection = connectionReference.extend({ attributes: z.looseObject({ vehicle }) });
export const permissionConnection = connectionReference.extend({ attributes: z.looseObject({ permissions }) });
/** The owner and the vehicle of a connection. */
export const connectionOwner = connection.pick({ relationships: true });
export type ConnectionReference = z.infer<typeof connectionReference>;
export type VehicleConnection = z.infer<typeof vehicleConnection>;
export const connectionList = z.looseObject({
  data: z.array(connection),
  meta: pageMeta.nullish(),
  links: links.nullish(),
});
export const oneConnection = z.looseObject({ data: connection });

/** Public: the attributes. Assumed: that they are in `data`, as those of a connection are. */
export const oneVehicle = z.looseObject({
  data: z.looseObject({ id: z.string().min(1), type: z.literal('vehicle'), attributes: z.looseObject(vehicleFields) }),
});

/** Public: seconds since 1970, in an SDK's test milliseconds; reported: ISO 8601. */
const moment = z.union([z.number(), z.string()]).nullish();

/** Public: the failure of one signal comes inside status 200, and without a body. */
export const signalStatus = z.looseObject({
  value: z.enum(['SUCCESS', 'ERROR', 'UNAVAILABLE']),
  error: z
    .looseObject({
      type: z.string(),
      code: z.string().nullish(),
      description: z.string().nullish(),
      resolution: z.looseObject({ type: z.string().nullish() }).nullish(),
    })
    .nullish(),
});

/** Public. What `body` holds depends on the code. */
export const signal = z.looseObject({
  id: z.string(),
  type: z.literal('signal'),
  attributes: z.looseObject({
    code: z.string().min(1),
    name: z.string().nullish(),
    group: z.string().nullish(),
    status: signalStatus.nullish(),
    body: z.looseObject({}).nullish(),
  }),
  meta: z.looseObject({ retrievedAt: moment, oemUpdatedAt: moment, ingestedAt: moment }).nullish(),
});
export type Signal = z.infer<typeof signal>;
export const signalList = z.looseObject({ data: z.array(signal), meta: pageMeta.nullish(), links: links.nullish() });
/** Public: the signal itself; reported: the signal in `data`. */
export const oneSignal = z.union([signal, z.looseObject({ data: signal })]);

/** Codes of the signals that have endpoints in version 2.0. */
export const signalCodes = {
  capacity: 'tractionbattery-nominalcapacity',
  chargeRecords: 'charge-chargerecords',
} as const;

/** Public. No source shows how it looks if the capacity is not determined. */
export const capacityBody = z.looseObject({
  source: z.string().nullish().describe('SMARTCAR: determined by the service. USER_SELECTED: chosen by the owner.'),
  capacity: z.number().nullish(),
  availableCapacities: z
    .array(z.looseObject({ capacity: z.number(), description: z.string().nullish() }))
    .nullish()
    .describe('Candidate capacities.'),
  unit: z.string().nullish().describe('kWh; an older copy writes kWhr.'),
});
export type CapacityBody = z.infer<typeof capacityBody>;

/** Public: every field may be missing. `chargingType` in place of `connectorType` is reported. */
export const chargeValue = z.looseObject({
  id: z.string().nullish(),
  startTime: z.string().nullish(),
  endTime: z.string().nullish().describe('Missing while the charge is going on.'),
  location: z
    .looseObject({
      name: z.string().nullish(),
      address: z.string().nullish(),
      latitude: z.number().nullish(),
      longitude: z.number().nullish(),
    })
    .nullish(),
  energyAdded: z.number().nullish().describe('kWh.'),
  connectorType: z.string().nullish(),
  chargingType: z.string().nullish(),
  isPublicCharger: z.boolean().nullish(),
  startStateOfCharge: z.number().nullish().describe('Percent, 0 to 100.'),
  endStateOfCharge: z.number().nullish().describe('Percent, 0 to 100.'),
  cost: z
    .looseObject({
      currency: z.string().nullish(),
      energyAmount: z.number().nullish(),
      otherAmount: z.number().nullish(),
    })
    .nullish(),
});
export type ChargeValue = z.infer<typeof chargeValue>;
export const chargeRecordsBody = z.looseObject({ values: z.array(chargeValue) });

/** Public, but for `type` and `meta`, which are reported. An older copy has codes in lower case. */
export const apiErrors = z.looseObject({
  errors: z
    .array(
      z.looseObject({
        status: z.union([z.string(), z.number()]).nullish(),
        type: z.string().nullish(),
        code: z.string().nullish(),
        title: z.string().nullish(),
        detail: z.string().nullish(),
        links: z.looseObject({ about: z.string().nullish() }).nullish(),
        resolution: z.looseObject({ type: z.string().nullish() }).nullish(),
        suggestedUserMessage: z.string().nullish(),
        meta: z.looseObject({ debug: z.looseObject({ requestId: z.string().nullish() }).nullish() }).nullish(),
      }),
    )
    .min(1),
});
export type ApiErrors = z.infer<typeof apiErrors>;
