import type { ColumnBatch, RawRecords } from './columns.ts';
import type { RecordBytes } from './record-bytes.ts';
import { type RecordForm, formOf } from './record-form.ts';
import { RecordReader } from './record-reader.ts';

/** Bytes of records that are kept beside their columns; of further records it is said that they are not. */
const mostBytes = 1 << 25;

/** Where a record is in its bytes. */
interface Place {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

/** Keeps records as they came that the columns do not hold exactly. One a load: it counts the bytes of all its batches. */
export class RawKeeper {
  readonly #reader = new RecordReader();
  #form: RecordForm | undefined;
  #bytes = 0;

  /**
   * A batch with what its columns don't hold.
   *
   * @param source what it was read from; the batches of it one after another
   */
  keep(batch: ColumnBatch, source: RecordBytes): ColumnBatch {
    const isMarked = new Uint8Array(batch.problemBits);
    const styles = new Uint8Array(batch.rows);
    const others: Place[] = [];
    let mayLearn = true;
    for (let row = 0; row < batch.rows; row += 1) {
      const from = source.begin();
      let end = isMarked[row] === 0 ? this.#read(source, from) : -1;
      if (end < 0 && isMarked[row] === 0 && mayLearn) {
        this.#form = formOf(source.bytes, from) ?? this.#form;
        end = this.#read(source, from);
        // Once a batch: records that are written in many ways are kept rather than looked at for long.
        mayLearn = false;
      }
      if (end < 0) {
        others.push({ row, from, to: source.pass() });
        continue;
      }
      source.skip(end);
      styles[row] = this.#reader.styles;
      // All that the batch leaves to its columns has one form.
      mayLearn = false;
    }
    return {
      ...batch,
      ...(this.#form && { writing: { form: this.#form.written, styles: styles.buffer } }),
      ...(others.length > 0 && { raw: this.#take(source.bytes, others) }),
    };
  }

  /** Reads the record that begins there, and returns where it ends; −1 if the columns don't hold all of it. */
  #read({ bytes, view }: RecordBytes, from: number): number {
    return this.#form ? this.#reader.read(this.#form, bytes, view, from) : -1;
  }

  #take(bytes: Uint8Array, places: readonly Place[]): RawRecords {
    const ends = new Uint32Array(places.length);
    let length = 0;
    places.forEach(({ from, to }, index) => {
      if (this.#bytes + length < mostBytes) length += to - from;
      ends[index] = length;
    });
    this.#bytes += length;
    const kept = new Uint8Array(length);
    places.forEach(({ from, to }, index) => {
      const at = ends[index - 1] ?? 0;
      if (at < (ends[index] ?? 0)) kept.set(bytes.subarray(from, to), at);
    });
    return { rows: Uint32Array.from(places, ({ row }) => row).buffer, ends: ends.buffer, bytes: kept.buffer };
  }
}
