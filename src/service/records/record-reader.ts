import { ByteLiteral } from './byte-literal.ts';
import { hashNext, hashSeed } from './byte-texts.ts';
import { fieldIndex, fields, longestText, publicCodes } from './columns.ts';
import { type RecordForm, valueKinds } from './record-form.ts';
import { isChargeTime, longestTimestamp, shortestTimestamp, utcTimestampIn } from './utc-time.ts';
import { pointZero, timeShift } from './value-styles.ts';

const quote = 0x22;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const backslash = 0x5c;
const firstPrintable = 0x20;

const wordTrue = new ByteLiteral(Buffer.from('true'));
const wordFalse = new ByteLiteral(Buffer.from('false'));

/** Up to so many digits, a whole number and a power of ten are exact, and so their quotient is rounded as JSON.parse does. */
const mostDigits = 15;
const powersOfTen = Float64Array.from({ length: mostDigits + 1 }, (_, power) => 10 ** power);
/** From 0 to 1, so many come back out of 32 bits. */
const mostLevelDecimals = 6;
/** From here on JavaScript writes numbers as digits alone. */
const leastPlain = 1e-6;
const digitsOfThousand = 3;

/**
 * Reads one record out of its bytes, without making an object of it. It reads only what is written as usual and without
 * any flaw, and of that what the columns hold exactly, so that the very same text can be made of them again: the same
 * bytes around the values as in the record before, times that the contract accepts, an end not before its start, levels
 * from 0 to 1 with few decimals, energy from 0 on, no escapes, no exponents, no endless texts.
 */
export class RecordReader {
  /** The record that was read, by {@link fieldIndex}: its numbers; where its texts are, and the hashes of their bytes. */
  readonly numbers = new Float64Array(fields.length);
  readonly textFrom = new Uint32Array(fields.length);
  readonly textTo = new Uint32Array(fields.length);
  readonly hashes = new Int32Array(fields.length);
  /** How its values are written: see `value-styles.ts`. */
  styles = 0;
  /** Bytes of the time that was read last in each column. */
  readonly #timeLengths = new Uint8Array(fields.length);

  /** Reads the record that begins at an offset. Returns where it ends, or −1 if it is not as usual. */
  read(form: RecordForm, bytes: Uint8Array, view: DataView, from: number): number {
    const { before, kinds, columns } = form;
    let at = from;
    this.styles = 0;
    for (let index = 0; index < kinds.length; index += 1) {
      const literal = before[index];
      if (!literal?.standsAt(view, at)) return -1;
      at = this.#value(bytes, view, at + literal.length, kinds[index] ?? 0, columns[index] ?? 0);
      if (at < 0) return -1;
    }
    if (!form.after.standsAt(view, at)) return -1;
    return this.#flawless() ? at + form.after.length : -1;
  }

  /** Reads a value into its place. Returns where it ends, or −1 if it is not as usual. */
  #value(bytes: Uint8Array, view: DataView, from: number, kind: number, column: number): number {
    if (kind === valueKinds.number) return this.#number(bytes, from, column);
    if (kind === valueKinds.time) return this.#time(bytes, from, column);
    if (kind === valueKinds.text) return this.#text(bytes, from, column);
    return this.#flag(view, from, column);
  }

  #time(bytes: Uint8Array, from: number, column: number): number {
    // Mostly as long as the one before.
    const usual = from + (this.#timeLengths[column] ?? 0);
    if (bytes[usual] === quote && this.#takeTime(bytes, from, usual, column)) return usual;
    let at = from;
    while (bytes[at] !== quote) {
      at += 1;
      if (at - from > longestTimestamp) return -1;
    }
    return this.#takeTime(bytes, from, at, column) ? at : -1;
  }

  /** Reads the time in `bytes[from, to)` into its place; false if it is not as usual. */
  #takeTime(bytes: Uint8Array, from: number, to: number, column: number): boolean {
    const time = utcTimestampIn(bytes, from, to);
    if (!isChargeTime(time)) return false;
    if (to - from > shortestTimestamp && !this.#fraction(bytes, from + shortestTimestamp, to - 1, column)) return false;
    this.numbers[column] = time;
    this.#timeLengths[column] = to - from;
    return true;
  }

  /** Notes how a time's fraction of a second, from its first digit to `Z`, is written; false if not as usual. */
  #fraction(bytes: Uint8Array, from: number, to: number, column: number): boolean {
    const thousands = (to - from) / digitsOfThousand;
    if (!Number.isInteger(thousands)) return false;
    // The columns end at the millisecond.
    for (let at = from + digitsOfThousand; at < to; at += 1) if (bytes[at] !== zero) return false;
    this.styles |= thousands << (column === fieldIndex.chargeStart ? timeShift.chargeStart : timeShift.chargeEnd);
    return true;
  }

  #text(bytes: Uint8Array, from: number, column: number): number {
    let hash = hashSeed;
    let at = from;
    for (let byte = bytes[at] ?? 0; byte !== quote; byte = bytes[at] ?? 0) {
      // Beyond the last byte there is nothing, which counts as 0.
      if (byte < firstPrintable || byte === backslash) return -1;
      hash = hashNext(hash, byte);
      at += 1;
    }
    this.textFrom[column] = from;
    this.textTo[column] = at;
    this.hashes[column] = hash;
    return at - from > longestText ? -1 : at;
  }

  #number(bytes: Uint8Array, from: number, column: number): number {
    let digits = 0;
    let at = from;
    let byte = bytes[at] ?? 0;
    for (; byte >= zero && byte <= nine; byte = bytes[at] ?? 0) {
      digits = digits * 10 + byte - zero;
      at += 1;
    }
    const whole = at - from;
    const point = at;
    if (byte === dot) {
      at += 1;
      for (byte = bytes[at] ?? 0; byte >= zero && byte <= nine; byte = bytes[at] ?? 0) {
        digits = digits * 10 + byte - zero;
        at += 1;
      }
    }
    const decimals = Math.max(0, at - point - 1);
    // JSON knows no leading zeros, and no point without a digit on both sides.
    if (whole === 0 || (whole > 1 && bytes[from] === zero) || at === point + 1) return -1;
    if (whole + decimals > mostDigits) return -1;
    const value = digits / (powersOfTen[decimals] ?? NaN);
    this.numbers[column] = value;
    if (decimals > 0 && bytes[at - 1] === zero) {
      if (decimals > 1) return -1;
      this.styles |= pointZero[column] ?? 0;
    }
    // Levels have 32 bits in their column, and the smallest energies are no longer written without an exponent.
    const isExact = column === fieldIndex.energy ? value === 0 || value >= leastPlain : decimals <= mostLevelDecimals;
    return isExact ? at : -1;
  }

  #flag(view: DataView, from: number, column: number): number {
    const isTrue = wordTrue.standsAt(view, from);
    if (!isTrue && !wordFalse.standsAt(view, from)) return -1;
    this.numbers[column] = isTrue ? publicCodes.yes : publicCodes.no;
    return from + (isTrue ? wordTrue : wordFalse).length;
  }

  /** Whether the check of records would have nothing to say of the record that was read. */
  #flawless(): boolean {
    const numbers = this.numbers;
    return (
      (numbers[fieldIndex.chargeEnd] ?? NaN) >= (numbers[fieldIndex.chargeStart] ?? NaN) &&
      (numbers[fieldIndex.startPercentRemaining] ?? NaN) <= 1 &&
      (numbers[fieldIndex.endPercentRemaining] ?? NaN) <= 1
    );
  }
}
