import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../common/is-record.ts';
import { type FieldMapping, fieldMappings, type Place } from '../field-mapping/field-mappings.ts';
import { allFields, type Field } from '../records/columns.ts';
import type { RecordRow } from '../records/record-rows.ts';
import { compareRecords, fieldsOf, type RecordPair } from './compare-records.ts';
import type { Failure, Fields, Side, Source, VersionReading } from './read-version.ts';

/**
 * The result of comparing two values of a field. `only-v2`, `only-v3`: the other version has no value. `absent`:
 * neither has one. `other-meaning`: both have a value, with different meanings. `not-read`: one side could not be read.
 */
export type Verdict = 'equal' | 'different' | 'only-v2' | 'only-v3' | 'absent' | 'other-meaning' | 'not-read';

/** A field that moved: the result of its comparison, and its values as received. */
export interface FieldComparison {
  readonly mapping: FieldMapping;
  readonly verdict: Verdict;
  /** Undefined if there is no value; null counts as none. */
  readonly v2?: unknown;
  readonly v3?: unknown;
}

/**
 * The value of a field such as `capacity.nominal` or `availableCapacities[]`, which is the whole list. Null counts as
 * no value.
 */
function valueAt(body: unknown, field: string): unknown {
  const names = field.replace(/\[\]$/, '').split('.');
  const found = names.reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : null), body);
  return found ?? undefined;
}

/** Compares one field in a body of each version; undefined stands for a body that was not read. */
function compareField(
  mapping: FieldMapping,
  v2Body: unknown,
  v3Body: unknown,
  inBody: (place: Place) => string = ({ field = '' }) => field,
): FieldComparison {
  const v2 = mapping.v2 && valueAt(v2Body, inBody(mapping.v2));
  const v3 = mapping.v3 && valueAt(v3Body, inBody(mapping.v3));
  const isUnread =
    (mapping.v2 !== undefined && v2Body === undefined) || (mapping.v3 !== undefined && v3Body === undefined);
  return { mapping, verdict: isUnread ? 'not-read' : verdictOf(v2, v3), v2, v3 };
}

function verdictOf(v2: unknown, v3: unknown): Verdict {
  if (v2 === undefined) return v3 === undefined ? 'absent' : 'only-v3';
  if (v3 === undefined) return 'only-v2';
  return isDeepStrictEqual(inOrder(v2), inOrder(v3)) ? 'equal' : 'different';
}

/**
 * Sorts lists, because their order has no meaning in either version, and drops null members, which count as missing.
 */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(inOrder).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  }
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]).sort());
}

export type AreaName = 'vehicle' | 'permissions' | 'capacity' | 'records';

/** What could not be read, and why. */
interface AreaFailure extends Failure {
  readonly version: '2.0' | '3';
  readonly area: AreaName;
}

/** A field of charge records: a summary over all pairs, and the values of one pair as an example. */
export interface RecordField extends FieldComparison {
  /** Its name in the model; absent if only one version has it. */
  readonly field?: Field | undefined;
  /** Number of pairs whose values are equal, and in which both have one. Both are 0 if the meaning differs. */
  readonly equal: number;
  readonly compared: number;
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
    readonly v2: readonly RecordRow[];
    readonly v3: readonly RecordRow[];
    /** Whether both sides were read completely: otherwise, a missing record means nothing. */
    readonly isComplete: boolean;
    readonly fields: readonly RecordField[];
    /** The records of 2.0 are the older side. Newest first. Values that are only named otherwise do not differ. */
    readonly pairs: readonly RecordPair[];
    /** For each charge, what version 3 calls a value of 2.0 in a field whose meaning differs. */
    readonly renamed: readonly { readonly field: Field; readonly from: string; readonly to: string }[];
    readonly unknown: { readonly v2: readonly string[]; readonly v3: readonly string[] };
  };
}

export function compareVersions(v2: Side, v3: Side): VersionComparison {
  const [left, right] = [readingOf(v2), readingOf(v3)];
  return {
    sides: { v2: sourceOf(v2), v3: sourceOf(v3) },
    failures: [...failuresOf('2.0', left), ...failuresOf('3', right)],
    values: {
      vehicle: vehicleMappings.map((mapping) => compareField(mapping, left?.vehicle.value, right?.vehicle.value)),
      permissions: permissionMappings.map((mapping) =>
        compareField(mapping, listed(left), listed(right), () => 'permissions'),
      ),
      capacity: capacityMappings.map((mapping) => compareField(mapping, left?.capacity.value, right?.capacity.value)),
    },
    unknown: {
      v2: unknownNames(
        [left?.capacity.value],
        capacityMappings.map(({ v2: place }) => place),
      ),
      v3: unknownNames(
        [right?.capacity.value],
        capacityMappings.map(({ v3: place }) => place),
      ),
    },
    records: recordsOf(left, right),
  };
}

/** The field mapping has one row for these fields together with their body, because their names did not change. */
const vehicleMappings: readonly FieldMapping[] = fieldMappings
  .filter(({ id }) => id === 'vehicles.attributes')
  .flatMap((mapping) =>
    ['make', 'model', 'year'].map((name) => ({
      ...mapping,
      id: `${mapping.id}.${name}`,
      ...(mapping.v2 && { v2: { ...mapping.v2, field: name } }),
      ...(mapping.v3 && { v3: { ...mapping.v3, field: `${mapping.v3.field}.${name}` } }),
    })),
  );
