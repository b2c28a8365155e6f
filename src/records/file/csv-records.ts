import papaparse from 'papaparse';
import type { RecordForm } from '../../service/model/record-reading.ts';
import { furtherFields } from '../../service/records/columns.ts';
import { fullForm } from '../../service/record-forms.ts';
import { modelForm } from '../../service/records/record-form.ts';
import { type FileRecord, fileVehicle } from './file-records.ts';

/** What a cell is in JSON, by its column. All others are texts. */
const numbers: ReadonlySet<string> = new Set([
  ...['energy', 'startPercentRemaining', 'endPercentRemaining'],
  ...['cost', 'latitude', 'longitude'],
]);
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** An export puts an apostrophe in front of what a spreadsheet would take for a formula. */
const guarded = /^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/;

/** The columns that an export of several vehicles has before all others. */
const ofVehicle = ['vehicleId', 'make', 'model'];

export interface CsvRecords {
  readonly records: readonly FileRecord[];
  /** That of its records. */
  readonly form: RecordForm;
  /** Where a cell begins whose quotation marks do not end, as a character from 0; absent where none does. */
  readonly openQuote?: number;
}

/**
 * CSV as this extension exports it, as records: fields by the names of the first line, in any order, separated
 * by commas, semicolons or tabs. What the contract doesn't know becomes a field of its own. Undefined where the first line
 * names no field of a record. Where it names fields that only some records have, all are written in the form that has them.
 */
export function csvRecords(text: string): CsvRecords | undefined {
  const { data, errors, meta } = papaparse.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
  });
  if (!meta.fields?.includes('chargeStart')) return undefined;
  const form = furtherFields.some((name) => meta.fields?.includes(name)) ? fullForm : modelForm;
  const isOfSeveral = ofVehicle.every((name) => meta.fields?.includes(name));
  const records = data.map((line) => {
    const { vehicleId, make, model, ...cells } = line;
    const record = recordOf(isOfSeveral ? cells : line);
    return {
      json: JSON.stringify(form.further ? inForm(record, form) : record),
      vehicle: isOfSeveral ? fileVehicle(unguarded(vehicleId), unguarded(make), unguarded(model)) : undefined,
    };
  });
  const quotes = errors.find(({ type }) => type === 'Quotes');
  return { records, form, ...(quotes && { openQuote: quotes.index ?? 0 }) };
}

function recordOf({ problems: _, notInTheContract = '', __parsed_extra: extra, ...cells }: Record<string, unknown>) {
  const known = Object.entries(cells as Record<string, string>).map(([name, cell]) => [name, valueOf(name, cell)]);
  return {
    ...(Object.fromEntries(known) as object),
    ...unknownFields(String(notInTheContract)),
    ...(extra === undefined ? {} : { furtherCells: extra }),
  };
}

/** A record of a line by the names, and in the scales, of a form that has all fields; without what has no value. */
function inForm(line: Readonly<Record<string, unknown>>, { names, full, place = [], further }: RecordForm): object {
  const { cost, currency, latitude, longitude, ...rest } = line;
  const inScale = (level: unknown) => (typeof level === 'number' ? Math.round(level * full * 1e6) / 1e6 : level);
  const members = Object.entries({
    ...rest,
    startPercentRemaining: inScale(rest.startPercentRemaining),
    endPercentRemaining: inScale(rest.endPercentRemaining),
    location: objectOf([place[0], rest.location], [further?.latitude, latitude], [further?.longitude, longitude]),
  }).map(([name, value]) => [Object.hasOwn(names, name) ? names[name as keyof typeof names] : name, value] as const);
  return {
    ...objectOf(...members),
    ...objectOf([further?.cost, objectOf([further?.amounts[0], cost], [further?.currency, currency])]),
  };
}

/** Undefined where nothing has a value. */
function objectOf(...members: readonly (readonly [name: string | undefined, value: unknown])[]): object | undefined {
  const known = members.filter(([, value]) => value !== undefined && value !== null);
  return known.length > 0 ? (Object.fromEntries(known) as object) : undefined;
}

function valueOf(name: string, cell: string): unknown {
  if (cell === '') return null;
  if (name === 'isPublic' && /^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === 'true';
  if (numbers.has(name) && number.test(cell)) return Number(cell);
  return unguarded(cell);
}

function unguarded(cell = ''): string {
  return cell.replace(guarded, '');
}

function unknownFields(text: string): object {
  try {
    const value = JSON.parse(text || '{}') as unknown;
    return typeof value === 'object' && value !== null ? value : { notInTheContract: text };
  } catch {
    return { notInTheContract: text };
  }
}
