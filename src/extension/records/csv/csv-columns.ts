import type { RecordPath, WireFormat } from '../../../service/model/record-reading.ts';
import { type Field, type FieldKind, allFields, extraFields, fieldKinds } from '../../../service/records/columns.ts';
import { fullForm, modelForm, nameOf } from '../../../service/records/wire-format.ts';

export interface CsvColumn {
  readonly name: string;
  readonly kind: FieldKind;
  /** The field of the model that its cells have; undefined if they have what is at the path. */
  readonly field?: Field;
  readonly path: RecordPath;
  /** The scale of the records divided by that of the cells. */
  readonly scale: number;
}

/** Columns other than the fields of a record. */
export const besideColumns = {
  /** The vehicle of the record, in an export of several vehicles; these columns come first. */
  vehicle: ['vehicleId', 'make', 'model'],
  problems: 'problems',
  unknown: 'notInTheContract',
  /** What the other columns cannot express: fields in an object, or a list that contains the whole record. */
  asItCame: 'asItCame',
} as const;

export interface ExportColumn extends CsvColumn {
  readonly field: Field;
}

/** Columns with the model's names and scales, for records in a wire format. */
function modelColumns({ paths, full }: WireFormat): ReadonlyMap<string, ExportColumn> {
  const columns = allFields.flatMap((field): [string, ExportColumn][] => {
    const [kind, path] = [fieldKinds[field], paths[field]?.[0]];
    return path ? [[field, { name: field, kind, field, path, scale: kind === 'fraction' ? full : 1 }]] : [];
  });
  return new Map(columns);
}

/** Columns with the records' own names, joined by dots for nested values, as pandas writes them. */
function ownColumns({ paths }: WireFormat): ReadonlyMap<string, CsvColumn> {
  const columns = allFields.flatMap((field) =>
    (paths[field] ?? []).map((path) => ({ name: path.join('.'), kind: fieldKinds[field], path, scale: 1 })),
  );
  return new Map(columns.map((column) => [column.name, column]));
}

const ofModel = modelColumns(modelForm);
const ofAll = modelColumns(fullForm);
const ofVersion3 = ownColumns(fullForm);

/** Whether a first line can belong to a file of charge records. */
export function hasStart(names: readonly string[]): boolean {
  return [modelForm, fullForm].some((form) => names.includes(nameOf(form, 'chargeStart')));
}

/** Whether a column name is known in any wire format. */
export function isKnownColumn(name: string): boolean {
  const { vehicle, problems, unknown, asItCame } = besideColumns;
  const beside: readonly string[] = [...vehicle, problems, unknown, asItCame];
  return ofAll.has(name) || ofVersion3.has(name) || beside.includes(name);
}

/** The wire format of a file's records, and its columns with known names. */
export function columnsOf(names: readonly string[]): { form: WireFormat; known: ReadonlyMap<string, CsvColumn> } {
  if (!names.includes(nameOf(modelForm, 'chargeStart'))) return { form: fullForm, known: ofVersion3 };
  // If there are columns that only some records have, all records are read in the format that has them.
  const isFull = extraFields.some((name) => names.includes(name));
  return isFull ? { form: fullForm, known: ofAll } : { form: modelForm, known: ofModel };
}

/** The columns of an export. */
export function exportColumns(isFull: boolean): readonly ExportColumn[] {
  return [...(isFull ? ofAll : ofModel).values()];
}

/** Whether the cells of a column are numbers. */
export function isNumeric({ kind }: CsvColumn): boolean {
  return kind !== 'text' && kind !== 'time' && kind !== 'flag';
}
