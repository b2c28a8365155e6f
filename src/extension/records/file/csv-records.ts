import { elementsOf, isJson } from '../../../common/text/json-text.ts';
import type { WireFormat } from '../../../service/model/record-reading.ts';
import { cellValue } from '../csv/cell-values.ts';
import {
  type CellJson,
  type CsvColumn,
  besideColumns,
  columnsOf,
  isNumeric,
  jsonOfMembers,
  membersOfCells,
  membersOfText,
  unguarded,
} from '../csv/csv-columns.ts';
import { csvTable } from '../csv/csv-table.ts';
import { type FileRecord, fileVehicle } from './json-records.ts';

interface CsvRecords {
  readonly records: readonly FileRecord[];
  /** The wire format of its records. */
  readonly form: WireFormat;
  /** Where a cell with an unclosed quotation mark begins, as a character index from 0; undefined if there is none. */
  readonly openQuote: number | undefined;
}

/**
 * Reads CSV as records: as this extension exports it, or with fields in any order, named in the first line. A column
 * that the contract does not know becomes a field of its own, and so do cells behind the last column. Undefined if the
 * first line does not name the start of a charge.
 */
export function csvRecords(text: string): CsvRecords | undefined {
  const table = csvTable(text);
  if (!table) return undefined;
  const { names, lines, openQuote, separator } = table;
  const { form, known } = columnsOf(names);
  const { vehicle, problems, unknown, asItCame } = besideColumns;
  const isExport = names.includes(asItCame);
  const isOfSeveral = vehicle.every((name) => names.includes(name));
  const beside = new Set<string>([...(isOfSeveral ? vehicle : []), ...(isExport ? [problems, unknown, asItCame] : [])]);
  const columns = names.flatMap((name, place): (CsvColumn & { readonly place: number })[] =>
    beside.has(name) ? [] : [{ ...(known.get(name) ?? { name, kind: 'text', path: [name], scale: 1 }), place }],
  );
  const textOf = (cell = '') => (isExport ? unguarded(cell) : cell);
  const numbers = columns.filter(isNumeric);
  const hasNumber = (written: RegExp) =>
    lines.some((cells) => numbers.some(({ place }) => written.test(cells[place]?.trim() ?? '')));
  // Three digits after a point may be thousands; any others show that it is the decimal sign.
  const hasCommas = separator !== ',' && hasNumber(/\d,\d/) && !hasNumber(/^-?(?:0\.\d+|\d+\.(?!\d{3}$)\d+)$/);
  const jsonOf = (cells: readonly string[], { kind, place }: (typeof columns)[number]): CellJson => {
    const cell = kind === 'text' ? textOf(cells[place]) : (cells[place] ?? '').trim();
    if (cell !== '') return cellValue(kind, cell, hasCommas);
    // Exports record null values explicitly; other files do not.
    return isExport || form.isOptional || place >= cells.length ? undefined : 'null';
  };
  const ofVehicle = isOfSeveral ? vehicle.map((name) => names.indexOf(name)) : [];
  const contents = (isExport ? [unknown, asItCame] : []).map((name) => ({ name, place: names.indexOf(name) }));
  const records = lines.map((cells): FileRecord => {
    const [id, make, model] = ofVehicle.map((place) => textOf(cells[place]));
    const owner = fileVehicle(id, make, model);
    // What the cells of an export can't express: fields in an object, or the whole record in a list.
    const texts = contents.map(({ name, place }) => ({ name, text: textOf(cells[place]) }));
    const filled = texts.filter(({ text }) => text !== '');
    const list = filled.find(({ name, text }) => name === asItCame && isJson(text));
    const [whole] = (list && elementsOf(list.text)) ?? [];
    if (whole !== undefined) return { json: whole, vehicle: owner };
    const members = membersOfCells(
      columns,
      columns.map((column) => jsonOf(cells, column)),
    );
    const more = cells.slice(names.length);
    if (more.some((cell) => cell.trim() !== '')) members.set('extraCells', JSON.stringify(more));
    for (const { name, text } of filled) {
      const fields = membersOfText(text);
      if (!fields) members.set(name, JSON.stringify(text));
      for (const field of fields ?? []) members.set(field.name, field.value);
    }
    return { json: jsonOfMembers(members), vehicle: owner };
  });
  return { records, form, openQuote };
}
