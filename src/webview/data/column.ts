type Numbers = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** A typed array that grows. Read `values` up to `length`. */
export class Column<T extends Numbers> {
  #create: (length: number) => T;
  values: T;
  length = 0;

  constructor(create: (length: number) => T) {
    this.#create = create;
    this.values = create(0);
  }

  at(row: number): number {
    return this.values[row] ?? NaN;
  }

  /** The values of some rows, from `from` on, for loops over them. */
  part(from: number, end: number): T {
    return this.values.subarray(from, end) as T;
  }

  append(source: ArrayLike<number>): void {
    const length = this.length + source.length;
    if (length > this.values.length) this.#copyTo(Math.max(length, this.values.length * 2));
    this.values.set(source, this.length);
    this.length = length;
  }

  /** Gives back the room that growing has taken ahead. */
  trim(): void {
    if (this.values.length > this.length) this.#copyTo(this.length);
  }

  /** Keeps all values in an array of another kind. */
  convert(create: (length: number) => T): void {
    this.#create = create;
    this.#copyTo(this.values.length);
  }

  #copyTo(length: number): void {
    const values = this.#create(length);
    values.set(this.values.subarray(0, this.length));
    this.values = values;
  }
}

export const float64 = () => new Column((length) => new Float64Array(length));
export const float32 = () => new Column((length) => new Float32Array(length));
export const uint32 = () => new Column((length) => new Uint32Array(length));
export const uint8 = () => new Column((length) => new Uint8Array(length));

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
