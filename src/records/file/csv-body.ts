import papaparse from 'papaparse';

/** What a cell is in JSON, by its column. All others are texts. */
const numbers: ReadonlySet<string> = new Set(['energy', 'startPercentRemaining', 'endPercentRemaining']);
const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** An export puts an apostrophe in front of what a spreadsheet would take for a formula. */
const guarded = /^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/;

export interface CsvBody {
  readonly json: string;
  /** Where a cell begins whose quotation marks do not end, as a character from 0; absent where none does. */
  readonly openQuote?: number;
}

/**
 * CSV as this extension exports it, as a list of records: fields by the names of the first line, in any order, separated
 * by commas, semicolons or tabs. What the contract doesn't know becomes a field of its own. Undefined where the first line
 * names no field of a record.
 */
export function csvBody(text: string): CsvBody | undefined {
  const { data, errors, meta } = papaparse.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
  });
  if (!meta.fields?.includes('chargeStart')) return undefined;
  const records = data.map(recordOf).map((record) => JSON.stringify(record));
  const quotes = errors.find(({ type }) => type === 'Quotes');
  return {
    json: `{"records":[${records.join(',\n')}]}`,
    ...(quotes && { openQuote: quotes.index ?? 0 }),
  };
}

function recordOf({ problems: _, notInTheContract = '', __parsed_extra: extra, ...cells }: Record<string, unknown>) {
  const known = Object.entries(cells as Record<string, string>).map(([name, cell]) => [name, valueOf(name, cell)]);
  return {
    ...(Object.fromEntries(known) as object),
    ...unknownFields(String(notInTheContract)),
    ...(extra === undefined ? {} : { furtherCells: extra }),
  };
}

function valueOf(name: string, cell: string): unknown {
  if (cell === '') return null;
  if (name === 'isPublic' && /^(?:true|false)$/i.test(cell)) return cell.toLowerCase() === 'true';
  if (numbers.has(name) && number.test(cell)) return Number(cell);
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
