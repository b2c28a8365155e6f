/** Texts that are told apart by their bytes; so many, and none longer, because further ones gain little. */
const mostTexts = 1 << 13;
const longestText = 256;
const slots = mostTexts * 4;

/** A byte order mark belongs to the text, as JSON.parse has it. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const wordBytes = 4;

/** Begins and goes on with the hash of a text's bytes, for {@link ByteTexts.codeOf}. */
export const hashSeed = 0x811c9dc5 | 0;
export function hashNext(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/**
 * Codes of texts that are read as bytes: a text that came before is not decoded again, and makes no garbage. What it
 * does not hold, it asks for.
 */
export class ByteTexts {
  readonly #codeOfText: (text: string) => number;
  /** By slot: the code, 0 where the slot is free, and where the text's bytes are in {@link #bytes}. */
  readonly #codes = new Uint32Array(slots);
  readonly #from = new Uint32Array(slots);
  readonly #lengths = new Uint16Array(slots);
  #bytes = new Uint8Array(1 << 12);
  #view = new DataView(this.#bytes.buffer);
  #filled = 0;
  #count = 0;

  /** @param codeOfText gives a text its code, which is not 0 */
  constructor(codeOfText: (text: string) => number) {
    this.#codeOfText = codeOfText;
  }

  /** The code of the text in the bytes from one offset of a view to another; 0 if they are no UTF-8. */
  codeOf(view: DataView, from: number, to: number, hash: number): number {
    const length = to - from;
    let slot = (hash ^ (hash >>> 15)) & (slots - 1);
    for (let code = this.#codes[slot] ?? 0; code !== 0; code = this.#codes[slot] ?? 0) {
      if (this.#lengths[slot] === length && this.#holds(this.#from[slot] ?? 0, view, from, to)) return code;
      slot = (slot + 1) & (slots - 1);
    }
    const bytes = new Uint8Array(view.buffer, view.byteOffset + from, length);
    let text: string;
    try {
      text = decoder.decode(bytes);
    } catch {
      return 0;
    }
    const code = this.#codeOfText(text);
    if (this.#count < mostTexts && length <= longestText) this.#keep(slot, bytes, code);
    return code;
  }

  /** Whether the bytes that begin at `kept` are the same. */
  #holds(kept: number, view: DataView, from: number, to: number): boolean {
    const held = this.#view;
    const away = kept - from;
    let at = from;
    for (; at + wordBytes <= to; at += wordBytes) {
      if (view.getInt32(at) !== held.getInt32(at + away)) return false;
    }
    for (; at < to; at += 1) if (view.getUint8(at) !== held.getUint8(at + away)) return false;
    return true;
  }

  #keep(slot: number, text: Uint8Array, code: number): void {
    if (this.#filled + text.length > this.#bytes.length) {
      const larger = new Uint8Array(this.#bytes.length * 2);
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    this.#bytes.set(text, this.#filled);
    this.#codes[slot] = code;
    this.#from[slot] = this.#filled;
    this.#lengths[slot] = text.length;
    this.#filled += text.length;
    this.#count += 1;
  }
}
