import type { ColumnBatch } from '../../service/records/columns.ts';

/** The records of a batch that are kept as they came. */
export class RawTexts {
  readonly #places: ReadonlyMap<number, number>;
  readonly #ends: Uint32Array;
  readonly #bytes: Buffer;

  constructor({ raw }: ColumnBatch) {
    const rows = new Uint32Array(raw?.rows ?? new ArrayBuffer(0));
    this.#places = new Map(Array.from(rows, (row, place) => [row, place]));
    this.#ends = new Uint32Array(raw?.ends ?? new ArrayBuffer(0));
    this.#bytes = Buffer.from(raw?.bytes ?? new ArrayBuffer(0));
  }

  /**
   * JSON to the letter; undefined of a record that its columns hold, and empty of one that they don't but of which there
   * was too much.
   *
   * @param row counted from the first of the batch
   */
  of(row: number): string | undefined {
    const place = this.#places.get(row);
    return place === undefined
      ? undefined
      : this.#bytes.toString('utf8', this.#ends[place - 1] ?? 0, this.#ends[place]);
  }
}
