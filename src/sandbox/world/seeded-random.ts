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

/** 17 characters without I, O and Q. */
export const vinPattern = /^[A-HJ-NPR-Z0-9]{17}$/;

const characters = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const checkDigitPosition = 8;

/** A VIN that depends only on the vehicle's ID, with the check digit of ISO 3779 as used in North America. */
export function seededVin(vehicleId: string): string {
  const random = new SeededRandom('vin', vehicleId);
  const vin = weights.map(() => characters[Math.floor(random.next() * characters.length)] ?? '0');
  vin[checkDigitPosition] = checkDigit(vin);
  return vin.join('');
}

function checkDigit(vin: readonly string[]): string {
  const sum = vin.reduce((total, character, index) => total + valueOf(character) * (weights[index] ?? 0), 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** A to H are 1 to 8, J to R are 1 to 9, S to Z are 2 to 9. */
function valueOf(character: string): number {
  const digit = Number(character);
  if (!Number.isNaN(digit)) return digit;
  const place = character.charCodeAt(0) - 'A'.charCodeAt(0);
  return ((character < 'S' ? place : place + 1) % 9) + 1;
}
