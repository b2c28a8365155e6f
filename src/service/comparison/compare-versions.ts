import type { FieldMapping, Place } from '../field-mapping/field-mapping.ts';
import { fieldMappings } from '../field-mapping/field-mappings.ts';
import { compareField, type FieldComparison, verdictOf, valueAt } from './compare-fields.ts';
import { pairRecords, type RecordPair } from './pair-records.ts';
import type { Failure, Fields, Side, Source, VersionReading } from './version-reading.ts';

export type AreaName = 'vehicle' | 'permissions' | 'capacity' | 'records';

/** What could not be read, and why. */
interface AreaFailure extends Failure {
  readonly version: '2.0' | '3';
  readonly area: AreaName;
}

/** A field of charge records: a summary over all pairs, and the values of one pair as an example. */
export interface RecordField {
  readonly move: FieldMapping;
  /** Number of pairs whose values are equal, and in which both have one. Both are 0 if the meaning differs. */
  readonly equal: number;
  readonly compared: number;
  readonly example: { readonly v2?: unknown; readonly v3?: unknown };
}

/** A charge that one or both versions have. */
export interface ComparedRecord extends RecordPair {
  /** For a charge in both versions: fields that differ, or that one of them omits. */
  readonly different: readonly FieldMapping[];
}

/** What two versions say about one vehicle, as plain data. */
export interface VersionComparison {
  readonly sides: {
    readonly v2: Source | { readonly missing: Failure };
    readonly v3: Source | { readonly missing: Failure };
  };
  readonly failures: readonly AreaFailure[];
  /** Attributes, permissions, capacity. */
  readonly values: Readonly<Record<Exclude<AreaName, 'records'>, readonly FieldComparison[]>>;
  /** Fields of the capacity that are missing from the field mapping. */
  readonly unknown: { readonly v2: readonly string[]; readonly v3: readonly string[] };
  readonly records: {
    /** Whether both sides were read completely: otherwise, a missing record means nothing. */
    readonly isComplete: boolean;
    readonly fields: readonly RecordField[];
    /** Newest first. */
    readonly pairs: readonly ComparedRecord[];
    readonly unknown: { readonly v2: readonly string[]; readonly v3: readonly string[] };
  };
}

export function compareVersions(v2: Side, v3: Side): VersionComparison {
  const [left, right] = [readingOf(v2), readingOf(v3)];
  return {
    sides: { v2: sourceOf(v2), v3: sourceOf(v3) },
    failures: [...failuresOf('2.0', left), ...failuresOf('3', right)],
    values: {
      vehicle: vehicleMoves.map((move) => compareField(move, left?.vehicle.value, right?.vehicle.value)),
      permissions: permissionMoves.map((move) => compareField(move, listed(left), listed(right), () => 'permissions')),
      capacity: capacityMoves.map((move) => compareField(move, left?.capacity.value, right?.capacity.value)),
    },
    unknown: {
      v2: unknownNames(
        [left?.capacity.value],
        capacityMoves.map(({ v2: place }) => place),
      ),
      v3: unknownNames(
        [right?.capacity.value],
        capacityMoves.map(({ v3: place }) => place),
      ),
    },
    records: compareRecords(left, right),
  };
}

/** The field mapping has one row for these fields together with their body, because their names did not change. */
const vehicleMoves: readonly FieldMapping[] = fieldMappings
  .filter(({ id }) => id === 'vehicles.attributes')
  .flatMap((move) =>
    ['make', 'model', 'year'].map((name) => ({
      ...move,
      id: `${move.id}.${name}`,
      ...(move.v2 && { v2: { ...move.v2, field: name } }),
      ...(move.v3 && { v3: { ...move.v3, field: `${move.v3.field}.${name}` } }),
    })),
  );
const permissionMoves = fieldMappings.filter(({ id }) => id === 'vehicles.permissions');
const hasField = ({ v2, v3 }: FieldMapping) => (v2?.field ?? v3?.field) !== undefined;
const capacityMoves = fieldMappings.filter((move) => move.area === 'capacity' && hasField(move));
const recordMoves = fieldMappings.filter(
  ({ area, v2, v3 }) => area === 'charge-records' && /\[\]\../.test(v2?.field ?? v3?.field ?? ''),
);

