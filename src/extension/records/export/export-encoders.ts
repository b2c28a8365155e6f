import { exportColumns } from '../csv/csv-columns.ts';
import type { ExportFormat } from '../../../viewer/messages/export-format.ts';
import { csvHead, csvLine } from './export-csv.ts';
import {
  type VehicleOfRow,
  type LoadedBatch,
  type RecordRow,
  type RowBits,
  RowReader,
} from '../../../service/records/record-rows.ts';
import { compactJson } from '../../../common/text/json-text.ts';
import { recordJson } from './record-text.ts';

function jsonText(row: RecordRow): string {
  const record = recordJson(row);
  return row.vehicle ? `{"vehicle":${JSON.stringify(whoOf(row.vehicle))},"record":${record}}` : record;
}

/** In JSON, line breaks occur only between tokens: those in strings are escaped. */
function lineOf(text: string): string {
  return /[\r\n]/.test(text) ? compactJson(text) : text;
}

function whoOf({ id, make, model }: VehicleOfRow): VehicleOfRow {
  return { id, make, model };
}

/**
 * Yields the records as pieces of a file, one for each batch: CSV (see `export-csv.ts`), `json` (`{"records":[…]}`, as
 * the service responds) or `ndjson` (one record per line). JSON contains each record exactly as received, even an
 * invalid one. If the original is not kept, it contains what is known, with a note that says so. Records
 * of several vehicles name their vehicle: `{"vehicle":{…},"record":…}`. The order is that of the service.
 *
 * @param chosen the rows to write; undefined for all
 */
export function* encodeRecords(
  batches: readonly LoadedBatch[],
  format: ExportFormat,
  chosen?: RowBits,
): Generator<string, void> {
  const reader = new RowReader();
  let first = true;
  const isCsv = format === 'csv' || format === 'csvWithoutMark';
  const mark = format === 'csv' ? '\ufeff' : '';
  const columns = exportColumns(batches.some(({ batch }) => batch.extra));
  const several = batches.some(({ source }) => source !== undefined);
  if (isCsv) yield mark + csvHead(columns, several);
  if (format === 'json') yield '{"records":[';
  for (const batch of batches) {
    const rows = reader.read(batch, chosen);
    if (rows.length === 0) continue;
    if (isCsv) yield rows.map((row) => csvLine(row, columns)).join('');
    else if (format === 'ndjson') yield rows.map((row) => `${lineOf(jsonText(row))}\n`).join('');
    else yield (first ? '\n' : ',\n') + rows.map(jsonText).join(',\n');
    first = false;
  }
  if (format === 'json') yield '\n]}\n';
}
