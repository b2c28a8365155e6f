import { savedName } from '../../../common/text/saved-name.ts';
import { numberText } from '../../../common/text/number-text.ts';
import { t } from '../../../common/translate.ts';
import { modelName } from '../../../common/vehicle-names.ts';
import { encodeRecords } from './export-encoders.ts';
import type { LoadedBatch } from '../../../service/records/record-rows.ts';
import type { ExportFormat } from '../../../viewer/messages/export-format.ts';
import type { ChargeRecordsTarget } from '../../../viewer/messages/target.ts';
import type { RecordLoad } from '../load/record-load.ts';
import type { SaveChoice, SaveRequest } from './save-file.ts';

/** What a file of records is made from. */
export interface RecordsExport {
  readonly target: ChargeRecordsTarget;
  readonly format: ExportFormat;
  readonly batches: readonly LoadedBatch[];
  /** Base64 of the rows that pass the viewer's filters: bit `row % 8` of byte `row >> 3`. Absent without filters. */
  readonly rows?: string | undefined;
  /** False if there may be more records than these. */
  readonly complete: boolean;
  /** BCP 47, for formatting numbers. */
  readonly language: string;
}

/** Files of records end in `.charges.` and the format, so that they open in the viewer. */
function fileName(
  { vehicle, others, startDate, endDate }: ChargeRecordsTarget,
  what: string | undefined,
  extension: string,
): string {
  const more = others?.length ? `and-${others.length}-more` : undefined;
  const parts = [modelName(vehicle), more, what, startDate, endDate].filter((part) => part !== undefined);
  return savedName(parts.join('-').toLowerCase(), extension);
}

/** The records to save, with a choice if there are filters: the filtered records come first. */
export function recordsRequest(wanted: RecordsExport): SaveRequest {
  const { target, format, batches: soFar, rows, complete, language } = wanted;
  // A copy, so that records that arrive later are not added to what the user chose.
  const batches = [...soFar];
  const count = batches.reduce((sum, { batch }) => sum + batch.rows, 0);
  const shown = (value: number) => numberText(value, language);
  const choice = (label: string, chosen?: Uint8Array): SaveChoice => ({
    label,
    pieces: batches.length,
    make: () => encodeRecords(batches, format, chosen),
  });
  const all = choice(
    complete
      ? t(count === 1 ? 'The only record' : 'All {0} records', shown(count))
      : t(count === 1 ? 'The one record loaded so far' : 'The {0} records loaded so far', shown(count)),
  );
  const name = fileName(target, undefined, `charges.${format === 'csvWithoutMark' ? 'csv' : format}`);
  const mustAsk = !complete;
  if (rows === undefined) return { fileName: name, choices: [all], mustAsk };
  const bits = Buffer.from(rows, 'base64');
  const filtered = bits.reduce((sum, byte) => sum + bitCount(byte), 0);
  const ofFilters = choice(
    complete
      ? t(filtered === 1 ? 'The one filtered record' : 'The {0} filtered records', shown(filtered))
      : t(
          filtered === 1 ? 'The one filtered record loaded so far' : 'The {0} filtered records loaded so far',
          shown(filtered),
        ),
    bits,
  );
  return { fileName: name, choices: [ofFilters, all], mustAsk };
}

/** Why a load has nothing to save; `load` is undefined if none has started. */
export function nothingToSave(load: Pick<RecordLoad, 'running' | 'complete'> | undefined): string {
  if (!load || load.running) return t('No charge records loaded yet.');
  if (load.complete) return t('No charge records to export in this date range.');
  return t('No charge records to export: loading failed or was canceled.');
}

function bitCount(byte: number): number {
  let count = 0;
  for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

/** The image of a chart to save. */
export function imageRequest(target: ChargeRecordsTarget, chart: string, png: string): SaveRequest {
  const bytes = Buffer.from(png, 'base64');
  return { fileName: fileName(target, chart, 'png'), choices: [{ label: chart, pieces: 1, make: () => [bytes] }] };
}
