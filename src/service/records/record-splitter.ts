/**
 * Cuts the body of the charge records endpoint into batches of whole records while it arrives, without parsing it.
 * JSON.parse stays the judge: of each batch (as the inside of an array) and, at the end, of everything around them.
 */

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** `records` with each of its letters escaped, and the quotes. */
const longestKey = 7 * 6 + 2;

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Bytes of `count` elements with the commas between them. */
export interface RawBatch {
  readonly bytes: Uint8Array;
  readonly count: number;
}

export interface SplitLimits {
  /** A batch ends with this many records … */
  readonly maxRecords: number;
  /** … or with the record that reaches this many bytes. */
  readonly maxBytes: number;
}

/** A list of byte ranges that becomes one. */
class Bytes {
  #parts: Uint8Array[] = [];
  length = 0;

  add(part: Uint8Array): void {
    if (part.length === 0) return;
    this.#parts.push(part);
    this.length += part.length;
  }

  /** All bytes so far; the list is empty afterwards. */
  take(): Uint8Array {
    const parts = this.#parts;
    const length = this.length;
    this.#parts = [];
    this.length = 0;
    if (parts.length === 1 && parts[0]) return parts[0];
    const all = new Uint8Array(length);
    let offset = 0;
    for (const part of parts) {
      all.set(part, offset);
      offset += part.length;
    }
    return all;
  }
}

/**
 * Feed it with {@link push}, then ask for {@link rest} and {@link envelope}. Chunks may be cut anywhere, and must stay
 * unchanged until the batch that they belong to is out.
 */
export class RecordSplitter {
  readonly #limits: SplitLimits;
  /** What surrounds the records: the body with an empty list in their place. */
  readonly #envelope = new Bytes();
  readonly #batch = new Bytes();
  #place: 'before' | 'records' | 'after' = 'before';
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** Bytes of the last string directly inside the body's object: a key, if a colon follows. */
  #key: number[] = [];
  #recordsNext = false;
  #recordsKeys = 0;
  /** Elements of the current batch that a comma has closed, and the bytes up to that comma. */
  #closed = 0;
  #closedBytes = 0;
  #elementStarted = false;
  #anyElement = false;

  constructor(limits: SplitLimits) {
    this.#limits = limits;
  }

  /** True once the list of records has been found; it may have ended since. */
  get found(): boolean {
    return this.#recordsKeys > 0 && this.#place !== 'before';
  }

  /** Bytes that are held: what surrounds the records, and the records that wait for their batch. */
  get heldBytes(): number {
    return this.#envelope.length + this.#batch.length;
  }

  /** How often the body's object has had the key `records`: of several lists, no one knows which is meant. */
  get recordsKeys(): number {
    return this.#recordsKeys;
  }

  /** True while the body is inside a list, an object or a string: if it ends here, it is truncated. */
  get open(): boolean {
    return this.#place === 'records' || this.#depth > 0 || this.#inString;
  }

  /** True while records, or a part of one, wait for their batch. */
  get holdsRecords(): boolean {
    return this.#batch.length > 0;
  }

  /** Reads what is in front of the list of records. Returns where in the chunk that list begins, or the chunk's end. */
  seek(chunk: Uint8Array): number {
    return this.#scanEnvelope(chunk, 0);
  }

  /** Batches that are full, or last, with this chunk. */
  *push(chunk: Uint8Array): Generator<RawBatch, void> {
    let at = 0;
    while (at < chunk.length) {
      at = this.#place === 'records' ? yield* this.#scanRecords(chunk, at) : this.#scanEnvelope(chunk, at);
    }
  }

