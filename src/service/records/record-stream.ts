import { setImmediate } from 'node:timers/promises';
import { t } from '../../common/translate.ts';
import { within } from './record-range.ts';
import { ServiceError } from '../model/errors.ts';
import type { RecordReading } from '../model/record-reading.ts';
import type { ChargeRecord } from '../model/vehicles.ts';
import { badEncoding } from './bad-encoding.ts';
import { ColumnWriter } from './column-writer.ts';
import { type ColumnBatch, firstDoubt, reasons } from './columns.ts';
import { checkEnvelope } from './record-envelope.ts';
import { recordsFailure } from './record-failure.ts';
import { modelForm } from './wire-format.ts';
import { type RecordSlice, RecordSplitter } from './record-splitter.ts';

/** A record, or all that surrounds them, may be so large. A body of one endless text would fill the memory otherwise. */
const maxHeldBytes = 8 << 20;
/** Bytes of a body's records that are kept to the letter: of more than a million usual ones. Of further ones it is said that they are not. */
const mostRawBytes = 1 << 28;

/** Bytes of a batch: some 2,400 records, which take some milliseconds, and so few messages to the page that they don't count. */
const batchBytes = 1 << 19;
/** Records of a batch, where they are small. */
const batchRecords = 4000;

/** Records that came together. None is dropped. */
export interface RecordBatch {
  /** As they came. */
  readonly values: readonly unknown[];
  readonly columns: ColumnBatch;
}

/**
 * Reads `{"records":[…], …}`, or another form of it, as it arrives. The first batch comes with the first chunk that holds a whole record. Between
 * batches other work of the process gets its turn.
 *
 * A record that breaks the contract is in its batch, with its problems. What can't be read as the documented shape ends
 * the stream with a ServiceError, after the records in front of it: `not-json` (HTML, truncated, invalid UTF-8 around
 * the records), `contract` (no list of records, an error beside it, or a record that is no JSON), `too-large` (a part of
 * more than 8 MB), and whatever `body` throws.
 *
 * @param onBeside told after the last batch which fields stand beside the records, of which the contract knows none
 */
export async function* readRecords(
  body: AsyncIterable<Uint8Array>,
  onBeside: (names: readonly string[]) => void = () => undefined,
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

  async function* batch(): AsyncGenerator<RecordBatch, void> {
    rawBytes += bytes;
    const columns = { ...writer.write(values, rows), raw: rawBytes <= mostRawBytes ? raw : undefined };
    const written = { values, columns };
    rows += values.length;
    [values, raw, bytes] = [[], [], 0];
    yield written;
    await setImmediate();
  }

  async function* batches(slices: Iterable<RecordSlice>): AsyncGenerator<RecordBatch, void> {
    for (const whole of slices) {
      const slice = inRange ? inRange(whole) : whole;
      values = values.concat(slice.values);
      raw.push(...slice.raw);
      for (const { length } of slice.raw) bytes += length;
      const isFull = rows === 0 || bytes >= batchBytes || values.length >= batchRecords;
      if (values.length > 0 && (isFull || slice.broken)) yield* batch();
      if (slice.broken) throw recordsFailure('contract', brokenText(slice.broken, rows + 1), rows);
    }
  }

  let lost: ServiceError | undefined;
  const untilLost = async function* (): AsyncGenerator<Uint8Array, void> {
    try {
      yield* body;
    } catch (error) {
      const told = error instanceof ServiceError;
      lost = told
        ? error
        : recordsFailure('network', t('The connection was lost while the response was being read.'), rows, error);
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
  onBeside(checkEnvelope(splitter.envelope(), rows, judge));
}

function brokenText(bytes: Uint8Array, number: number): string {
  return badEncoding(bytes) === 'not-utf-8'
    ? t('Record {0} of the response is not UTF-8 text.', number)
    : t('Record {0} of the response is not JSON.', number);
}

/** {@link readRecords}, as columns for the viewer. */
export async function* readColumns(
  body: AsyncIterable<Uint8Array>,
  onBeside?: (names: readonly string[]) => void,
  reading?: RecordReading,
): AsyncGenerator<ColumnBatch, void> {
  for await (const { columns } of readRecords(body, onBeside, reading)) yield columns;
}

/** A time that can't be meant is a timestamp all the same. */
const farOff = reasons.indexOf('far-off');

/** The records of a batch that keep to the contract; a value in doubt doesn't keep a record out. */
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
