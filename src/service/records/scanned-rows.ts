import type { WrittenForm } from './columns.ts';
import { mostGrowth } from './record-leaps.ts';

/** Columns of flawless records; see `ColumnBatch` for their units. */
export interface ScannedColumns {
  readonly rows: number;
  readonly chargeStart: Float64Array<ArrayBuffer>;
  readonly chargeEnd: Float64Array<ArrayBuffer>;
  readonly energy: Float64Array<ArrayBuffer>;
  readonly startPercentRemaining: Float32Array<ArrayBuffer>;
  readonly endPercentRemaining: Float32Array<ArrayBuffer>;
  readonly isPublic: Uint8Array<ArrayBuffer>;
  readonly location: Uint32Array<ArrayBuffer>;
  readonly chargingType: Uint32Array<ArrayBuffer>;
  /** See `value-styles.ts`. */
  readonly styles: Uint8Array<ArrayBuffer>;
  /** That of all the rows. */
  readonly form: WrittenForm;
}

/** As many as the bytes of the largest leap can hold. */
const mostRows = 3000 * mostGrowth;

/** Room for rows that are read one by one. */
export class ScannedRows {
  readonly chargeStart = new Float64Array(mostRows);
  readonly chargeEnd = new Float64Array(mostRows);
  readonly energy = new Float64Array(mostRows);
  readonly startPercentRemaining = new Float32Array(mostRows);
  readonly endPercentRemaining = new Float32Array(mostRows);
  readonly isPublic = new Uint8Array(mostRows);
  readonly location = new Uint32Array(mostRows);
  readonly chargingType = new Uint32Array(mostRows);
  readonly styles = new Uint8Array(mostRows);
  /** How many of them are there. */
  count = 0;

  get full(): boolean {
    return this.count === mostRows;
  }

  /** The rows so far, in arrays that are exactly as long; the room is empty afterwards. */
  take(form: WrittenForm): ScannedColumns {
    const rows = this.count;
    this.count = 0;
    return {
      rows,
      chargeStart: this.chargeStart.slice(0, rows),
      chargeEnd: this.chargeEnd.slice(0, rows),
      energy: this.energy.slice(0, rows),
      startPercentRemaining: this.startPercentRemaining.slice(0, rows),
      endPercentRemaining: this.endPercentRemaining.slice(0, rows),
      isPublic: this.isPublic.slice(0, rows),
      location: this.location.slice(0, rows),
      chargingType: this.chargingType.slice(0, rows),
      styles: this.styles.slice(0, rows),
      form,
    };
  }
}