  /** The whole records that wait for their batch to fill; none twice. */
  rest(): RawBatch | undefined {
    if (this.#closed === 0) return undefined;
    const all = this.#batch.take();
    const count = this.#closed;
    const bytes = all.subarray(0, this.#closedBytes);
    this.#batch.add(all.subarray(this.#closedBytes + 1));
    this.#closed = 0;
    this.#closedBytes = 0;
    return { bytes, count };
  }

  /** The body without its records, once. */
  envelope(): Uint8Array {
    return this.#envelope.take();
  }

  /** Returns where the list of records begins in the chunk, or its end. */
  #scanEnvelope(chunk: Uint8Array, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#inString) {
        if (this.#depth === 1 && this.#key.length < longestKey) this.#key.push(byte);
        if (this.#escaped) this.#escaped = false;
        else if (byte === backslash) this.#escaped = true;
        else if (byte === quote) this.#inString = false;
        continue;
      }
      if (isSpace(byte)) continue;
      // A page or a list: nothing in it is the list of records, whatever it looks like.
      if (this.#depth === 0 && this.#place === 'before' && byte !== openBrace) this.#place = 'after';
      const recordsNext = this.#recordsNext;
      this.#recordsNext = false;
      if (byte === quote) {
        this.#inString = true;
        this.#key = [quote];
      } else if (byte === colon && this.#depth === 1) {
        this.#recordsNext = isRecordsKey(this.#key);
        if (this.#recordsNext) this.#recordsKeys += 1;
      } else if (byte === openBracket && recordsNext && this.#place === 'before') {
        this.#envelope.add(chunk.subarray(from, at + 1));
        this.#place = 'records';
        this.#depth = 0;
        return at + 1;
      } else if (byte === openBrace || byte === openBracket) {
        this.#depth += 1;
      } else if (byte === closeBrace || byte === closeBracket) {
        this.#depth -= 1;
      }
    }
    this.#envelope.add(chunk.subarray(from));
    return chunk.length;
  }

  *#scanRecords(chunk: Uint8Array, from: number): Generator<RawBatch, number> {
    let start = from;
    // Locals, because this loop sees every byte.
    let depth = this.#depth;
    let inString = this.#inString;
    let escaped = this.#escaped;
    let started = this.#elementStarted;
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === quote) inString = false;
        else if (byte === backslash) escaped = true;
        continue;
      }
      if (byte === quote) {
        inString = true;
        started = true;
      } else if (byte === openBrace || byte === openBracket) {
        depth += 1;
        started = true;
      } else if (byte === comma && depth === 0) {
        this.#closed += 1;
        this.#closedBytes = this.#batch.length + at - start;
        this.#anyElement = true;
        started = false;
        if (this.#closed >= this.#limits.maxRecords || this.#closedBytes >= this.#limits.maxBytes) {
          this.#batch.add(chunk.subarray(start, at + 1));
          start = at + 1;
          const full = this.rest();
          if (full) yield full;
        }
      } else if (byte === closeBrace || byte === closeBracket) {
        depth -= 1;
        if (depth < 0) {
          this.#batch.add(chunk.subarray(start, at));
          this.#elementStarted = started;
          yield* this.#endRecords();
          return at;
        }
      } else if (!started && !isSpace(byte)) {
        started = true;
      }
    }
    this.#batch.add(chunk.subarray(start));
    this.#depth = depth;
    this.#inString = inString;
    this.#escaped = escaped;
    this.#elementStarted = started;
    return chunk.length;
  }

  /** The last batch. After a comma an element must follow, so an empty one counts, and the parser will miss it. */
  *#endRecords(): Generator<RawBatch, void> {
    const count = this.#closed + (this.#elementStarted || this.#anyElement ? 1 : 0);
    const bytes = this.#batch.take();
    this.#closed = 0;
    this.#place = 'after';
    // Inside the body's object, and inside the list that the next byte closes.
    this.#depth = 2;
    this.#inString = false;
    this.#escaped = false;
    if (count > 0) yield { bytes, count };
  }
}

/** A splitter for what stands inside the list of records. Each record is a batch of its own. */
export function insideRecords(): RecordSplitter {
  const splitter = new RecordSplitter({ maxRecords: 1, maxBytes: Infinity });
  splitter.seek(Buffer.from('{"records":['));
  return splitter;
}

function isRecordsKey(key: readonly number[]): boolean {
  try {
    return JSON.parse(String.fromCharCode(...key)) === 'records';
  } catch {
    return false;
  }
}
