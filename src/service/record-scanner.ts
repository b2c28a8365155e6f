import { ByteLiteral } from './byte-literal.ts';
import { ByteTexts, hashNext, hashSeed } from './byte-texts.ts';
import { fieldIndex, fields, publicCodes } from './columns.ts';
import { type RecordForm, formOf, valueKinds } from './record-form.ts';
import { type ScannedColumns, ScannedRows } from './scanned-rows.ts';
import { longestTimestamp, utcTimestampIn } from './utc-time.ts';

/** Gives texts their codes, which are not 0. */
export interface TextCoders {
  readonly location: (text: string) => number;
  readonly chargingType: (text: string) => number;
}

const quote = 0x22;
const comma = 0x2c;
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

/**
 * Reads records out of their bytes straight into columns. No object is made of a record, which is most of what JSON.parse
 * takes its time for. It reads only what is written as usual and without any flaw: the same bytes around the values as
 * in the record before, times that the contract accepts, an end not before its start, levels from 0 to 1, energy from 0
 * on, no escapes, no exponents. It stops in front of any other record, which is for JSON.parse and the check to judge.
 */
export class RecordScanner {
  readonly #locations: ByteTexts;
  readonly #chargingTypes: ByteTexts;
  readonly #rows = new ScannedRows();
  #form: RecordForm | undefined;
  /** The record that is read, by {@link fieldIndex}: its numbers; where its texts are, and the hashes of their bytes. */
  readonly #numbers = new Float64Array(fields.length);
  readonly #textFrom = new Uint32Array(fields.length);
  readonly #textTo = new Uint32Array(fields.length);
  readonly #hashes = new Int32Array(fields.length);

  constructor({ location, chargingType }: TextCoders) {
    this.#locations = new ByteTexts(location);
    this.#chargingTypes = new ByteTexts(chargingType);
  }

  /** The rows that were read since they were taken last; undefined if there are none. */
  take(): ScannedColumns | undefined {
    return this.#rows.count > 0 ? this.#rows.take() : undefined;
  }

  /**
   * Reads records with a comma between each two of them. Returns where the first one begins that it has not read, or
   * `to` if it has read them all.
   */
  scan(bytes: Uint8Array, from: number, to: number): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const end = this.#scan(bytes, view, from, to);
    if (end > from) return end;
    // The first record, or a service that writes them in several ways.
    this.#form = formOf(bytes, from);
    return this.#scan(bytes, view, from, to);
  }

  #scan(bytes: Uint8Array, view: DataView, from: number, to: number): number {
    const form = this.#form;
    let at = from;
    while (form && !this.#rows.full) {
      const end = this.#record(form, bytes, view, at);
      if (end < 0 || end > to || (end < to && bytes[end] !== comma) || !this.#keep(bytes)) return at;
      if (end === to) return to;
      at = end + 1;
    }
    return at;
  }

  /** Reads a record. Returns where it ends, or −1 if it is not as usual. */
  #record(form: RecordForm, bytes: Uint8Array, view: DataView, from: number): number {
    const { before, kinds, columns } = form;
    let at = from;
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
    let at = from;
    while (bytes[at] !== quote) {
      at += 1;
      if (at - from > longestTimestamp) return -1;
    }
    const time = utcTimestampIn(bytes, from, at);
    this.#numbers[column] = time;
    return Number.isNaN(time) ? -1 : at;
  }

  #text(bytes: Uint8Array, from: number, column: number): number {
    let hash = hashSeed;
    let at = from;
    for (let byte = bytes[at] ?? 0; byte !== quote; byte = bytes[at] ?? 0) {
      // Nothing is as little usual as what is there beyond the last byte.
      if (byte < firstPrintable || byte === backslash) return -1;
      hash = hashNext(hash, byte);
      at += 1;
    }
    this.#textFrom[column] = from;
    this.#textTo[column] = at;
    this.#hashes[column] = hash;
    return at;
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
    this.#numbers[column] = digits / (powersOfTen[decimals] ?? NaN);
    return at;
  }

  #flag(view: DataView, from: number, column: number): number {
    const isTrue = wordTrue.standsAt(view, from);
    if (!isTrue && !wordFalse.standsAt(view, from)) return -1;
    this.#numbers[column] = isTrue ? publicCodes.yes : publicCodes.no;
    return from + (isTrue ? wordTrue : wordFalse).length;
  }

  /** Whether the check of records would have nothing to say of the record that was read. */
  #flawless(): boolean {
    const numbers = this.#numbers;
    return (
      (numbers[fieldIndex.chargeEnd] ?? NaN) >= (numbers[fieldIndex.chargeStart] ?? NaN) &&
      (numbers[fieldIndex.startPercentRemaining] ?? NaN) <= 1 &&
      (numbers[fieldIndex.endPercentRemaining] ?? NaN) <= 1
    );
  }

  /** Makes the record that was read a row; false if its texts are no UTF-8. */
  #keep(bytes: Uint8Array): boolean {
    // Not before all else is right: a text of a record that is left to others must get no code here.
    const location = this.#code(this.#locations, bytes, fieldIndex.location);
    const chargingType = location && this.#code(this.#chargingTypes, bytes, fieldIndex.chargingType);
    if (chargingType === 0) return false;
    const rows = this.#rows;
    const row = rows.count;
    const numbers = this.#numbers;
    rows.chargeStart[row] = numbers[fieldIndex.chargeStart] ?? NaN;
    rows.chargeEnd[row] = numbers[fieldIndex.chargeEnd] ?? NaN;
    rows.energy[row] = numbers[fieldIndex.energy] ?? NaN;
    rows.isPublic[row] = numbers[fieldIndex.isPublic] ?? NaN;
    rows.startPercentRemaining[row] = numbers[fieldIndex.startPercentRemaining] ?? NaN;
    rows.endPercentRemaining[row] = numbers[fieldIndex.endPercentRemaining] ?? NaN;
    rows.location[row] = location;
    rows.chargingType[row] = chargingType;
    rows.count = row + 1;
    return true;
  }

  #code(texts: ByteTexts, bytes: Uint8Array, column: number): number {
    const from = this.#textFrom[column] ?? 0;
    return texts.codeOf(bytes, from, this.#textTo[column] ?? 0, this.#hashes[column] ?? 0);
  }
}
