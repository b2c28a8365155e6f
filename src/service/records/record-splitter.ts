import { elementsOf, type ListPlace, listPlace } from './list-elements.ts';
import { modelForm, nameOf } from './wire-format.ts';
import type { RecordEnvelope } from './record-envelope.ts';
import type { TimeRange, WireFormat } from '../model/record-reading.ts';
import { parseUtcTimestamp } from './utc-time.ts';

const quote = 0x22;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/**
 * Bytes that are parsed at once: V8 creates strings of more than 128 KB differently, which takes several times as long.
 */
const sliceBytes = 60_000;
/** Records that are parsed at once, if they are small. */
const mostRecords = 2000;
/** The most bytes from the end of a record to the first key of the next one. */
const longestBorder = 256;

/** Keeps a byte order mark, so that it is refused, as by JSON.parse. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The value of a JSON text; undefined if the bytes are not JSON. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** Consecutive records. */
export interface RecordSlice {
  readonly values: readonly unknown[];
  /** The records byte for byte, with the commas after them. */
  readonly raw: readonly Uint8Array[];
  /** The element after these, if it is not JSON: nothing after it can be read. */
  readonly broken?: Uint8Array;
}

/**
 * Cuts the body of the charge records endpoint into slices of whole records while it arrives. To find the end of a
 * slice quickly, it searches for the bytes that separated two earlier records; JSON.parse confirms the match. If that
 * fails, and at both ends of the list, it separates elements by their brackets.
 *
 * Chunks may be cut anywhere, and must not be modified afterwards.
 */
export class RecordSplitter {
  /** What surrounds the records: the body with an empty list in place of the records. */
  readonly #around = new ByteParts();
  /** The part of the list's contents that has not been returned yet. */
  readonly #list = new ByteParts();
  #place: 'before' | 'records' | 'after' = 'before';
  /** Where the list is within what surrounds the records. */
  #found: ListPlace | undefined;
  /** The number of bytes from which on another search is worthwhile. */
  #wanted = 0;
  #any = false;
  /** The bytes between two records, with the end of the first one and the first key of the second one. */
  #border: Uint8Array | undefined;
  /** A buffer for the bytes that are examined. */
  #room = new Uint8Array(2 * sliceBytes);
  readonly #lists: readonly (readonly string[])[];

  /** @param lists paths of keys to the list of records; the body has one of these */
  constructor(lists: readonly (readonly string[])[] = modelForm.lists) {
    this.#lists = lists;
  }

  /** Bytes that are kept in memory. */
  get heldBytes(): number {
    return this.#around.length + this.#list.length;
  }

  /** True if the body ends here in the middle of the list. */
  get open(): boolean {
    return this.#place === 'records';
  }