const permissionMappings = fieldMappings.filter(({ id }) => id === 'vehicles.permissions');
const hasField = ({ v2, v3 }: FieldMapping) => (v2?.field ?? v3?.field) !== undefined;
const capacityMappings = fieldMappings.filter((mapping) => mapping.area === 'capacity' && hasField(mapping));
const recordMappings = fieldMappings.filter(
  ({ area, v2, v3 }) => area === 'charge-records' && /\[\]\../.test(v2?.field ?? v3?.field ?? ''),
);

/** The name of a field inside one record: `records[].energy` is `energy`. */
function inRecord({ field = '' }: Place): string {
  return field.replace(/^\w+\[\]\./, '');
}

function recordsOf(left: VersionReading | undefined, right: VersionReading | undefined): VersionComparison['records'] {
  const [v2 = [], v3 = []] = [left?.records.value, right?.records.value];
  const [before, after] = [v2, v3].map((rows) => rows.map(({ raw }) => fieldsOf(raw))) as [Fields[], Fields[]];
  const used = usedMoves(after);
  const reworded = used.filter(isReworded).flatMap((mapping) => fieldOf(mapping) ?? []);
  const compared = compareRecords(v2, v3);
  const renamed = compared.map(({ older, newer, different }) =>
    reworded.flatMap((field) => {
      const [from, to] = [v2[older ?? -1], v3[newer ?? -1]].map((row) => row?.values[field]);
      return different.includes(field) && typeof from === 'string' && typeof to === 'string' ? { field, from, to } : [];
    }),
  );
  const pairs = compared.map((pair, at) => ({
    ...pair,
    different: pair.different.filter((name) => !renamed[at]?.some(({ field }) => field === name)),
  }));
  const shown = pairs.find(({ older, newer }) => older !== undefined && newer !== undefined) ?? pairs[0];
  const valueIn = (place: Place | undefined, bodies: readonly Fields[], index: number | undefined) =>
    place && index !== undefined ? valueAt(bodies[index], inRecord(place)) : undefined;
  const hasValue = (mapping: FieldMapping, { older, newer }: RecordPair) =>
    valueIn(mapping.v2, before, older) !== undefined && valueIn(mapping.v3, after, newer) !== undefined;
  const [names2, names3] = [recordMappings.map((mapping) => mapping.v2), recordMappings.map((mapping) => mapping.v3)];
  return {
    ...{ v2, v3 },
    isComplete: [left, right].every((side) => side?.records.value && !side.records.failure),
    fields: used.map((mapping) => {
      const example = { v2: valueIn(mapping.v2, before, shown?.older), v3: valueIn(mapping.v3, after, shown?.newer) };
      return { mapping, ...example, ...summaryOf(mapping, compared, (pair) => hasValue(mapping, pair), example) };
    }),
    pairs,
    renamed: renamed.flat(),
    unknown: { v2: unknownNames(before, names2, inRecord), v3: unknownNames(after, names3, inRecord) },
  };
}

/** If a field may have moved to one of two places, keeps only the one that is used. */
function usedMoves(v3: readonly Fields[]): readonly FieldMapping[] {
  const isThere = ({ v3: place }: FieldMapping) =>
    place !== undefined && v3.some((fields) => valueAt(fields, inRecord(place)) !== undefined);
  return recordMappings.filter((mapping) => {
    const same = recordMappings.filter(({ v2 }) => v2 !== undefined && v2.field === mapping.v2?.field);
    return same.length < 2 || isThere(mapping) || (!same.some(isThere) && same[0] === mapping);
  });
}

function isReworded({ changes }: FieldMapping): boolean {
  return changes?.includes('meaning-differs') === true;
}

/** The field in the model, which has the names of version 2.0; undefined if a version lacks the field. */
function fieldOf({ v2, v3 }: FieldMapping): Field | undefined {
  return v2 && v3 && allFields.find((field) => field === inRecord(v2));
}

function summaryOf(
  mapping: FieldMapping,
  pairs: readonly RecordPair[],
  hasValue: (pair: RecordPair) => boolean,
  example: { readonly v2: unknown; readonly v3: unknown },
): Pick<RecordField, 'field' | 'equal' | 'compared' | 'verdict'> {
  const field = fieldOf(mapping);
  if (field === undefined) {
    const onlyIn: Verdict = mapping.v2 ? 'only-v2' : 'only-v3';
    return { verdict: (example.v2 ?? example.v3) === undefined ? 'absent' : onlyIn, equal: 0, compared: 0 };
  }
  const isDifferent = ({ different }: RecordPair) => different.includes(field);
  const both = pairs.filter(hasValue);
  if (!pairs.some(isDifferent)) {
    return { field, verdict: both.length > 0 ? 'equal' : 'absent', equal: both.length, compared: both.length };
  }
  if (isReworded(mapping)) return { field, verdict: 'other-meaning', equal: 0, compared: 0 };
  const equal = both.filter((pair) => !isDifferent(pair)).length;
  return { field, verdict: 'different', equal, compared: both.length };
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
