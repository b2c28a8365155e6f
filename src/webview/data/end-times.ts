import { rowsPerChunk, type Sliced } from '../base/time-slices.ts';
import { Column } from './column.ts';
import { type ScaledColumn, times } from './scaled-column.ts';
import { type Floats, type Scaled, isScaled } from './scaled.ts';

/** Stands for an unknown end. */
const unknown = -(2 ** 31);

/** Milliseconds from each start to its end; undefined if an end would not come back as it is. */
function spansOf(starts: Float64Array, ends: Float64Array): Int32Array | undefined {
  const spans = new Int32Array(ends.length);
  for (let at = 0; at < ends.length; at += 1) {
    const start = starts[at] ?? NaN;
    const end = ends[at] ?? NaN;
    // This wraps or truncates what is too long or has a fraction, which does not come back as it is.
    const span = (end - start) | 0;
    if (Number.isNaN(end)) spans[at] = unknown;
    else if (span !== unknown && Object.is(start + span, end)) spans[at] = span;
    else return undefined;
  }
  return spans;
}

/**
 * Ends of charges. Held as whole seconds while all of them are; once one is not, all of them are held as 32-bit
 * milliseconds since their start, half the bytes of a time. If an end is known without its start, lies more than 24 days
 * from it, or has a fraction of a millisecond, all are held as times.
 */
export class EndTimes {
  readonly #starts: ScaledColumn;
  #times = times();
  #spans: Column<Int32Array> | undefined;
  #mayBeSpans = true;
  #rows = 0;
  #part = new Float64Array(0);

  /** @param starts the other ones, which are always appended first */
  constructor(starts: ScaledColumn) {
    this.#starts = starts;
  }

  /** Milliseconds since 1970; NaN is an unknown time. */
  at(row: number): number {
    if (!this.#spans) return this.#times.at(row);
    const span = this.#spans.at(row);
    return span === unknown ? NaN : this.#starts.at(row) + span;
  }

  /** See {@link ScaledColumn.part}. The starts are asked for the same part. */
  part(from: number, end: number): Float64Array {
    if (!this.#spans) return this.#times.part(from, end);
    const starts = this.#starts.part(from, end);
    if (this.#part.length < end - from) this.#part = new Float64Array(end - from);
    const part = this.#part;
    const { values } = this.#spans;
    for (let row = from; row < end; row += 1) {
      const span = values[row] ?? unknown;
      part[row - from] = span === unknown ? NaN : (starts[row - from] ?? NaN) + span;
    }
    return part;
  }

  /** See {@link ScaledColumn.held}; undefined if only these and the others together are the times. */
  get held(): Scaled | Floats | undefined {
    return this.#spans ? undefined : this.#times.held;
  }

  append(ends: Float64Array): void {
    const before = this.#rows;
    this.#rows += ends.length;
    if (this.#spans) {
      const spans = spansOf(this.#starts.part(before, this.#rows), ends);
      if (spans) {
        this.#spans.append(spans);
        return;
      }
      this.#holdTimes(before);
    }
    this.#times.append(ends);
    if (this.#mayBeSpans && !isScaled(this.#times.held)) this.#holdSpans();
  }

  /** See {@link Column.trim}. */
  trim(): Sliced<void> {
    return (this.#spans ?? this.#times).trim();
  }

  #holdSpans(): void {
    const all = new Column((length) => new Int32Array(length));
    for (let from = 0; from < this.#rows; from += rowsPerChunk) {
      const end = Math.min(this.#rows, from + rowsPerChunk);
      const spans = spansOf(this.#starts.part(from, end), this.#times.part(from, end).subarray(0, end - from));
      if (!spans) {
        this.#mayBeSpans = false;
        return;
      }
      all.append(spans);
    }
    this.#spans = all;
    this.#times = times();
  }

  #holdTimes(rows: number): void {
    const all = times();
    for (let from = 0; from < rows; from += rowsPerChunk) {
      const end = Math.min(rows, from + rowsPerChunk);
      all.append(this.part(from, end).subarray(0, end - from));
    }
    this.#times = all;
    this.#spans = undefined;
    this.#mayBeSpans = false;
  }
}
