import type { WireFormat } from '../../../service/model/record-reading.ts';
import { type Field, allFields, fields, extraFields } from '../../../service/records/columns.ts';
import { fullForm } from '../../../service/wire-formats.ts';
import { modelForm } from '../../../service/records/wire-format.ts';

/** What a cell of a column is in JSON. */
export type CellKind = 'text' | 'number' | 'level' | 'time' | 'flag';

export interface CsvColumn {
  readonly name: string;
  readonly kind: CellKind;
  /** Where a record has it. */
  readonly path: readonly string[];
  /** The records' scale over that of the cells. */
  readonly scale: 1 | 100;
}

/** What stands beside the columns of a record. */
export const besideColumns = {
  /** Of an export of several vehicles, whose record it is: before all others. */
  vehicle: ['vehicleId', 'make', 'model'],
  problems: 'problems',
  unknown: 'notInTheContract',
  /** What the columns don't give back as it came: fields in an object, or, in a list, the record as a whole. */
  asItCame: 'asItCame',
} as const;

const kinds: Readonly<Record<Field, CellKind>> = {
  ...{ chargeStart: 'time', chargeEnd: 'time', location: 'text', energy: 'number', isPublic: 'flag' },
  ...{ startPercentRemaining: 'level', endPercentRemaining: 'level', chargingType: 'text' },
  ...{ id: 'text', cost: 'number', currency: 'text', latitude: 'number', longitude: 'number' },
};

/** Where records of a form have a field; undefined where they have none. */
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

/** Columns by the model's names and in its scales, of records in a form. */
function modelColumns(form: WireFormat): ReadonlyMap<string, CsvColumn> {
  const columns = allFields.flatMap((name): [string, CsvColumn][] => {
    const [kind, path] = [kinds[name], pathOf(name, form)];
    return path ? [[name, { name, kind, path, scale: kind === 'level' ? form.full : 1 }]] : [];
  });
  return new Map(columns);
}

/** Columns by the names that the records themselves have, a dot in front of what is inside: so pandas writes them. */
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

/** Whether a first line can be one of charge records. */
export function hasStart(names: readonly string[]): boolean {
  return names.includes(modelForm.names.chargeStart) || names.includes(fullForm.names.chargeStart);
}

/** Whether a name says something of a record, in any form. */
export function isKnownColumn(name: string): boolean {
  const { vehicle, problems, unknown, asItCame } = besideColumns;
  const beside: readonly string[] = [...vehicle, problems, unknown, asItCame];
  return ofAll.has(name) || ofVersion3.has(name) || beside.includes(name);
}

/** The form of the records of a file, and its columns of known names. */
export function columnsOf(names: readonly string[]): { form: WireFormat; known: ReadonlyMap<string, CsvColumn> } {
  if (!names.includes(modelForm.names.chargeStart)) return { form: fullForm, known: ofVersion3 };
  // Where some columns are of some records only, all records are in the form that has them.
  const isFull = extraFields.some((name) => names.includes(name));
  return isFull ? { form: fullForm, known: ofAll } : { form: modelForm, known: ofModel };
}

export interface ExportColumn extends CsvColumn {
  readonly name: Field;
}

/** The columns that an export has. */
export function exportColumns(isFull: boolean): readonly ExportColumn[] {
  const known = isFull ? ofAll : ofModel;
  return (isFull ? allFields : fields).flatMap((name) => {
    const column = known.get(name);
    return column ? [{ ...column, name }] : [];
  });
}
