type Numbers = Float64Array | Float32Array | Uint32Array | Uint16Array | Uint8Array;

/** A typed array that grows. Read `values` up to `length`. */
export class Column<T extends Numbers> {
  readonly #create: (length: number) => T;
  values: T;
  length = 0;

  constructor(create: (length: number) => T) {
    this.#create = create;
    this.values = create(0);
  }

  at(row: number): number {
    return this.values[row] ?? NaN;
  }

  append(source: ArrayLike<number>): void {
    const length = this.length + source.length;
    if (length > this.values.length) {
      const larger = this.#create(Math.max(length, this.values.length * 2));
      larger.set(this.values);
      this.values = larger;
    }
    this.values.set(source, this.length);
    this.length = length;
  }

  /** Frees the memory that was reserved for growth. */
  trim(): void {
    this.values = this.values.slice(0, this.length) as T;
  }
}

export const float64 = () => new Column((length) => new Float64Array(length));
export const float32 = () => new Column((length) => new Float32Array(length));
export const uint32 = () => new Column((length) => new Uint32Array(length));
export const uint16 = () => new Column((length) => new Uint16Array(length));
export const uint8 = () => new Column((length) => new Uint8Array(length));
