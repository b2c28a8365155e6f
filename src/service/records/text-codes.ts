import { createHash } from 'node:crypto';

/** Longer texts are known by their digest: kept whole, some thousands of them could fill the memory. */
const longest = 1000;
/** So many texts, which is nearly always all, are in one table. */
const mostInFirst = 1 << 14;
/** Further ones are spread: a table of a million takes tens of milliseconds to grow, a part of it less than one. */
const shards = 64;
/** Characters of a text that say which table it is in. */
const samples = 8;

function keyOf(text: string): string {
  return text.length > longest ? createHash('sha256').update(text).digest('base64') : text;
}

/** Numbers for texts, from 1 on in the order in which they come. */
export class TextCodes {
  readonly #first = new Map<string, number>();
  readonly #others: Map<string, number>[] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Undefined of a text that has none. */
  get(text: string): number | undefined {
    const key = keyOf(text);
    const known = this.#first.get(key);
    return known ?? (this.#size > mostInFirst ? this.#shardOf(key).get(key) : undefined);
  }

  /** Gives a text that has none its number. */
  add(text: string): number {
    const key = keyOf(text);
    const table = this.#size < mostInFirst ? this.#first : this.#shardOf(key);
    this.#size += 1;
    table.set(key, this.#size);
    return this.#size;
  }

  #shardOf(key: string): Map<string, number> {
    const step = Math.max(1, Math.floor(key.length / samples));
    let mixed = key.length;
    for (let at = key.length - 1; at >= 0; at -= step) mixed = (Math.imul(mixed, 31) + key.charCodeAt(at)) | 0;
    return (this.#others[(mixed >>> 8) % shards] ??= new Map());
  }
}
