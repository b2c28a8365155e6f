/**
 * Every shape sent or received, defined once. Types are inferred from the schemas and never written twice.
 *
 * If a comment names a section, the shape is from the specification; "public" marks publicly documented shapes that the
 * specification omits. Objects are loose: a field that the contract doesn't know is kept. `describe` explains the
 * fields of a response: the editor shows it over raw JSON, and the sandbox in its OpenAPI.
 */
import * as z from 'zod';
import { utcPattern } from '../model/vehicles.ts';
import type { VehicleResource } from '../model/vehicle-data.ts';

/** First path segment of the vehicle data endpoints (document, "Versioning"). */
export const apiVersion = 'v2.0';

// ---- Battery nominal capacity (document, endpoint 3) ----

const inKilowattHours = 'The document names no unit; the public documentation says kWh.';

export const capacityEntry = z.looseObject({
  capacity: z.number().describe(`A candidate battery capacity. ${inKilowattHours}`),
  description: z.string().nullable().describe('Label of the variant; null when there is none.'),
});

const capacitySource = z.enum(['SMARTCAR', 'USER_SELECTED']);

const selectedCapacity = z.looseObject({
  nominal: z.number().describe(`The determined or chosen capacity. ${inKilowattHours}`),
  source: capacitySource.describe('SMARTCAR: determined by the service. USER_SELECTED: chosen by the owner.'),
});

export const batteryCapacity = z.looseObject({
  availableCapacities: z.array(capacityEntry).describe('Candidate capacities.'),
  capacity: selectedCapacity
    .nullable()
    .describe('Null when the capacity could not be determined and the owner has not selected one.'),
  url: z
    .string()
    .nullable()
    .describe(
      'Link that launches the flow for the owner to specify the capacity; the caller must append a redirect URI to it. Null when the service determined the capacity. Holds a token.',
    ),
});
export type BatteryCapacityBody = z.infer<typeof batteryCapacity>;

// ---- Charge records (document, endpoint 4) ----

export const utcTimestamp = z.string().regex(utcPattern, { error: 'is not an ISO 8601 UTC timestamp' });

export const chargeRecord = z.looseObject({
  chargeStart: utcTimestamp.describe('Start of the charge, an ISO 8601 UTC timestamp.'),
  chargeEnd: utcTimestamp.describe('End of the charge, an ISO 8601 UTC timestamp.'),
  location: z.string().describe('Textual place of the charge.'),
  energy: z.number().describe(`Energy charged. ${inKilowattHours}`),
  isPublic: z.boolean().describe('Whether the charge took place at a public charger.'),
  startPercentRemaining: z.number().describe('Battery level at the start, as a fraction of full charge: 0.57 is 57 %.'),
  endPercentRemaining: z.number().describe('Battery level at the end, as a fraction of full charge: 1 is 100 %.'),
  chargingType: z.string().describe('Kind of charging. The document names no values; the public example says DC.'),
});
export type ChargeRecordBody = z.infer<typeof chargeRecord>;

export const chargeRecords = z.looseObject({
  records: z.array(chargeRecord).describe('Charge records of the range. The document promises no order and no paging.'),
});

/** `startDate` and `endDate`: YYYY-MM-DD, a day of the calendar. */
const dateParameter = z.iso.date();

export const chargeRecordsQuery = z.object({
  startDate: dateParameter.optional(),
  endDate: dateParameter.optional(),
});

// ---- Vehicles, attributes, user (public) ----

const paging = z.looseObject({
  count: z.number().int().min(0).describe('How many there are in all.'),
  offset: z.number().int().min(0).describe('How many come before the first one of this page.'),
});

/** IDs only. `paging.count` is the total. Default 10 a page, at most {@link maxVehiclesPerPage}. */
export const vehicleList = z.looseObject({ paging, vehicles: z.array(z.string()) });
export const maxVehiclesPerPage = 50;

/** The year is documented as an integer, yet one official example prints it as a string. */
export const vehicleAttributes = z.looseObject({
  id: z.string().describe('The vehicle identifier, as it stands in the path of every request about the vehicle.'),
  make: z
    .string()
    .describe('The make, as the service spells it. In the path of the charge records it stands in lower case.'),
  model: z.string().describe('The model.'),
  year: z
    .union([
      z.number().int(),
      z
        .string()
        .regex(/^\d{4}$/)
        .transform(Number),
    ])
    .describe('The model year. Some answers write it as text.'),
});
export type VehicleAttributes = z.infer<typeof vehicleAttributes>;

export const user = z.looseObject({ id: z.string().min(1) });

/** What the owner has granted for one vehicle, in pages; default 25 a page. */
export const permissionList = z.looseObject({
  paging: paging.describe('Where this page lies in the whole list.'),
  permissions: z
    .array(z.string())
    .describe('What the owner has granted for this vehicle, such as read_battery and read_charge_records.'),
});
export const maxPermissionsPerPage = 50;

/** Response to the request that ends the application's access to a vehicle. */
export const disconnected = z.looseObject({ status: z.literal('success') });

// ---- Errors (public): the shapes that are seen ----

/** Version 2 of the error body, on the vehicle data endpoints. */
export const apiError = z.looseObject({
  type: z.string(),
  code: z.string().nullish(),
  description: z.string().nullish(),
  docURL: z.string().nullish(),
  statusCode: z.number().nullish(),
  requestId: z.string().nullish(),
  resolution: z.union([z.string(), z.looseObject({ type: z.string().nullish(), url: z.string().nullish() })]).nullish(),
  suggestedUserMessage: z.string().nullish(),
  detail: z.array(z.unknown()).nullish(),
});
export type ApiErrorBody = z.infer<typeof apiError>;

/** Two further bodies that vehicle data endpoints have sent: an older one, and that of the token endpoint. */
export const plainError = z.looseObject({
  error: z.string(),
  message: z.string().nullish(),
  error_description: z.string().nullish(),
});

/** The schema of each response about a vehicle, by what was requested. */
const answers: Readonly<Record<VehicleResource['kind'], { readonly schema: z.ZodType; readonly title: string }>> = {
  vehicle: { schema: vehicleAttributes, title: 'Attributes of a vehicle (public)' },
  capacity: { schema: batteryCapacity, title: 'Battery capacity response (document, endpoint 3)' },
  permissions: { schema: permissionList, title: 'Permissions of a vehicle (public)' },
  records: { schema: chargeRecords, title: 'Charge records (document, endpoint 4)' },
};

/**
 * The contract as JSON schemas for the editor, by file name. Uses draft 7, which VS Code's JSON editor supports best.
 * Written at build time: the extension itself needs none of them.
 */
export function jsonSchemas(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(answers).map(([kind, { schema, title }]) => [
      `${kind}.json`,
      { title, ...z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any' }) },
    ]),
  );
}
