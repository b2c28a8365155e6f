import { Column } from './column.ts';
import { type Floats, type Scaled, type Wholes, isScaled, wholesOf } from './scaled.ts';
import type { Sliced } from '../base/time-slices.ts';

/** How a column holds its numbers. */
interface Scale {
  /** How many grains make 1. */
  readonly per: number;
  /** While all of them are whole multiples of the grain, … */
  readonly wholes: (length: number) => Wholes;
  /** … and from then on. */
  readonly floats: (length: number) => Floats;
}

/**
 * Numbers that are mostly decimals of few digits, or multiples of a thousand, in half the bytes. What comes back is what
 * went in: a division rounds as the reading of a decimal does. The first number that is no whole multiple of the grain,
 * negative, or too large has all of them held as they are from then on.
 */
export class ScaledColumn {
  readonly #scale: Scale;
  readonly #values: Column<Wholes | Floats>;
  /** What the values are to be divided by, … */
  #per: number;
  /** … and which of them stands for an unknown number; NaN if the numbers are held as they are. */
  #unknown: number;
  #part = new Float64Array(0);

  constructor(scale: Scale) {
    this.#scale = scale;
    this.#values = new Column(scale.wholes);
    this.#per = scale.per;
    this.#unknown = 2 ** (8 * scale.wholes(0).BYTES_PER_ELEMENT) - 1;
  }

  /** NaN is an unknown number. */
  at(row: number): number {
    const value = this.#values.values[row] ?? NaN;
    // In this order, for the compiler: choosing between quotients takes twice as long as choosing between dividends.
    return (value === this.#unknown ? NaN : value) / this.#per;
  }

  /**
   * The numbers of some rows, from `from` on. For loops over all rows: one call for each number would take most of their
   * time while the compiler does not know them yet. Holds until the next call.
   */
  part(from: number, end: number): Float64Array {
    if (this.#part.length < end - from) this.#part = new Float64Array(end - from);
    const part = this.#part;
    const per = this.#per;
    const unknown = this.#unknown;
    // Copied first, which is no work of the compiler's: then the loop sees one kind of array, whatever the column is held in.
    part.set(this.#values.values.subarray(from, end));
    for (let at = 0; at < end - from; at += 1) {
      const value = part[at] ?? NaN;
      part[at] = (value === unknown ? NaN : value) / per;
    }
    return part;
  }

  /** All numbers as they are held, for loops over them. */
  get held(): Scaled | Floats {
    const { values } = this.#values;
    if (values instanceof Float64Array || values instanceof Float32Array) return values;
    return { wholes: values, per: this.#per, unknown: this.#unknown };
  }

  /** @param source of the precision that the column keeps */
  append(source: Floats): void {
    const { held } = this;
    const wholes = isScaled(held) ? wholesOf(source, held) : undefined;
    if (!wholes && isScaled(held)) this.#holdFloats();
    this.#values.append(wholes ?? source);
  }

  /** See {@link Column.trim}. */
  trim(): Sliced<void> {
    return this.#values.trim();
  }

  #holdFloats(): void {
    this.#values.convert(this.#scale.floats, (row) => this.at(row));
    this.#per = 1;
    this.#unknown = NaN;
  }
}

/**
 * Times, which are milliseconds, as whole seconds from 1970 to 2106: the only example in the service's document has no
 * fractions of one.
 */
export const times = () =>
  new ScaledColumn({
    per: 1 / 1000,
    wholes: (length) => new Uint32Array(length),
    floats: (length) => new Float64Array(length),
  });

/**
 * Energies to 16,777 units as whole multiples of 1/256,000, which are all thousandths and all multiples of 1/2048: the
 * only example in the service's document is one of the latter.
 */
export const energies = () =>
  new ScaledColumn({
    per: 256_000,
    wholes: (length) => new Uint32Array(length),
    floats: (length) => new Float64Array(length),
  });

/** Levels, which are numbers of 32 bits, as whole ten-thousandths of full charge. */
export const levels = () =>
  new ScaledColumn({
    per: 10_000,
    wholes: (length) => new Uint16Array(length),
    floats: (length) => new Float32Array(length),
  });
