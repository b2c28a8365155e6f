import { t } from '../../common/translate.ts';
import { makeName } from '../../common/vehicle-names.ts';
import { asServiceError } from '../model/errors.ts';
import { type ChargeRecordsQuery, hasChargeRecords } from '../model/vehicles.ts';
import { type RecordRow, RowReader } from '../records/record-rows.ts';
import { readColumns } from '../records/record-stream.ts';
import type { ApiVersion } from '../model/environment.ts';
import type { VehicleData } from '../model/vehicle-data.ts';

/** How many records of one side are kept in memory; nobody would read a comparison of more. */
const mostRecords = 100_000;

export interface ReadOptions {
  /** YYYY-MM-DD. Both versions get the same days. Absent: charge records are not requested. */
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** A make known from elsewhere, in case the vehicle's own response lacks it. */
  readonly make?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Requests everything that is compared from one version: four requests, of which version 3 plans may charge for three.
 * A failure becomes part of the reading. Rejects only when `signal` has aborted.
 */
export async function readVersion(
  client: VersionClient,
  source: Source,
  { signal, startDate, endDate, make: known }: ReadOptions,
): Promise<VersionReading> {
  const { vehicleId } = source;
  const vehicle = await part(() => client.fields('vehicle', vehicleId, signal), signal);
  // Version 3 has the make elsewhere, but does not need it, because its path has no make.
  const make = typeof vehicle.value?.make === 'string' ? vehicle.value.make : known;
  const [permissions, capacity, records] = await Promise.all([
    permissionsPart(client, vehicleId, signal),
    part(() => client.fields('capacity', vehicleId, signal), signal),
    startDate === undefined
      ? {}
      : recordsPart(client, source, { vehicleId, make: make ?? '', startDate, endDate }, signal),
  ]);
  return { ...source, vehicle, permissions, capacity, records };
}

async function part<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<Part<T>> {
  try {
    return { value: await ask() };
  } catch (thrown) {
    return { failure: failureOf(thrown, signal) };
  }
}

async function permissionsPart(client: VersionClient, vehicleId: string, signal: AbortSignal) {
  const { value, failure } = await part(() => client.permissions(vehicleId, signal), signal);
  return { value: value?.granted, failure: failure ?? (value?.unread && failureOf(value.unread, signal)) };
}

function failureOf(thrown: unknown, signal: AbortSignal) {
  signal.throwIfAborted();
  const { message, nextStep } = asServiceError(thrown);
  return { message, nextStep };
}

async function recordsPart(
  client: VersionClient,
  { version }: Source,
  query: ChargeRecordsQuery,
  signal: AbortSignal,
): Promise<Part<readonly RecordRow[]>> {
  const { make } = query;
  if (version === '2.0' && make !== '' && !hasChargeRecords(make)) {
    return { failure: { message: t('Charge records are not available for {0}.', makeName(make)), nextStep: '' } };
  }
  const reader = new RowReader();
  const records: RecordRow[] = [];
  try {
    const { body, reading } = await client.chargeRecords(query, signal);
    for await (const batch of readColumns(body, undefined, reading)) {
      signal.throwIfAborted();
      for (const row of reader.read({ batch })) records.push(row);
      if (records.length >= mostRecords) return { value: records, failure: tooMany() };
    }
    return { value: records };
  } catch (thrown) {
    return { ...(records.length > 0 && { value: records }), failure: failureOf(thrown, signal) };
  }
}

function tooMany() {
  return {
    message: t('Only the first {0} charge records were read.', mostRecords),
    nextStep: t('Compare a shorter range.'),
  };
}

/** Fields of a body, by the names in the API. */
export type Fields = Readonly<Record<string, unknown>>;

/** Why something is missing, and what to do. Contains no secrets. */
export interface Failure {
  readonly message: string;
  readonly nextStep: string;
}

/** What was requested: a value, a failure, or the part of the value that arrived before the failure. */
interface Part<T> {
  readonly value?: T | undefined;
  readonly failure?: Failure | undefined;
}

/** Where a vehicle is read from. */
export interface Source {
  readonly version: ApiVersion;
  readonly environment: string;
  readonly account: { readonly id: string; readonly label: string };
  readonly vehicleId: string;
}

/** What one version says about a vehicle. */
export interface VersionReading extends Source {
  readonly vehicle: Part<Fields>;
  readonly permissions: Part<readonly string[]>;
  readonly capacity: Part<Fields>;
  readonly records: Part<readonly RecordRow[]>;
}

/** One side of a comparison. For a version without access to the vehicle, only the reason. */
export type Side = VersionReading | { readonly missing: Failure };

/** The methods of a client that the reading of a version uses. */
type VersionClient = Pick<VehicleData, 'fields' | 'permissions' | 'chargeRecords'>;
