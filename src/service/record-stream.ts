import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { t } from '../common/translate.ts';
import { ColumnWriter, type ScannedBatch } from './column-writer.ts';
import type { ColumnBatch } from './columns.ts';
import { ServiceError, type ErrorKind } from './errors.ts';
import { type ParsedBatch, RecordBatches } from './record-batches.ts';
import { type RecordBatch, checkInSteps } from './record-check.ts';
import { RawKeeper } from './raw-keeper.ts';
import { RecordScanner } from './record-scanner.ts';
import type { RecordSplitter } from './record-splitter.ts';
import type { ScannedColumns } from './scanned-rows.ts';

/** A record, or all that surrounds them, may be so large. A body of one endless text would fill the memory otherwise. */
const maxHeldBytes = 8 << 20;

/** Work goes on without a break for about so long, in milliseconds. */
const longestTurn = 5;

/** What must remain once the records are cut out. */
const envelope = z.looseObject({ records: z.array(z.unknown()) });

/** A byte order mark is kept, and so refused, as JSON.parse refuses it. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const shapeStep = () => t('Look at the answer in the request list: it does not keep to the documented shape.');
const retryStep = () => t('Try again; if it stays so, check what stands between this machine and the service.');

/** Judges records, and lets other work of the process have its turn where that takes long, and at the end. */
async function checkInTurns(values: readonly unknown[], firstRow: number): Promise<RecordBatch> {
  const check = checkInSteps(values, firstRow);
  let turn = performance.now();
  for (;;) {
    const step = check.next();
    if (!step.done && performance.now() - turn < longestTurn) continue;
    await setImmediate();
    if (step.done) return step.value;
    turn = performance.now();
  }
}

function failure(kind: ErrorKind, what: string, rows: number, cause?: unknown): ServiceError {
  const kept = rows === 1 ? t('1 record was read before.') : t('{0} records were read before.', rows);
  const isShape = kind === 'contract' || kind === 'too-large';
  const turn = isShape ? 'developer' : 'retry';
  const nextStep = isShape ? shapeStep() : retryStep();
  return new ServiceError(rows > 0 ? `${what} ${kept}` : what, { kind, turn, nextStep, sent: true, cause });
}

/** Judges what surrounds the records. */
function checkEnvelope(splitter: RecordSplitter, rows: number): void {
  const bytes = splitter.envelope();
  if (bytes.length === 0) throw failure('not-json', t('The answer is empty.'), rows);
  let around: unknown;
  try {
    around = JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw failure('not-json', t('The answer is not JSON.'), rows, cause);
  }
  if (!envelope.safeParse(around).success) {
    throw failure('contract', t('The answer has no list of records.'), rows);
  }
  if (splitter.recordsKeys > 1) {
    throw failure('contract', t('The answer has more than one list of records.'), rows);
  }
}

/** Records that are judged, and what they were read from. */
interface JudgedBatch extends Pick<ParsedBatch, 'source'> {
  readonly judged: RecordBatch;
}

/** The batches of a body, in their order; ends with an error as {@link readRecords} does. */
async function* readBatches(
  body: AsyncIterable<Uint8Array>,
  scanner?: RecordScanner,
): AsyncGenerator<JudgedBatch | ScannedBatch, void> {
  const batches = new RecordBatches(scanner);
  const { splitter } = batches;
  let rows = 0;

  async function* judge(batch: ParsedBatch | ScannedColumns): AsyncGenerator<JudgedBatch | ScannedBatch, void> {
    const firstRow = rows;
    if ('values' in batch) {
      const { values, source } = batch;
      rows += values.length;
      if (values.length > 0) yield { judged: await checkInTurns(values, firstRow), source };
      if (batch.broken) throw failure('contract', t('Record {0} of the answer is not JSON.', rows + 1), rows);
    } else {
      rows += batch.rows;
      yield { firstRow, scanned: batch };
    }
    await setImmediate();
  }

  let lost: ServiceError | undefined;
  const untilLost = async function* (): AsyncGenerator<Uint8Array, void> {
    try {
      yield* body;
    } catch (error) {
      const told = error instanceof ServiceError;
      lost = told ? error : failure('network', t('The connection was lost while the answer was read.'), rows, error);
    }
  };

  for await (const chunk of untilLost()) {
    for (const batch of batches.push(chunk)) yield* judge(batch);
    if (batches.heldBytes > maxHeldBytes) {
      throw failure('too-large', t('One part of the answer is larger than 8 MB.'), rows);
    }
  }
  for (const batch of batches.end()) yield* judge(batch);
  if (lost) throw lost;
  if (splitter.found && splitter.open) throw failure('not-json', t('The answer ends in the middle.'), rows);
  checkEnvelope(splitter, rows);
}

/**
 * Reads `{"records":[…], …}` as it arrives. The first batch comes with the first chunk that holds a whole record, then
 * batches of at most 2000. Between batches other work of the process gets its turn.
 *
 * A record that breaks the contract is in its batch, with its problems. What can't be read as the documented shape ends
 * the stream with a ServiceError, after the records in front of it: `not-json` (HTML, truncated, invalid UTF-8 around
 * the records), `contract` (no list of records, or a record that is no JSON), `too-large` (a part of more than 8 MB), and
 * whatever `body` throws.
 */
export async function* readRecords(body: AsyncIterable<Uint8Array>): AsyncGenerator<RecordBatch, void> {
  for await (const batch of readBatches(body)) if ('judged' in batch) yield batch.judged;
}

/** {@link readRecords}, as columns for the viewer; batches in which nothing is wrong may be larger. */
export async function* readColumns(body: AsyncIterable<Uint8Array>): AsyncGenerator<ColumnBatch, void> {
  const writer = new ColumnWriter();
  const scanner = new RecordScanner(writer.coders);
  const keeper = new RawKeeper();
  for await (const batch of readBatches(body, scanner)) {
    if (!('judged' in batch)) {
      yield writer.writeScanned(batch);
      continue;
    }
    // Where all records are bad, each of these steps may take as long as a turn, and so may what is done with the batch.
    const written = writer.write(batch.judged);
    await setImmediate();
    const whole = keeper.keep(written, batch.source);
    await setImmediate();
    yield whole;
  }
}
