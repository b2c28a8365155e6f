/**
 * Finds where a batch of records ends without looking at every byte: takes the last `},{` of many bytes for the border
 * of two records. A scan that has read the records up to there, or else JSON.parse, says whether it is one: the bytes
 * before a wrong border end inside a string, an object or a list, or beyond the list of records, and then they are no
 * JSON between brackets.
 */

const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const border = Buffer.from('},{');

/** Bytes of a leap: some 1,300 records. A leap in which every record is bad takes about a frame. */
const usualLeap = 5 << 16;
/** While a scan reads all of a leap in so few milliseconds, … */
const quick = 2;
/** … leaps grow to so many times their bytes: each batch has its price on the way to the page, however large it is. */
export const mostGrowth = 4;

/** A byte order mark is kept, and so refused, as JSON.parse refuses it. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The values between two brackets, or undefined if the bytes are no JSON. */
export function parseList(bytes: Uint8Array): readonly unknown[] | undefined {
  try {
    return JSON.parse(decoder.decode(bytes)) as readonly unknown[];
  } catch {
    return undefined;
  }
}

/**
 * Reads records with a comma between each two of them, as far as it can. Returns where the first one begins that it has
 * not read, or `to` if it has read them all.
 */
export type Scan = (bytes: Uint8Array, from: number, to: number) => number;

/** The values of the records from one offset on and up to a comma; undefined if there is none, or they are no JSON. */
function parsePart(bytes: Uint8Array, from: number, to: number): readonly unknown[] | undefined {
  if (to === 0) return undefined;
  bytes[from - 1] = openBracket;
  bytes[to] = closeBracket;
  const values = parseList(bytes.subarray(from - 1, to + 1));
  bytes[to] = comma;
  return values;
}

/** Where the last border of two records is that may be one; −1 if there is none. */
function lastBorder({ buffer, byteOffset, length }: Uint8Array): number {
  // The bytes themselves are no Buffer: V8 compiles what reads them for one kind, and all others are Uint8Arrays.
  return Buffer.from(buffer, byteOffset, length).lastIndexOf(border);
}

/** Values, and the bytes that they were parsed from: without the brackets, and not to change any more. */
export interface Parsed {
  readonly values: readonly unknown[];
  readonly bytes: Uint8Array;
}

/** Collects bytes that begin with a record, and gives the values of those that are whole. */
export class RecordLeaps {
  readonly #usual: number;
  readonly #now: () => number;
  /** Bytes of the next leap. */
  #leap: number;
  /** An opening bracket, what is collected, and room for the closing one. */
  readonly #bytes: Uint8Array;
  #end = 1;
  #failed = false;

  /**
   * @param leap bytes of the first leap
   * @param now milliseconds of a clock
   */
  constructor(leap = usualLeap, now = () => performance.now()) {
    this.#usual = leap;
    this.#now = now;
    this.#leap = leap;
    this.#bytes = new Uint8Array(1 + leap * mostGrowth);
    this.#bytes[0] = openBracket;
  }

  /** True once a leap went wrong: what {@link take} gives, and all that follows, needs a closer look. */
  get failed(): boolean {
    return this.#failed;
  }

  /** Lets leaps go on after one that went wrong, with what is added next: it begins with a record. */
  beginAnew(): void {
    this.#failed = false;
  }

  get heldBytes(): number {
    return this.#end - 1;
  }

  /** Adds what there is room for, and returns how many bytes that is. */
  add(chunk: Uint8Array): number {
    const part = chunk.subarray(0, Math.max(0, this.#leap - this.heldBytes));
    this.#bytes.set(part, this.#end);
    this.#end += part.length;
    return part.length;
  }

  get full(): boolean {
    return this.heldBytes >= this.#leap;
  }

  /**
   * The values of the whole records among what is collected, all but the last; undefined if they can't be told.
   *
   * @param scan reads those that it can beforehand; the values are of the others
   */
  jump(scan?: Scan): Parsed | undefined {
    const held = this.#bytes.subarray(0, this.#end);
    const end = lastBorder(held) + 1;
    const start = this.#now();
    const from = end > 0 && scan ? scan(held, 1, end) : 1;
    this.#adapt(from === end, this.#now() - start);
    const values = from === end ? [] : parsePart(held, from, end);
    this.#failed = values === undefined;
    const parsed = values && { values, bytes: new Uint8Array(held.subarray(from, end)) };
    this.#drop(values ? end : from - 1);
    return parsed;
  }

  #adapt(readAll: boolean, time: number): void {
    if (!readAll) this.#leap = this.#usual;
    else if (time <= quick) this.#leap = Math.min(this.#leap * 2, this.#usual * mostGrowth);
  }

  /** Forgets so many bytes from the beginning on. */
  #drop(count: number): void {
    this.#bytes.copyWithin(1, 1 + count, this.#end);
    this.#end -= count;
  }

  /** What is left, once. */
  take(): Uint8Array {
    const rest = new Uint8Array(this.#bytes.subarray(1, this.#end));
    this.#end = 1;
    return rest;
  }
}
