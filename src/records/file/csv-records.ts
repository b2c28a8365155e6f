import { t } from '../../common/translate.ts';
import { elementsOf } from '../../common/text/json-text.ts';
import type { RecordForm } from '../../service/model/record-reading.ts';
import { columnReaders } from '../csv/cell-values.ts';
import { type CsvColumn, besideColumns, columnsOf } from '../csv/csv-columns.ts';
import {
  type CellJson,
  type RecordMembers,
  isJson,
  jsonOfMembers,
  membersOfCells,
  membersOfText,
} from '../csv/csv-record.ts';
import { csvTable } from '../csv/csv-table.ts';
import { unguarded } from '../csv/formula-guard.ts';
import { type FileRecord, fileVehicle } from './file-records.ts';

export interface CsvRecords {
  readonly records: readonly FileRecord[];
  /** That of its records. */
  readonly form: RecordForm;
  /** What was understood, and what was not read. */
  readonly notes: readonly string[];
  /** Where a cell begins whose quotation marks do not end, as a character from 0; absent where none does. */
  readonly openQuote?: number | undefined;
}

/**
 * CSV as records: as this extension exports it, or as other programs write it, with fields by the names of the first line
 * in any order. What the contract doesn't know becomes a field of its own. Undefined where no line names the start of a
 * charge.
 */
export function csvRecords(text: string): CsvRecords | undefined {
  const table = csvTable(text);
  if (!table) return undefined;
  const { names, lines, openQuote } = table;
  const { form, known } = columnsOf(names);
  const [id, make, model, problems, unknown, whole] = [
    ...besideColumns.vehicle,
    ...[besideColumns.problems, besideColumns.unknown, besideColumns.asItCame],
  ].map((name) => names.indexOf(name)) as [number, number, number, number, number, number];
  const isWhole = whole >= 0;
  const isExport = isWhole || (problems >= 0 && unknown >= 0);
  const isOfSeveral = [id, make, model].every((at) => at >= 0);
  const beside = new Set([...(isOfSeveral ? [id, make, model] : []), ...(isExport ? [problems] : []), unknown, whole]);
  const own = names.flatMap((name, at) => (beside.has(at) ? [] : [at]));
  const columns = own.map((at): CsvColumn => {
    const name = names[at] ?? '';
    return known.get(name) ?? { name, kind: 'text', path: [name], scale: 1 };
  });
  const textOf = (cell = '') => (isExport ? unguarded(cell) : cell);
  const cellOf = (cells: readonly string[], column: number) => {
    const cell = cells[own[column] ?? -1];
    return columns[column]?.kind === 'text' ? textOf(cell) : (cell ?? '').trim();
  };
  const { readers, notes } = columnReaders(columns, (column) =>
    lines.map(({ cells }) => cellOf(cells, column)).filter((cell) => cell !== ''),
  );
  const valueOf = (cells: readonly string[], column: number): CellJson => {
    const cell = cellOf(cells, column);
    if (cell !== '') return readers[column]?.(cell);
    // An export says what came as null; other files don't.
    return isWhole || form.isOptional || (own[column] ?? 0) >= cells.length ? undefined : 'null';
  };
  const records = lines.map(({ cells }) => {
    const members = membersOfCells(
      columns,
      columns.map((_, column) => valueOf(cells, column)),
    );
    addUnknown(members, textOf(cells[unknown]));
    const more = cells.slice(names.length);
    if (more.some((cell) => cell.trim() !== '')) members.set('furtherCells', JSON.stringify(more));
    return {
      json: asItCame(members, textOf(cells[whole])),
      vehicle: isOfSeveral ? fileVehicle(textOf(cells[id]), textOf(cells[make]), textOf(cells[model])) : undefined,
    };
  });
  const hasProblems = isExport && !isWhole && lines.some(({ cells }) => (cells[problems] ?? '') !== '');
  const notRead = hasProblems ? [t('Not read: the column {0}.', besideColumns.problems)] : [];
  return { records, form, notes: [...table.notes, ...notes, ...notRead], openQuote };
}

function addUnknown(members: RecordMembers, text: string): void {
  if (text === '') return;
  const unknown = membersOfText(text);
  if (!unknown) members.set(besideColumns.unknown, JSON.stringify(text));
  for (const { name, value } of unknown ?? []) members.set(name, value);
}

/** The record to the letter, as far as it is known to differ from what its cells say. */
function asItCame(members: RecordMembers, text: string): string {
  const [whole] = isJson(text) ? (elementsOf(text) ?? []) : [];
  if (whole !== undefined) return whole;
  const came = text === '' ? [] : membersOfText(text);
  if (!came) members.set(besideColumns.asItCame, JSON.stringify(text));
  for (const { name, value } of came ?? []) members.set(name, value);
  return jsonOfMembers(members);
}
