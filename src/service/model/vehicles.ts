/**
 * Makes with charge records, in lower case as in the path. Public: the specification says "two makes" without their
 * names.
 */
const makesWithRecords: readonly string[] = ['bmw', 'mini'];

export function hasChargeRecords(make: string): boolean {
  return makesWithRecords.includes(make.toLowerCase());
}

/** Permissions of the service: the two in the specification and the public ones that the extension uses. */
export const permissions = ['read_battery', 'read_charge_records', 'read_vehicle_info'] as const;
/** Those and what further signals of version 3 need: public names, of which not every signal is known to need which. */
export const allPermissions = [
  ...permissions,
  ...(['read_charge', 'read_climate', 'read_location', 'read_odometer', 'read_security'] as const),
  ...(['read_tires', 'read_vin'] as const),
] as const;
export type Permission = (typeof allPermissions)[number];

/**
 * The types that the code above the service uses: independent of the API's version, so that several can provide them.
 */

export interface Vehicle {
  readonly id: string;
  /** As the service spells it, usually upper case: `BMW`. */
  readonly make: string;
  readonly model: string;
  readonly year: number;
  /** True if vehicles of every make may have charge records; omitted if the make determines it. */
  readonly mayHaveRecords?: true | undefined;
}

/** A capacity that the vehicle may have. The specification gives no unit; publicly it is kWh. */
export interface CapacityCandidate {
  readonly capacity: number;
  readonly description: string | null;
}

/** Nominal capacity: the three cases of the specification ("Battery capacity response cases"). */
export type NominalCapacity = CapacityCase & {
  /** What is wrong with candidates that can't be read, if any. */
  readonly unreadCandidates?: readonly string[];
};

type CapacityCase =
  | {
      readonly case: 'determined';
      readonly nominal: number;
      readonly candidates: readonly CapacityCandidate[];
      /** True if the response doesn't say who determined it, which version 3 may omit. */
      readonly isSourceUnknown?: true;
    }
  | {
      readonly case: 'undetermined';
      readonly candidates: readonly CapacityCandidate[];
      /** Where the owner chooses, once a redirect URI is set on it. Sensitive: contains a token. */
      readonly selectUrl: string | null;
    }
  | {
      readonly case: 'selected';
      readonly nominal: number;
      readonly candidates: readonly CapacityCandidate[];
      readonly selectUrl: string | null;
    };

/** Which charge records to request. Dates are YYYY-MM-DD; both have defaults at the service (document, endpoint 4). */
export interface ChargeRecordsQuery {
  readonly vehicleId: string;
  /** In any case; the path uses lower case. */
  readonly make: string;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** One charge, with what it says about itself. */
export interface ChargeRecord {
  readonly chargeStart: string;
  readonly chargeEnd: string;
  readonly location: string;
  readonly energy: number;
  readonly isPublic: boolean;
  readonly startPercentRemaining: number;
  readonly endPercentRemaining: number;
  readonly chargingType: string;
}

/** A charge in a version where any value may be unknown and is then null. Version 2.0 has neither ID nor cost. */
export type PartialRecord = { readonly [K in keyof ChargeRecord]: ChargeRecord[K] | null } & {
  readonly id?: string | null;
  /** In the unit of `currency`. */
  readonly cost?: number | null;
  readonly currency?: string | null;
};

/** A time of a {@link ChargeRecord}: ISO 8601 in UTC, with `Z`. */
export const utcPattern =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z$/;
