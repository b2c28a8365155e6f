import { setImmediate } from 'node:timers/promises';
import { t } from '../../common/translate.ts';
import { ColumnWriter, type ScannedBatch } from './column-writer.ts';
import type { ColumnBatch } from './columns.ts';
import { ServiceError } from '../model/errors.ts';
import { type ParsedBatch, RecordBatches } from './record-batches.ts';
import { type RecordBatch, checkInSteps } from './record-check.ts';
import { RawKeeper } from './raw-keeper.ts';
import { checkEnvelope } from './record-envelope.ts';
import { recordsFailure } from './record-failure.ts';
import { RecordScanner } from './record-scanner.ts';
import type { ScannedColumns } from './scanned-rows.ts';

/** A record, or all that surrounds them, may be so large. A body of one endless text would fill the memory otherwise. */
const maxHeldBytes = 8 << 20;

/** Work goes on without a break for about so long, in milliseconds. */
const longestTurn = 5;

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

/** Records that are judged, and what they were read from. */
interface JudgedBatch extends Pick<ParsedBatch, 'source'> {
  readonly judged: RecordBatch;
}

/** The batches of a body, in their order; ends with an error as {@link readRecords} does. */
async function* readBatches(
  body: AsyncIterable<Uint8Array>,
  onBeside: (names: readonly string[]) => void,
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
      if (batch.broken) throw recordsFailure('contract', t('Record {0} of the answer is not JSON.', rows + 1), rows);
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
      lost = told
        ? error
        : recordsFailure('network', t('The connection was lost while the answer was read.'), rows, error);
    }
  };

  for await (const chunk of untilLost()) {
    for (const batch of batches.push(chunk)) yield* judge(batch);
    if (batches.heldBytes > maxHeldBytes) {
      throw recordsFailure('too-large', t('One part of the answer is larger than 8 MB.'), rows);
    }
  }
  for (const batch of batches.end()) yield* judge(batch);
  if (lost) throw lost;
  if (splitter.found && splitter.open) throw recordsFailure('not-json', t('The answer ends in the middle.'), rows);
  onBeside(checkEnvelope(splitter, rows));
}

/**
 * Reads `{"records":[…], …}` as it arrives. The first batch comes with the first chunk that holds a whole record, then
 * batches of at most 2000. Between batches other work of the process gets its turn.
 *
 * A record that breaks the contract is in its batch, with its problems. What can't be read as the documented shape ends
 * the stream with a ServiceError, after the records in front of it: `not-json` (HTML, truncated, invalid UTF-8 around
 * the records), `contract` (no list of records, an error beside it, or a record that is no JSON), `too-large` (a part of
 * more than 8 MB), and whatever `body` throws.
 */
export async function* readRecords(body: AsyncIterable<Uint8Array>): AsyncGenerator<RecordBatch, void> {
  for await (const batch of readBatches(body, () => undefined)) if ('judged' in batch) yield batch.judged;
}

/**
 * {@link readRecords}, as columns for the viewer; batches in which nothing is wrong may be larger.
 *
 * @param onBeside told after the last batch which fields stand beside the records, of which the contract knows none
 */
export async function* readColumns(
  body: AsyncIterable<Uint8Array>,
  onBeside: (names: readonly string[]) => void = () => undefined,
): AsyncGenerator<ColumnBatch, void> {
  const writer = new ColumnWriter();
  const scanner = new RecordScanner(writer.coders);
  const keeper = new RawKeeper();
  for await (const batch of readBatches(body, onBeside, scanner)) {
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
