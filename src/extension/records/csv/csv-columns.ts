import { isJson, type Member, membersOf } from '../../../common/text/json-text.ts';
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

/** A cell's value as JSON, with its digits unchanged; undefined: there is no value. */
export type CellJson = string | undefined;

/** The members of a record, each with its value as JSON. */
export type RecordMembers = Map<string, string>;

/** @param values one for each column */
export function membersOfCells(columns: readonly CsvColumn[], values: readonly CellJson[]): RecordMembers {
  const members: RecordMembers = new Map();
  // Created only if needed: an export calls this for each record.
  let inside: Map<string, RecordMembers> | undefined;
  for (let at = 0; at < columns.length; at += 1) {
    const [column, value] = [columns[at], values[at]];
    if (column === undefined || value === undefined) continue;
    const { path, scale } = column;
    const [name, inner] = path;
    if (inner === undefined) {
      members.set(name, scaled(value, scale));
      continue;
    }
    inside ??= new Map();
    const part = inside.get(name) ?? new Map<string, string>();
    inside.set(name, part.set(inner, scaled(value, scale)));
    members.set(name, '');
  }
  for (const [name, part] of inside ?? []) members.set(name, jsonOfMembers(part));
  return members;
}

function scaled(json: string, scale: number): string {
  if (scale === 1 || !/^-?\d/.test(json)) return json;
  // Rounded, because multiplying decimals yields digits that nobody wrote.
  const number = Number((Number(json) * scale).toPrecision(15));
  return Number.isFinite(number) ? String(number) : json;
}

export function jsonOfMembers(members: ReadonlyMap<string, string>): string {
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

/** The members of a text that is a JSON object; undefined if it is not. */
export function membersOfText(text: string): readonly Member[] | undefined {
  return isJson(text) ? membersOf(text) : undefined;
}

/**
 * What makes a cell a formula, even if the spreadsheet's list separator is not a comma: such a spreadsheet ignores
 * quotation marks that do not enclose a whole cell. Apostrophes in front are included, so that each text has a guarded
 * form of its own.
 */
const formulaSign = /(?<=(?:^|[;\t\r\n])"*)(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Some spreadsheets also look for a formula after these. */
const formulaSpace = /^(?='*[\t\r\n])/;

const guardOfSign = /(?<=(?:^|[;\t\r\n])"*)'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const guardOfSpace = /^'(?='*[\t\r\n])/;

/**
 * Makes a text from elsewhere safe to open in a spreadsheet: puts an apostrophe before whatever could be a formula, at
 * the start of the text and after each `;`, tab and line break, skipping any quotation marks there.
 */
export function guarded(text: string): string {
  return text.replace(formulaSign, "'").replace(formulaSpace, "'");
}

/** The original of a guarded text. */
export function unguarded(text: string): string {
  return text.replace(guardOfSpace, '').replace(guardOfSign, '');
}
