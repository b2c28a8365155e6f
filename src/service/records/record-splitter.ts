import { ByteParts } from './byte-parts.ts';
import { elementsOf, type ListPlace, listPlace } from './list-elements.ts';
import { modelForm } from './wire-format.ts';
import type { RecordEnvelope } from './record-envelope.ts';

const quote = 0x22;
const openBracket = 0x5b;
const closeBracket = 0x5d;

/** Bytes that are parsed at once: V8 makes strings of more than 128 KB in another way, which takes several times as long. */
const sliceBytes = 60_000;
/** Records that are parsed at once, where they are small. */
const mostRecords = 2000;
/** Bytes from the end of a record to the first key of the next one. */
const longestBorder = 256;

/** A byte order mark is kept, and so refused, as JSON.parse refuses it. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The value of JSON; undefined if the bytes are none. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch {
    return undefined;
  }
}

/** Records that follow each other. */
export interface RecordSlice {
  readonly values: readonly unknown[];
  /** Them to the letter, with the commas behind them. */
  readonly raw: readonly Uint8Array[];
  /** The element after these, if it is no JSON: nothing after it can be read. */
  readonly broken?: Uint8Array;
}

/**
 * Cuts the body of the charge records endpoint into slices of whole records while it arrives. Where a slice ends is taken
 * from what stood between two records before, which is quick to find; JSON.parse says whether it was right. Where not, and
 * at both ends of the list, elements are told apart by their brackets.
 *
 * Chunks may be cut anywhere, and must stay unchanged.
 */
export class RecordSplitter {
  /** What surrounds the records: the body with an empty list in their place. */
  readonly #around = new ByteParts();
  /** What is not given out yet of the inside of the list. */
  readonly #list = new ByteParts();
  #place: 'before' | 'records' | 'after' = 'before';
  /** Where the list is in what surrounds the records. */
  #found: ListPlace | undefined;
  /** It is worth looking again once there are so many bytes. */
  #wanted = 0;
  #any = false;
  /** What stands between two records, with the end of the first one and the first key of the second one. */
  #border: Uint8Array | undefined;
  /** Room for the bytes that are looked at. */
  #room = new Uint8Array(2 * sliceBytes);
  readonly #lists: readonly (readonly string[])[];

  /** @param lists keys that lead to the list of records; one of these */
  constructor(lists: readonly (readonly string[])[] = modelForm.lists) {
    this.#lists = lists;
  }

  /** Bytes that are held. */
  get heldBytes(): number {
    return this.#around.length + this.#list.length;
  }

  /** True if the body ends here in the middle of the list. */
  get open(): boolean {
    return this.#place === 'records';
  }

  /** The first call that has seen a whole record and its comma gives one; later ones wait until there are many. */
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

  /** What the last chunk leaves. */
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

  /** Looks again at what was too little when a few more bytes are there, or twice as many. */
  #waitIf(tooLittle: boolean, length: number): void {
    this.#wanted = tooLittle && length > sliceBytes ? 2 * length : 0;
  }

  #bytesOf(parts: ByteParts, before = 0): Uint8Array {
    const length = before + parts.length;
    if (length > this.#room.length) this.#room = new Uint8Array(2 * length);
    parts.copyTo(this.#room, before);
    return this.#room.subarray(0, length);
  }

  /** The next records, which may be none at the end of the list; undefined if none is whole. */
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
    // Behind a comma, and in front of one, there must be an element.
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

  /** The values in front of the first element that is no JSON. */
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

  /** Remembers what stands between two records. */
  #learn(list: Uint8Array, comma: number | undefined): void {
    if (comma === undefined) return;
    const key = list.indexOf(quote, comma);
    const border = list.slice(comma - 1, list.indexOf(quote, key + 1) + 1);
    this.#border = key > 0 && border.length > 2 && border.length <= longestBorder ? border : undefined;
  }
}
