const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const space = 0x20;
const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

function isSpace(byte: number | undefined): boolean {
  return byte === space || byte === lineFeed || byte === carriageReturn || byte === tab;
}

/** Where the last quote of a string is that begins at an offset. */
function lastOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

/** The inside of a JSON list, element by element. */
export class RecordBytes {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  #at = 0;

  /** @param bytes JSON with commas between its elements, at least as far as it is gone through */
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** Where the next element begins. */
  begin(): number {
    while (isSpace(this.bytes[this.#at])) this.#at += 1;
    return this.#at;
  }

  /** Goes behind the next element, of which the end is known. */
  skip(end: number): void {
    this.#at = end;
    this.#at = this.begin() + 1;
  }

  /** Goes behind the next element, and returns where it ends. */
  pass(): number {
    const { bytes } = this;
    let depth = 0;
    let at = this.begin();
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (byte === quote) at = lastOfString(bytes, at);
      else if (byte === openBrace || byte === openBracket) depth += 1;
      else if (byte === closeBrace || byte === closeBracket) depth -= 1;
      else if (byte === comma && depth === 0) break;
    }
    let end = at;
    while (end > this.#at && isSpace(bytes[end - 1])) end -= 1;
    this.#at = at + 1;
    return end;
  }
}
