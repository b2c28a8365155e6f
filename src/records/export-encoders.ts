import { fields } from '../service/columns.ts';
import { type ExportRow, type RowBits, RowReader, type VehicleOfRow, type WrittenBatch } from './export-rows.ts';

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

/** Columns of a CSV file: whose record it is where there are several vehicles, the fields, and what is to say of them. */
function csvHead(several: boolean): string {
  return `${[...(several ? ['vehicleId', 'make', 'model'] : []), ...fields, 'problems', 'notInTheContract'].join(',')}\r\n`;
}

function csvLine({ values, problems, extra, vehicle }: ExportRow): string {
  const whose = vehicle ? [vehicle.id, vehicle.make, vehicle.model] : [];
  const cells = [...whose, ...fields.map((field) => values[field])].map(csvCell);
  const reasons = problems.map(({ field, reason, received }) => `${field}: ${reason}${received && ` ${received}`}`);
  cells.push(reasons.length === 0 ? '' : csvCell(reasons.join('; ')));
  cells.push(extra === '' ? '' : csvCell(extra));
  return `${cells.join(',')}\r\n`;
}

function jsonText({ values, problems, extra, vehicle }: ExportRow): string {
  const text = JSON.stringify({
    ...(vehicle && { vehicle: whoOf(vehicle) }),
    ...values,
    ...(problems.length > 0 && { problems }),
  });
  // It is JSON already, and as the service sent it: nothing of it is read here.
  return extra === '' ? text : `${text.slice(0, -1)},"notInTheContract":${extra}}`;
}

function whoOf({ id, make, model }: VehicleOfRow): VehicleOfRow {
  return { id, make, model };
}

/**
 * The records as the pieces of a file, one a batch: `csv` (RFC 4180: CRLF, a header, quoted text, formula-safe), `json`
 * (`{"records":[…]}` as the service answers) or `ndjson` (a record a line). What broke the contract is unknown (empty or
 * null), with the reason beside it in `problems`. Fields that the contract doesn't know stand apart from those that it
 * does, as a JSON object in `notInTheContract`. Records of several vehicles say whose they are. In the order of the
 * service.
 *
 * @param chosen the rows to write; undefined for all
 */
export function* encodeRecords(
  batches: readonly WrittenBatch[],
  format: ExportFormat,
  chosen?: RowBits,
): Generator<string, void> {
  const reader = new RowReader();
  let first = true;
  if (format === 'csv') yield csvHead(batches.some(({ source }) => source !== undefined));
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
