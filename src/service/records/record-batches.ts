import { RecordBytes } from './record-bytes.ts';
import { RecordLeaps, parseList } from './record-leaps.ts';
import type { RecordScanner } from './record-scanner.ts';
import { type RawBatch, RecordSplitter, type SplitLimits, insideRecords } from './record-splitter.ts';
import type { ScannedColumns } from './scanned-rows.ts';

/** Few enough that a batch takes some milliseconds, enough that its overhead doesn't count. */
const limits: SplitLimits = { maxRecords: 2000, maxBytes: 1 << 20 };

/** Values of records that follow each other. */
export interface ParsedBatch {
  readonly values: readonly unknown[];
  /** True if the element after these values is no JSON: nothing after it can be read. */
  readonly broken: boolean;
  /** What they were parsed from, together with the batches before them that have the same. */
  readonly source: RecordBytes;
}

/** Records, as values or already as columns. */
type Batch = ParsedBatch | ScannedColumns;

const text = new TextEncoder();
const open = text.encode('[');
const close = text.encode(']');

/** The values of a batch, or undefined if one of them is no JSON. */
function parseBatch({ bytes, count }: RawBatch): readonly unknown[] | undefined {
  const values = parseList(Buffer.concat([open, bytes, close]));
  return values?.length === count ? values : undefined;
}

/** The values in front of the first one that is no JSON. */
function parseUntilBroken({ bytes }: RawBatch): readonly unknown[] {
  const one = insideRecords();
  const values: unknown[] = [];
  for (const part of [bytes, close]) {
    for (const raw of one.push(part)) {
      const parsed = parseBatch(raw);
      if (!parsed) return values;
      values.push(...parsed);
    }
  }
  return values;
}

/** True if the bytes end as a body of records does. */
function endsList(bytes: Uint8Array): boolean {
  return bytes.at(-1) === 0x7d && bytes.at(-2) === 0x5d;
}

function parse(raw: RawBatch): ParsedBatch {
  const values = parseBatch(raw);
  const source = new RecordBytes(raw.bytes);
  return values ? { values, broken: false, source } : { values: parseUntilBroken(raw), broken: true, source };
}

/**
 * A body's records while it arrives: by leaps as long as they succeed, and by the splitter's look at each byte for what
 * surrounds the records, for the last of them, and from the first leap on that fails. If that is the very first one, in
 * a chunk that ends behind a record's comma, leaps begin anew with the next chunk.
 */
export class RecordBatches {
  readonly splitter = new RecordSplitter(limits);
  readonly #leaps = new RecordLeaps();
  readonly #scanner: RecordScanner | undefined;
  readonly #first = insideRecords();
  #firstIsWhole = false;
  #any = false;

  /** @param scanner reads what it can; without one there are values of all records */
  constructor(scanner?: RecordScanner) {
    this.#scanner = scanner;
  }

  get heldBytes(): number {
    return this.splitter.heldBytes + this.#leaps.heldBytes;
  }

  /** The first call that has seen a whole record, and its comma, gives one; later ones wait until there are many. */
  *push(chunk: Uint8Array): Generator<Batch, void> {
    let rest = chunk;
    if (!this.splitter.found) rest = chunk.subarray(this.splitter.seek(chunk));
    // Without a whole record a leap would fail, and there would be no more of them. What may be the whole body is one
    // batch, at its end.
    const mayJump = !this.#any && this.#hasFirst(rest) && !endsList(chunk);
    while (rest.length > 0 && !this.#leaps.failed) {
      rest = rest.subarray(this.#leaps.add(rest));
      if ((!this.#any && mayJump) || this.#leaps.full) yield* this.#jump();
    }
    if (rest.length > 0) yield* this.#split(rest);
    const first = this.#any ? undefined : this.splitter.rest();
    if (!first) return;
    yield* this.#give(parse(first));
    if (!this.splitter.holdsRecords) this.#leaps.beginAnew();
  }

  /** True once the first record has come as a whole. For bytes of the list of records, in their order. */
  #hasFirst(bytes: Uint8Array): boolean {
    this.#firstIsWhole ||= this.#first.push(bytes).next().done === false;
    return this.#firstIsWhole;
  }

  /** What the last chunk leaves. */
  *end(): Generator<Batch, void> {
    // All but the last record; not of a small body, which is one batch.
    if (this.#any && this.#leaps.heldBytes > 0) yield* this.#jump();
    if (this.#leaps.heldBytes > 0) yield* this.#split(this.#leaps.take());
    const last = this.splitter.rest();
    if (last) yield* this.#give(parse(last));
  }

  *#jump(): Generator<Batch, void> {
    const scanner = this.#scanner;
    const parsed = this.#leaps.jump(scanner && ((...where) => scanner.scan(...where)));
    const scanned = scanner?.take();
    if (scanned) yield* this.#give(scanned);
    if (!parsed) {
      yield* this.#split(this.#leaps.take());
      return;
    }
    const { values } = parsed;
    const source = new RecordBytes(parsed.bytes);
    for (let at = 0; at < values.length; at += limits.maxRecords) {
      yield* this.#give({ values: values.slice(at, at + limits.maxRecords), broken: false, source });
    }
  }

  *#split(bytes: Uint8Array): Generator<Batch, void> {
    for (const raw of this.splitter.push(bytes)) yield* this.#give(parse(raw));
  }

  *#give(batch: Batch): Generator<Batch, void> {
    this.#any = true;
    yield batch;
  }
}
