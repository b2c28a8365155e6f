import type { Sliced } from '../base/time-slices.ts';

export type Numbers = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

/** So few values are copied in no time. */
const fewValues = 0x8000;

/** Values that move to a larger array for each one that is appended: all have moved long before there is no room. */
const movedPerValue = 8;

/**
 * A typed array that grows. Read `values` up to `length`. A larger array is filled little by little while there is still
 * room in the present one: to copy a million values at once, in each of many columns, would hold the page up.
 */
export class Column<T extends Numbers> {
  #create: (length: number) => T;
  values: T;
  length = 0;
  /** The array to come, and how many values are in it. */
  #next: T | undefined;
  #moved = 0;

  constructor(create: (length: number) => T) {
    this.#create = create;
    this.values = create(0);
  }

  at(row: number): number {
    return this.values[row] ?? NaN;
  }

  append(source: ArrayLike<number>): void {
    const length = this.length + source.length;
    if (length > this.values.length) this.#grow(length);
    this.values.set(source, this.length);
    this.length = length;
    if (this.#next) this.#move(this.#next, source.length * movedPerValue);
    else if (length > fewValues && length > this.values.length * 0.75) {
      this.#next = this.#create(this.values.length * 2);
      this.#moved = 0;
    }
  }

  /** Gives back the room that growing has taken ahead. No values may be appended meanwhile. */
  *trim(): Sliced<void> {
    this.#next = undefined;
    this.#moved = 0;
    if (this.values.length === this.length) return;
    const exact = this.#create(this.length);
    while (this.#moved < this.length) {
      this.#move(exact, fewValues);
      yield;
    }
    this.#take(exact);
  }

  /**
   * Keeps all values in an array of another kind.
   *
   * @param value what is kept there of a row; absent: what is here
   */
  convert(create: (length: number) => T, value = (row: number) => this.values[row] ?? NaN): void {
    this.#create = create;
    const converted = create(this.values.length);
    for (let row = 0; row < this.length; row += 1) converted[row] = value(row);
    this.#take(converted);
  }

  #grow(least: number): void {
    const { values } = this;
    const fits = this.#next !== undefined && this.#next.length >= least;
    const next = fits && this.#next ? this.#next : this.#create(Math.max(least, values.length * 2));
    if (!fits) this.#moved = 0;
    this.#move(next, this.length);
    this.#take(next);
  }

  #move(next: T, most: number): void {
    const end = Math.min(this.length, this.#moved + most);
    next.set(this.values.subarray(this.#moved, end), this.#moved);
    this.#moved = end;
  }

  #take(values: T): void {
    this.values = values;
    this.#next = undefined;
    this.#moved = 0;
  }
}

export const uint32 = () => new Column((length) => new Uint32Array(length));
export const uint8 = () => new Column((length) => new Uint8Array(length));

/** Bytes that are mostly 0: those after the last other one take no room. Read what is not there as 0. */
export class SparseBytes extends Column<Uint8Array> {
  #appended = 0;

  constructor() {
    super((length) => new Uint8Array(length));
  }

  override append(source: Uint8Array): void {
    const before = this.#appended;
    this.#appended += source.length;
    if (!source.some(Boolean)) return;
    super.append(new Uint8Array(before - this.length));
    super.append(source);
  }
}

export type Codes = Uint8Array | Uint16Array | Uint32Array;

/** Codes of a dictionary, each in as few bytes as the largest of them needs. */
export class CodeColumn extends Column<Codes> {
  constructor() {
    super((length) => new Uint8Array(length));
  }

  /** @param texts how many codes there are */
  reserve(texts: number): void {
    const { BYTES_PER_ELEMENT: bytes } = this.values;
    if (texts > 0x10000 && bytes < 4) this.convert((length) => new Uint32Array(length));
    else if (texts > 0x100 && bytes < 2) this.convert((length) => new Uint16Array(length));
  }
}
