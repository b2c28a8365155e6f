import { type Field, type Reason, fieldIndex, fields, reasons } from './columns.ts';

/** Something wrong with one field of one record. */
export interface Problem {
  /** Counted from the first record of the body. */
  readonly row: number;
  readonly field: Field;
  readonly reason: Reason;
  /** What came: the field's value, or the whole element where it is no record. Undefined of a missing field. */
  readonly value: unknown;
}

/** Room for so many problems at first: most batches have none, or a few. */
const firstRoom = 64;

/**
 * What is wrong with the records of a batch, in the order of their rows. In columns: where every record is bad there are
 * eight times as many problems as records, and as objects they would take more memory than all that is kept of them.
 */
export class RecordProblems implements Iterable<Problem> {
  readonly #values: readonly unknown[];
  readonly #firstRow: number;
  #rows = new Uint32Array(0);
  #fields = new Uint8Array(0);
  #reasons = new Uint8Array(0);
  #length = 0;

  /** @param firstRow row of the first value */
  constructor(values: readonly unknown[], firstRow: number) {
    this.#values = values;
    this.#firstRow = firstRow;
  }

  get length(): number {
    return this.#length;
  }

  /** @param index of the value in the batch */
  add(index: number, field: Field, reason: Reason): void {
    const at = this.#length;
    if (at === this.#rows.length) this.#grow();
    this.#rows[at] = this.#firstRow + index;
    this.#fields[at] = fieldIndex[field];
    this.#reasons[at] = reasons.indexOf(reason);
    this.#length += 1;
  }

  #grow(): void {
    const room = Math.max(firstRoom, 2 * this.#length);
    const [rows, fields, reasons] = [this.#rows, this.#fields, this.#reasons];
    (this.#rows = new Uint32Array(room)).set(rows);
    (this.#fields = new Uint8Array(room)).set(fields);
    (this.#reasons = new Uint8Array(room)).set(reasons);
  }

  /** Counted from the first record of the body. */
  rows(): Uint32Array<ArrayBuffer> {
    return this.#rows.slice(0, this.#length);
  }

  /** Indexes in `fields`. */
  fields(): Uint8Array<ArrayBuffer> {
    return this.#fields.slice(0, this.#length);
  }

  /** Indexes in `reasons`. */
  reasons(): Uint8Array<ArrayBuffer> {
    return this.#reasons.slice(0, this.#length);
  }

  /** For each value of the batch: bit n is set if field n has a problem. */
  bits(): Uint8Array<ArrayBuffer> {
    const bits = new Uint8Array(this.#values.length);
    for (let at = 0; at < this.#length; at += 1) {
      const index = this.#indexAt(at);
      bits[index] = (bits[index] ?? 0) | (1 << (this.#fields[at] ?? 0));
    }
    return bits;
  }

  /** What came, of the problem with this number. */
  valueAt(at: number): unknown {
    const value = this.#values[this.#indexAt(at)];
    if (reasons[this.#reasons[at] ?? 0] === 'not-a-record') return value;
    const field = fields[this.#fields[at] ?? 0];
    return field && (value as Readonly<Partial<Record<Field, unknown>>>)[field];
  }

  *[Symbol.iterator](): Generator<Problem, void> {
    for (let at = 0; at < this.#length; at += 1) {
      const field = fields[this.#fields[at] ?? 0];
      const reason = reasons[this.#reasons[at] ?? 0];
      if (field && reason) yield { row: this.#rows[at] ?? 0, field, reason, value: this.valueAt(at) };
    }
  }

  #indexAt(at: number): number {
    return (this.#rows[at] ?? 0) - this.#firstRow;
  }
}
