import type { FieldMapping } from '../field-mapping/field-mapping.ts';
import { fieldMappings } from '../field-mapping/field-mappings.ts';
import type { RecordPath, WireFormat } from '../model/record-reading.ts';
import { type Field, allFields, fields } from './columns.ts';

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
