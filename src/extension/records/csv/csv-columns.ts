import type { WireFormat } from '../../../service/model/record-reading.ts';
import { type Field, allFields, fields, extraFields } from '../../../service/records/columns.ts';
import { fullForm } from '../../../service/wire-formats.ts';
import { modelForm } from '../../../service/records/wire-format.ts';

/** The type of a column's values. */
export type CellKind = 'text' | 'number' | 'level' | 'time' | 'flag';

export interface CsvColumn {
  readonly name: string;
  readonly kind: CellKind;
  /** Path of the value in a record. */
  readonly path: readonly string[];
  /** The scale of the records divided by that of the cells. */
  readonly scale: 1 | 100;
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

const kinds: Readonly<Record<Field, CellKind>> = {
  ...{ chargeStart: 'time', chargeEnd: 'time', location: 'text', energy: 'number', isPublic: 'flag' },
  ...{ startPercentRemaining: 'level', endPercentRemaining: 'level', chargingType: 'text' },
  ...{ id: 'text', cost: 'number', currency: 'text', latitude: 'number', longitude: 'number' },
};

/** The path of a field in records of a wire format; undefined if they do not have it. */
function pathOf(field: Field, { names, place, extra: further }: WireFormat): readonly string[] | undefined {
  switch (field) {
    case 'id':
      return further && [further.id];
    case 'cost':
      return further && [further.cost, further.amounts[0] ?? ''];
    case 'currency':
      return further && [further.cost, further.currency];
    case 'latitude':
    case 'longitude':
      return further && [names.location, further[field]];
    case 'location':
      return place ? [names.location, place[0] ?? ''] : [names.location];
    default:
      return [names[field]];
  }
}

/** Columns with the model's names and scales, for records in a wire format. */
function modelColumns(form: WireFormat): ReadonlyMap<string, CsvColumn> {
  const columns = allFields.flatMap((name): [string, CsvColumn][] => {
    const [kind, path] = [kinds[name], pathOf(name, form)];
    return path ? [[name, { name, kind, path, scale: kind === 'level' ? form.full : 1 }]] : [];
  });
  return new Map(columns);
}

/** Columns with the records' own names, joined by dots for nested values, as pandas writes them. */
function ownColumns(form: WireFormat): ReadonlyMap<string, CsvColumn> {
  const { names, otherChargingType = '', place = [], extra: further } = form;
  const text = [[otherChargingType], ...place.map((name) => [names.location, name])];
  const amounts = further?.amounts.map((name) => [further.cost, name]) ?? [];
  const columns = [
    ...[...modelColumns(form).values()].map(({ kind, path }) => ({ kind, path })),
    ...[...text.map((path) => ({ kind: 'text' as const, path }))],
    ...[...amounts.map((path) => ({ kind: 'number' as const, path }))],
  ];
  return new Map(
    columns.map((column) => [column.path.join('.'), { ...column, name: column.path.join('.'), scale: 1 }]),
  );
}

const ofModel = modelColumns(modelForm);
const ofAll = modelColumns(fullForm);
const ofVersion3 = ownColumns(fullForm);

/** Whether a first line can belong to a file of charge records. */
export function hasStart(names: readonly string[]): boolean {
  return names.includes(modelForm.names.chargeStart) || names.includes(fullForm.names.chargeStart);
}

/** Whether a column name is known in any wire format. */
export function isKnownColumn(name: string): boolean {
  const { vehicle, problems, unknown, asItCame } = besideColumns;
  const beside: readonly string[] = [...vehicle, problems, unknown, asItCame];
  return ofAll.has(name) || ofVersion3.has(name) || beside.includes(name);
}

/** The wire format of a file's records, and its columns with known names. */
export function columnsOf(names: readonly string[]): { form: WireFormat; known: ReadonlyMap<string, CsvColumn> } {
  if (!names.includes(modelForm.names.chargeStart)) return { form: fullForm, known: ofVersion3 };
  // If there are columns that only some records have, all records are read in the format that has them.
  const isFull = extraFields.some((name) => names.includes(name));
  return isFull ? { form: fullForm, known: ofAll } : { form: modelForm, known: ofModel };
}

export interface ExportColumn extends CsvColumn {
  readonly name: Field;
}

/** The columns of an export. */
export function exportColumns(isFull: boolean): readonly ExportColumn[] {
  const known = isFull ? ofAll : ofModel;
  return (isFull ? allFields : fields).flatMap((name) => {
    const column = known.get(name);
    return column ? [{ ...column, name }] : [];
  });
}