  /** The first call that has seen a whole record and its comma yields a slice; later ones wait for many records. */
  *push(chunk: Uint8Array): Generator<RecordSlice, void> {
    let part: Uint8Array;
    for (let at = 0; at < chunk.length; at += part.length) {
      const lacking = this.#wanted - this.#list.length;
      part = chunk.subarray(at, at + (lacking > 0 ? lacking : sliceBytes));
      (this.#place === 'records' ? this.#list : this.#around).add(part);
      if (this.#place === 'before' && this.#around.length >= this.#wanted) this.#findList();
      while (this.#place === 'records' && this.#list.length >= this.#wanted) {
        const slice = this.#next(this.#border);
        if (slice) yield slice;
        else break;
      }
    }
  }

  /** Yields what remains after the last chunk. */
  *end(): Generator<RecordSlice, void> {
    if (this.#place === 'before') this.#findList();
    while (this.#place === 'records') {
      const slice = this.#next();
      if (slice) yield slice;
      else return;
    }
  }

  /** What surrounds the records. */
  envelope(): RecordEnvelope {
    const bytes = this.#bytesOf(this.#around);
    const found = this.#found;
    return {
      bytes,
      second: found !== undefined && listPlace(bytes, this.#lists, found.at + 1, found.keys) !== undefined,
    };
  }

  #findList(): void {
    const bytes = this.#bytesOf(this.#around);
    this.#found = listPlace(bytes, this.#lists);
    this.#waitIf(!this.#found, bytes.length);
    if (!this.#found) return;
    this.#place = 'records';
    const before = this.#around.take(this.#found.at + 1);
    for (const part of this.#around.take(this.#around.length)) this.#list.add(part);
    for (const part of before) this.#around.add(part);
  }

  /** If the bytes did not suffice, waits for any more of them, or for twice as many if there are many already. */
  #waitIf(tooLittle: boolean, length: number): void {
    this.#wanted = tooLittle && length > sliceBytes ? 2 * length : 0;
  }

  #bytesOf(parts: ByteParts, before = 0): Uint8Array {
    const length = before + parts.length;
    if (length > this.#room.length) this.#room = new Uint8Array(2 * length);
    parts.copyTo(this.#room, before);
    return this.#room.subarray(0, length);
  }

  /** The next records, which may be none at the end of the list; undefined if none is complete. */
  #next(border?: Uint8Array): RecordSlice | undefined {
    const list = this.#bytesOf(this.#list, 1);
    list[0] = openBracket;
    const slice = (border && this.#byBorder(list, border)) ?? this.#byElements(list);
    this.#waitIf(!slice, list.length);
    if (slice) this.#wanted = sliceBytes;
    this.#any ||= slice !== undefined;
    return slice;
  }

  #byBorder(list: Uint8Array, border: Uint8Array): RecordSlice | undefined {
    const comma = Buffer.from(list.buffer, list.byteOffset, list.length).lastIndexOf(border) + 1;
    if (comma === 0) return undefined;
    const values = this.#valuesUpTo(list, comma);
    list[comma] = border[1] ?? 0;
    return values && values.length <= mostRecords ? { values, raw: this.#list.take(comma) } : undefined;
  }

  #byElements(list: Uint8Array): RecordSlice | undefined {
    const { commas, close } = elementsOf(list, mostRecords);
    const end = close >= 0 ? close : commas.at(-1);
    if (end === undefined) return undefined;
    this.#learn(list, commas[0]);
    const values = this.#valuesUpTo(list, end);
    // There must be an element before and after a comma.
    if (!values || (values.length === 0 && (close < 0 || this.#any))) return this.#untilBroken(list, commas);
    if (close < 0) return { values, raw: this.#list.take(end) };
    const raw = this.#list.take(close - 1);
    this.#place = 'after';
    for (const part of this.#list.take(this.#list.length)) this.#around.add(part);
    return { values, raw };
  }

  #valuesUpTo(list: Uint8Array, end: number): readonly unknown[] | undefined {
    list[end] = closeBracket;
    return parsed(list.subarray(0, end + 1)) as readonly unknown[] | undefined;
  }

  /** The values before the first element that is not JSON. */
  #untilBroken(list: Uint8Array, commas: readonly number[]): RecordSlice {
    const values: unknown[] = [];
    let from = 1;
    for (const comma of commas) {
      const value = parsed(list.subarray(from, comma));
      if (value === undefined) break;
      values.push(value);
      from = comma + 1;
    }
    const broken = list.slice(from, commas[values.length]);
    return { values, raw: this.#list.take(from - 1), broken };
  }

  /** Remembers the bytes between two records. */
  #learn(list: Uint8Array, comma: number | undefined): void {
    if (comma === undefined) return;
    const key = list.indexOf(quote, comma);
    const border = list.slice(comma - 1, list.indexOf(quote, key + 1) + 1);
    this.#border = key > 0 && border.length > 2 && border.length <= longestBorder ? border : undefined;
  }
}

/** Bytes that arrive in parts. A part is not copied before that is necessary. */
class ByteParts {
  #parts: Uint8Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.#length += part.length;
  }

  /** Removes this many bytes from the front and returns them. */
  take(count: number): Uint8Array[] {
    const taken: Uint8Array[] = [];
    let left = count;
    for (let part = this.#parts[0]; part && left > 0; part = this.#parts[0]) {
      taken.push(part.subarray(0, left));
      if (part.length > left) this.#parts[0] = part.subarray(left);
      else this.#parts.shift();
      left -= part.length;
    }
    this.#length -= Math.min(count, this.#length);
    return taken;
  }

  /** Copies all parts into an array, starting at an offset. */
  copyTo(target: Uint8Array, from = 0): void {
    let at = from;
    for (const part of this.#parts) {
      target.set(part, at);
      at += part.length;
    }
  }
}

/**
 * The records of a slice that start within a range. Records without a readable start are kept, so that they are
 * visible.
 */
export function within(form: WireFormat, { from, to }: TimeRange): (slice: RecordSlice) => RecordSlice {
  // As text, timestamps sort by time, so only those near an edge or outside the range need to be parsed.
  const [first, last] = [from === undefined ? '' : toSecond(from + 999), to === undefined ? '~' : toSecond(to)];
  const name = nameOf(form, 'chargeStart');
  const isIn = (value: unknown): boolean => {
    const start = (value as Readonly<Record<string, unknown>> | null)?.[name];
    if (typeof start !== 'string' || (start > first && start < last)) return true;
    const time = parseUtcTimestamp(start);
    return !(time < (from ?? -Infinity) || time >= (to ?? Infinity));
  };
  return (slice) => (slice.values.every(isIn) ? slice : cut(slice, slice.values.map(isIn)));
}

/** `2026-11-01T18:00:00`, the second that contains a time. */
function toSecond(time: number): string {
  return new Date(time).toISOString().slice(0, 19);
}

function cut(slice: RecordSlice, isKept: readonly boolean[]): RecordSlice {
  const list = Buffer.concat([Buffer.from('['), ...slice.raw]);
  const { commas } = elementsOf(list);
  const raw = isKept.flatMap((kept, index) =>
    kept ? [list.subarray((commas[index - 1] ?? 0) + 1, commas[index] ?? list.length), comma] : [],
  );
  return { ...slice, values: slice.values.filter((_, index) => isKept[index]), raw };
}

const comma = Buffer.from(',');
