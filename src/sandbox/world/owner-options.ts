import * as z from 'zod';
import { vinPattern } from './vin.ts';

/** Where a vehicle is based. */
const regions = ['US', 'Europe', 'Canada'] as const;
export type Region = (typeof regions)[number];

const candidates = z
  .array(z.strictObject({ capacity: z.number().describe('kWh'), description: z.string().nullable() }))
  .min(2);

/** The three cases of the specification ("Battery capacity response cases"). */
const capacityCase = z.discriminatedUnion('case', [
  z.strictObject({ case: z.literal('determined'), nominal: z.number().positive() }),
  z.strictObject({ case: z.literal('undetermined'), candidates }),
  z.strictObject({ case: z.literal('selected'), nominal: z.number().positive(), candidates }),
]);
export type CapacityCase = z.infer<typeof capacityCase>;

const vehicle = z.strictObject({
  id: z.uuid().optional(),
  vin: z.string().regex(vinPattern).optional(),
  make: z.string().min(1),
  model: z.string().min(1),
  year: z.number().int().min(1990).max(2100),
  region: z.enum(regions).default('Europe'),
  capacity: capacityCase.default({ case: 'determined', nominal: 75 }),
  /** Returned unchanged for any dates, even records that break the contract. */
  records: z.array(z.unknown()).optional(),
  /** Bodies of signals of version 3 by code, returned unchanged instead of the vehicle's own. */
  signals: z.record(z.string(), z.unknown()).optional(),
});

export type VehicleOptions = z.output<typeof vehicle>;

/** An owner and the owner's vehicles, as a scenario describes them. */
export const ownerOptions = z.strictObject({
  name: z.string().min(1),
  /** null: the time when the owner first allows access. */
  firstGrantedAt: z.iso.datetime().nullable().optional(),
  /** A list, or how many to generate. */
  vehicles: z.union([z.array(vehicle).min(1), z.strictObject({ count: z.number().int().min(1).max(10_000) })]),
});
export type OwnerOptions = z.output<typeof ownerOptions>;
