import { type FieldMapping, fieldMappings } from '../field-mapping/field-mappings.ts';
import { allFields, type Field, type FieldKind, fieldKinds, fields } from './columns.ts';
import { isRecord } from '../../common/is-record.ts';
import type { RecordPath, WireFormat } from '../model/record-reading.ts';

/** `{"records":[…]}`, with records in the shape of the model, which is that of version 2.0. */
export const modelForm: WireFormat = {
  lists: [['records']],
  paths: Object.fromEntries(fields.map((name) => [name, [[name]]])),
  full: 1,
  isOptional: false,
};

/** Records of version 3 in a list like that of the model, for example in a file. */
export const fullForm: WireFormat = {
  lists: modelForm.lists,
  paths: Object.fromEntries(
    allFields.map((field) => [field, fieldMappings.flatMap((mapping) => pathsInVersion3(mapping, field))]),
  ),
  full: 100,
  isOptional: true,
};

const inBody = ['attributes', 'body', 'values'] as const;

/** The same in the body of their signal (public). */
export const chargeForm: WireFormat = { ...fullForm, lists: [inBody, ['data', ...inBody]] };

function pathsInVersion3({ v2, v3 }: FieldMapping, field: Field): readonly RecordPath[] {
  const { name, members } = v3 ?? {};
  if (name === undefined) return [];
  if (members) return members[field]?.map((member) => [name, member]) ?? [];
  return (v2?.name ?? name) === field ? [[name]] : [];
}

/** The name of a field, or of the object that it is in; empty if no record of this form has it. */
export function nameOf({ paths }: WireFormat, field: Field): string {
  return paths[field]?.[0]?.[0] ?? '';
}

const known = new WeakMap<WireFormat, ReadonlySet<string>>();

/** Names of the fields that the contract knows. Cached per form, because an export needs them for every record. */
export function knownNames(form: WireFormat): ReadonlySet<string> {
  const names = known.get(form) ?? new Set(Object.values(form.paths).flatMap((paths) => paths.map(([name]) => name)));
  known.set(form, names);
  return names;
}

/** The form that knows more of a record's fields. */
export function formOf(record: unknown): WireFormat {
  return ofVersion3(record) > 0 ? fullForm : modelForm;
}

/** Whether a record reveals its form: one without fields, or only with fields common to all forms, does not. */
export function tellsForm(record: unknown): boolean {
  return ofVersion3(record) !== 0;
}

/** How many more fields of version 3 than of the model it has; negative if it has fewer. */
function ofVersion3(record: unknown): number {
  const names = typeof record === 'object' && record !== null ? Object.keys(record) : [];
  const countOf = (form: WireFormat) => names.filter((name) => knownNames(form).has(name)).length;
  return countOf(fullForm) - countOf(modelForm);
}

/** A record as received, or an object in it. */
export type Received = Readonly<Record<string, unknown>>;

/** The value of a field as the model has it, in its scale; null if it is missing or has the wrong type. */
export function valueOf(record: Received, field: Field, form: WireFormat): string | number | boolean | null {
  const value = received(record, field, form);
  return isOfKind(value, fieldKinds[field]) ? value : null;
}

function isOfKind(value: unknown, kind: FieldKind): value is string | number | boolean {
  if (kind === 'flag') return typeof value === 'boolean';
  return kind === 'text' || kind === 'time' ? typeof value === 'string' : isNumber(value);
}

function received(record: Received, field: Field, { paths, full }: WireFormat): unknown {
  const own = paths[field] ?? [];
  const [[name, member] = ['']] = own;
  const value = record[name];
  if (member !== undefined) {
    if (!isRecord(value)) return undefined;
    if (field === 'location') return placeName(value, own);
    return field === 'cost' ? sumOf(value, own) : value[member];
  }
  const found = own.map(([each]) => record[each]).find((each) => (each ?? null) !== null);
  return fieldKinds[field] === 'fraction' && isNumber(found) ? found / full : found;
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function placeName(place: Received, paths: readonly RecordPath[]): string | undefined {
  for (const path of paths) {
    const text = place[path[1] ?? ''];
    if (typeof text === 'string' && text !== '') return text;
  }
  return undefined;
}

/** What columns have for a place without a name. */
export function coordinates({ latitude, longitude }: Received): string | undefined {
  return typeof latitude === 'number' && typeof longitude === 'number' ? `${latitude}, ${longitude}` : undefined;
}

/** The sum of the amounts that a cost has; if one of them is not a number, that one. */
export function sumOf(cost: Received, paths: readonly RecordPath[]): unknown {
  let sum: number | undefined;
  for (const path of paths) {
    const amount = cost[path[1] ?? ''];
    if (amount === undefined || amount === null) continue;
    if (!isNumber(amount)) return amount;
    // Rounded, because the sum of two decimals may have digits that nobody sent.
    sum = sum === undefined ? amount : Math.round((sum + amount) * 1e6) / 1e6;
  }
  return sum;
}