/** The name of a field inside one record: `records[].energy` is `energy`. */
export function inRecord({ field = '' }: Place): string {
  return field.replace(/^\w+\[\]\./, '');
}

function compareRecords(left: VersionReading | undefined, right: VersionReading | undefined) {
  const [v2, v3] = [left?.records.value, right?.records.value];
  const used = usedMoves(v3);
  const pairs = pairRecords(v2 ?? [], v3 ?? []).map((pair): ComparedRecord => {
    const { v2: before, v3: after } = pair;
    if (!before || !after) return { ...pair, different: [] };
    return { ...pair, different: used.filter((move) => isDifference(move, before.fields, after.fields)) };
  });
  const [names2, names3] = [recordMoves.map((move) => move.v2), recordMoves.map((move) => move.v3)];
  return {
    isComplete: [left, right].every((side) => side?.records.value && !side.records.failure),
    fields: used.map((move) => recordField(move, pairs)),
    pairs,
    unknown: {
      v2: unknownNames(v2?.map(({ fields }) => fields) ?? [], names2, inRecord),
      v3: unknownNames(v3?.map(({ fields }) => fields) ?? [], names3, inRecord),
    },
  };
}

/** If a field may have moved to one of two places, keeps only the one that is used. */
function usedMoves(v3: VersionReading['records']['value']): readonly FieldMapping[] {
  const isThere = ({ v3: place }: FieldMapping) =>
    place !== undefined && (v3 ?? []).some(({ fields }) => valueAt(fields, inRecord(place)) !== undefined);
  return recordMoves.filter((move) => {
    const same = recordMoves.filter(({ v2 }) => v2 !== undefined && v2.field === move.v2?.field);
    return same.length < 2 || isThere(move) || (!same.some(isThere) && same[0] === move);
  });
}

function recordField(move: FieldMapping, pairs: readonly ComparedRecord[]): RecordField {
  const verdicts = pairs.map(({ v2, v3 }) => (v2 && v3 ? verdictIn(move, v2.fields, v3.fields) : 'absent'));
  const value = (place: Place | undefined, fields: Fields | undefined) =>
    place && fields && valueAt(fields, inRecord(place));
  const shown = pairs.find(({ v2, v3 }) => v2 && v3) ?? pairs[0];
  return {
    move,
    equal: verdicts.filter((verdict) => verdict === 'equal').length,
    compared: verdicts.filter((verdict) => verdict === 'equal' || verdict === 'different').length,
    example: { v2: value(move.v2, shown?.v2?.fields), v3: value(move.v3, shown?.v3?.fields) },
  };
}

/** A field that version 3 adds can't differ. */
function isDifference(move: FieldMapping, v2: Fields, v3: Fields): boolean {
  return Boolean(move.v2 && move.v3) && ['different', 'only-v2', 'only-v3'].includes(verdictIn(move, v2, v3));
}

function verdictIn(move: FieldMapping, v2: Fields, v3: Fields) {
  return verdictOf(move, move.v2 && valueAt(v2, inRecord(move.v2)), move.v3 && valueAt(v3, inRecord(move.v3)));
}

/** Distinct names that none of the places has. */
function unknownNames(
  bodies: readonly (Fields | undefined)[],
  places: readonly (Place | undefined)[],
  name: (place: Place) => string = ({ field = '' }) => field,
): readonly string[] {
  const known = new Set(places.flatMap((place) => (place ? name(place).replace(/\W.*/, '') : [])));
  const names = new Set(bodies.flatMap((body) => Object.keys(body ?? {})));
  return [...names].filter((each) => !known.has(each)).sort();
}

function listed(reading: VersionReading | undefined): Fields | undefined {
  const permissions = reading?.permissions.value;
  return permissions && { permissions: permissions.toSorted() };
}

function readingOf(side: Side): VersionReading | undefined {
  return 'missing' in side ? undefined : side;
}

function sourceOf(side: Side) {
  if ('missing' in side) return side;
  const { version, environment, account, vehicleId } = side;
  return { version, environment, account, vehicleId };
}

function failuresOf(version: '2.0' | '3', reading: VersionReading | undefined): AreaFailure[] {
  if (!reading) return [];
  return (['vehicle', 'permissions', 'capacity', 'records'] as const).flatMap((area) => {
    const { failure } = reading[area];
    return failure ? [{ ...failure, version, area }] : [];
  });
}
