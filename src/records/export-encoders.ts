import { type ColumnBatch, fields } from '../service/columns.ts';
import { type ExportRow, type RowBits, RowReader } from './export-rows.ts';

export const exportFormats = ['csv', 'json', 'ndjson'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Text that a spreadsheet would take for a formula begins with one of these. */
const formulaStart = /^[=+\-@\t\r]/;

/** A text that comes from elsewhere, safe to open in a spreadsheet: what could be a formula begins with an apostrophe. */
function safeText(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text;
}

/** One cell after RFC 4180: always quoted if it is text. Numbers and times stay as they are; unknown is empty. */
function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  return typeof value === 'string' ? `"${safeText(value).replaceAll('"', '""')}"` : String(value);
}

function csvLine({ values, problems }: ExportRow): string {
  const cells = fields.map((field) => csvCell(values[field]));
  const reasons = problems.map(({ field, reason, received }) => `${field}: ${reason}${received && ` ${received}`}`);
  cells.push(reasons.length === 0 ? '' : csvCell(reasons.join('; ')));
  return `${cells.join(',')}\r\n`;
}

function jsonText({ values, problems }: ExportRow): string {
  return JSON.stringify(problems.length === 0 ? values : { ...values, problems });
}

/**
 * The records as the pieces of a file, one a batch: `csv` (RFC 4180: CRLF, a header, quoted text, formula-safe), `json`
 * (`{"records":[…]}` as the service answers) or `ndjson` (a record a line). What broke the contract is unknown (empty or
 * null), with the reason beside it in `problems`. In the order of the service.
 *
 * @param chosen the rows to write; undefined for all
 */
export function* encodeRecords(
  batches: Iterable<ColumnBatch>,
  format: ExportFormat,
  chosen?: RowBits,
): Generator<string, void> {
  const reader = new RowReader();
  let first = true;
  if (format === 'csv') yield `${[...fields, 'problems'].join(',')}\r\n`;
  if (format === 'json') yield '{"records":[';
  for (const batch of batches) {
    const rows = reader.read(batch, chosen);
    if (rows.length === 0) continue;
    if (format === 'csv') yield rows.map(csvLine).join('');
    else if (format === 'ndjson') yield rows.map((row) => `${jsonText(row)}\n`).join('');
    else yield (first ? '\n' : ',\n') + rows.map(jsonText).join(',\n');
    first = false;
  }
  if (format === 'json') yield '\n]}\n';
}
