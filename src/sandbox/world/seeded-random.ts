import { createHash } from 'node:crypto';

type Label = string | number;

/** Bytes that depend only on the labels. */
function digest(labels: readonly Label[]): Buffer {
  return createHash('sha256').update(JSON.stringify(labels)).digest();
}

/** A UUID (version 4 in form) that is always the same for the same labels. */
export function seededUuid(...labels: readonly Label[]): string {
  const bytes = digest(labels).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Pseudo-random numbers that depend only on the labels (xorshift, 32 bits). */
export class SeededRandom {
  #state: number;

  constructor(...labels: readonly Label[]) {
    // Zero is the only state that xorshift never leaves.
    this.#state = digest(labels).readInt32LE(0) || 1;
  }

  /** At least 0, less than 1. */
  next(): number {
    this.#state ^= this.#state << 13;
    this.#state ^= this.#state >>> 17;
    this.#state ^= this.#state << 5;
    return (this.#state >>> 0) / 0x1_0000_0000;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(list: readonly [T, ...T[]]): T {
    return list[Math.floor(this.next() * list.length)] ?? list[0];
  }
}
