import { createHash } from 'node:crypto';
import { longestText } from './columns.ts';

/** The hash of a longer text samples at least this many of its characters, and at most twice as many. */
const hashed = 64;

function hashOf(text: string): number {
  const step = Math.max(1, Math.floor(text.length / hashed));
  let hash = text.length;
  for (let at = 0; at < text.length; at += step) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** A copy of the beginning of a text: V8's slice would keep all of it in memory. */
function beginningOf(text: string): string {
  return `${Buffer.from(text.slice(0, longestText), 'utf16le').toString('utf16le')}…`;
}

/**
 * Assigns codes to texts, from 1 on, in the order in which they come. It has its own hash table because, with hundreds
 * of thousands of texts, a Map takes three times as long.
 */
export class TextDictionary {
  /** Indexed by code. */
  readonly #texts: string[] = [''];
  /** Pairs of a code and its hash, each at the position that the hash determines or at the next free one. */
  #places = new Int32Array(1 << 12);
  #new: string[] = [];

  get size(): number {
    return this.#texts.length - 1;
  }

  /** The code of a text. A new text gets a code if `mayAdd` is true; otherwise the result is 0. */
  code(text: string, mayAdd = true): number {
    // Long texts are identified by a digest: kept whole, some thousands of them could fill the memory.
    const key = text.length > longestText ? createHash('sha256').update(text).digest('base64') : text;
    const hash = hashOf(key);
    const places = this.#places;
    const last = places.length - 2;
    let place = (hash << 1) & last;
    for (let code = places[place] ?? 0; code !== 0; code = places[place] ?? 0) {
      if (places[place + 1] === hash && this.#texts[code] === key) return code;
      place = (place + 2) & last;
    }
    if (!mayAdd) return 0;
    const code = this.#texts.push(key) - 1;
    this.#new.push(key === text ? text : beginningOf(text));
    places[place] = code;
    places[place + 1] = hash;
    // Grows when two thirds of the positions are taken.
    if (code * 3 >= places.length) this.#grow();
    return code;
  }

  /** The texts added since the last call; those that are too long are cut. */
  takeNew(): readonly string[] {
    const texts = this.#new;
    this.#new = [];
    return texts;
  }

  #grow(): void {
    const before = this.#places;
    const places = new Int32Array(before.length * 2);
    const last = places.length - 2;
    for (let at = 0; at < before.length; at += 2) {
      const code = before[at] ?? 0;
      const hash = before[at + 1] ?? 0;
      if (code === 0) continue;
      let place = (hash << 1) & last;
      while (places[place] !== 0) place = (place + 2) & last;
      places[place] = code;
      places[place + 1] = hash;
    }
    this.#places = places;
  }
}

const longestName = 100;

/**
 * How many distinct names of unknown fields are kept, for a batch of records and for the fields next to the records.
 */
export const mostNames = 50;
/** Counts the unknown fields beyond that number. */
export const otherNames = '…';

/** The name of a field, cut if it is too long to keep. */
export function shortName(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName)}…` : name;
}

const longestForm = 60;

/** A short form of a JSON value, whatever its size. */
export function shortForm(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > longestForm ? `${value.slice(0, longestForm)}…` : value);
  }
  if (Array.isArray(value)) return value.length === 0 ? '[]' : '[…]';
  if (typeof value === 'object' && value !== null) return '{…}';
  return String(value);
}
