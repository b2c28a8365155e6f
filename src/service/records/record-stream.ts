import { setImmediate } from 'node:timers/promises';
import { t } from '../../common/translate.ts';
import { type RecordSlice, RecordSplitter, within } from './record-splitter.ts';
import { ServiceError } from '../model/errors.ts';
import type { RecordReading } from '../model/record-reading.ts';
import type { ChargeRecord } from '../model/vehicles.ts';
import { ColumnWriter } from './column-writer.ts';
import { type ColumnBatch, firstDoubt, reasons } from './columns.ts';
import { badEncoding, checkEnvelope, recordsFailure } from './record-envelope.ts';
import { modelForm } from './wire-format.ts';

/**
 * The largest size of a record, or of everything around the records. Otherwise a body with one endless string would
 * fill the memory.
 */
const maxHeldBytes = 8 << 20;
/**
 * Bytes of a body's records that are kept verbatim, enough for more than a million usual ones. Beyond this, records are
 * marked as not kept.
 */
const mostRawBytes = 1 << 28;

/** Bytes of a batch: some 2,400 records, which take a few milliseconds, and few enough messages to the page. */
const batchBytes = 1 << 19;
/** Records of a batch, if they are small. */
const batchRecords = 4000;
/** Milliseconds after which other work of the process gets its turn, even if no batch is full. */
const longestTurn = 10;

/** Records that arrived together. None is dropped. */
export interface RecordBatch {
  /** Unchanged, as received. */
  readonly values: readonly unknown[];
  readonly columns: ColumnBatch;
}

/**
 * Reads `{"records":[…], …}`, or another form of it, as it arrives. The first batch comes with the first chunk that
 * holds a whole record. Other work of the process can run between batches.
 *
 * A record that breaks the contract stays in its batch, with its problems. Anything that can't be read as the
 * documented shape ends the stream with a ServiceError, after the records before it: `not-json` (HTML, truncated,
 * invalid UTF-8 around the records), `contract` (no list of records, an error next to it, or a record that is not
 * JSON), `too-large` (a part of more than 8 MB), and whatever `body` throws.
 *
 * @param onOtherFields called after the last batch with the names of the fields next to the records, all unknown to the
 *   contract
 */
export async function* readRecords(
  body: AsyncIterable<Uint8Array>,
  onOtherFields: (names: readonly string[]) => void = () => undefined,
  { form, judge, range }: RecordReading = { form: modelForm },
): AsyncGenerator<RecordBatch, void> {
  const splitter = new RecordSplitter(form.lists);
  const writer = new ColumnWriter(form);
  const inRange = range && within(form, range);
  let rows = 0;
  let rawBytes = 0;
  let values: unknown[] = [];
  let raw: Uint8Array[] = [];
  let bytes = 0;
  let turn = performance.now();

  async function* batch(): AsyncGenerator<RecordBatch, void> {
    rawBytes += bytes;
    const columns = { ...writer.write(values, rows), raw: rawBytes <= mostRawBytes ? raw : undefined };
    const written = { values, columns };
    rows += values.length;
    [values, raw, bytes] = [[], [], 0];
    yield written;
    await pause();
  }

  async function pause(): Promise<void> {
    await setImmediate();
    turn = performance.now();
  }

  async function* batches(slices: Iterable<RecordSlice>): AsyncGenerator<RecordBatch, void> {
    for (const whole of slices) {
      const slice = inRange ? inRange(whole) : whole;
      values = values.concat(slice.values);
      raw.push(...slice.raw);
      for (const { length } of slice.raw) bytes += length;
      const isFull = rows === 0 || bytes >= batchBytes || values.length >= batchRecords;
      if (values.length > 0 && (isFull || slice.broken)) yield* batch();
      else if (performance.now() - turn > longestTurn) await pause();
      if (slice.broken) throw recordsFailure('contract', brokenText(slice.broken, rows + 1), rows);
    }
  }

  let lost: ServiceError | undefined;
  const untilLost = async function* (): AsyncGenerator<Uint8Array, void> {
    try {
      yield* body;
    } catch (error) {
      const lostText = t('The connection was lost while the response was being read.');
      lost = error instanceof ServiceError ? error : recordsFailure('network', lostText, rows, error);
    }
  };

  for await (const chunk of untilLost()) {
    yield* batches(splitter.push(chunk));
    if (splitter.heldBytes > maxHeldBytes) {
      throw recordsFailure('too-large', t('One part of the response is larger than 8 MB.'), rows);
    }
  }
  yield* batches(splitter.end());
  if (values.length > 0) yield* batch();
  if (lost) throw lost;
  if (splitter.open) throw recordsFailure('not-json', t('The response is incomplete.'), rows);
  onOtherFields(checkEnvelope(splitter.envelope(), rows, judge));
}

function brokenText(bytes: Uint8Array, number: number): string {
  return badEncoding(bytes) === 'not-utf-8'
    ? t('Record {0} of the response is not UTF-8 text.', number)
    : t('Record {0} of the response is not JSON.', number);
}

/** {@link readRecords}, but returns columns for the viewer. */
export async function* readColumns(
  body: AsyncIterable<Uint8Array>,
  onOtherFields?: (names: readonly string[]) => void,
  reading?: RecordReading,
): AsyncGenerator<ColumnBatch, void> {
  for await (const { columns } of readRecords(body, onOtherFields, reading)) yield columns;
}

/** An impossible time is still a valid timestamp. */
const farOff = reasons.indexOf('far-off');

/** The records of a batch that conform to the contract; a merely doubtful value does not exclude a record. */
export function contractRecords({ values, columns }: RecordBatch): ChargeRecord[] {
  const { problems, firstRow } = columns;
  const broken = new Set(
    problems.rows.filter((_, at) => {
      const reason = problems.reasons[at] ?? 0;
      return reason < firstDoubt && reason !== farOff;
    }),
  );
  return values.filter((_, index) => !broken.has(firstRow + index)) as ChargeRecord[];
}
