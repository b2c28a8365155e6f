import { type ColumnBatch, type Field, type Reason, codesOf, fieldIndex, fields, reasons } from '../service/columns.ts';

type Numbers = Float64Array | Float32Array | Uint32Array | Uint8Array;

/** A typed array that grows. Read `values` up to `length`. */
export class Column<T extends Numbers> {
  readonly #create: (length: number) => T;
  values: T;
  length = 0;

  constructor(create: (length: number) => T) {
    this.#create = create;
    this.values = create(0);
  }

  append(source: ArrayLike<number>): void {
    const length = this.length + source.length;
    if (length > this.values.length) this.#resize(Math.max(length, this.values.length * 2));
    this.values.set(source, this.length);
    this.length = length;
  }

  /** Gives back the room that growing has taken ahead. */
  trim(): void {
    if (this.values.length > this.length) this.#resize(this.length);
  }

  #resize(length: number): void {
    const larger = this.#create(length);
    larger.set(this.values.subarray(0, length));
    this.values = larger;
  }
}

export interface CellProblem {
  readonly field: Field;
  readonly reason: Reason;
  /** Short form of the value that came; empty if none is kept. */
  readonly received: string;
}

const float64 = () => new Column((length) => new Float64Array(length));
const float32 = () => new Column((length) => new Float32Array(length));
const uint32 = () => new Column((length) => new Uint32Array(length));
const uint8 = () => new Column((length) => new Uint8Array(length));

/** The records on screen, as columns. What each holds and how unknown values look: ColumnBatch. */
export class ColumnStore {
  rows = 0;
  readonly chargeStart = float64();
  readonly chargeEnd = float64();
  readonly energy = float64();
  readonly startPercentRemaining = float32();
  readonly endPercentRemaining = float32();
  readonly isPublic = uint8();
  readonly location = uint32();
  readonly chargingType = uint32();
  readonly problemBits = uint8();
  /** Code of each row's vehicle: its number and 1. Empty where there is only one. */
  readonly vehicle = uint8();
  /** Texts by code. Code 0 is an unknown text. */
  readonly locations: string[] = [''];
  readonly chargingTypes: string[] = [''];
  readonly vehicles: readonly string[];
  readonly #problemRows = uint32();
  readonly #problemFields = uint8();
  readonly #problemReasons = uint8();
  readonly #problemReceived = uint32();
  readonly #received: string[] = [''];

  /** @param vehicles names of the vehicles; none where there is only one */
  constructor(vehicles: readonly string[] = []) {
    this.vehicles = ['', ...vehicles];
  }

  /**
   * Throws RangeError if the batch doesn't continue these rows, or a buffer doesn't fit its rows.
   *
   * @param vehicle number of the vehicle that the rows are of, where there are several
   */
  append(batch: ColumnBatch, vehicle?: number): void {
    if (batch.firstRow !== this.rows) throw new RangeError(`Batch of row ${batch.firstRow} after ${this.rows} rows`);
    const { rows, problems } = batch;
    const marks = problems.fields.byteLength;
    const parts: readonly [Column<Numbers>, ArrayLike<number>, number][] = [
      [this.chargeStart, new Float64Array(batch.chargeStart), rows],
      [this.chargeEnd, new Float64Array(batch.chargeEnd), rows],
      [this.energy, new Float64Array(batch.energy), rows],
      [this.startPercentRemaining, new Float32Array(batch.startPercentRemaining), rows],
      [this.endPercentRemaining, new Float32Array(batch.endPercentRemaining), rows],
      [this.isPublic, new Uint8Array(batch.isPublic), rows],
      [this.location, codesOf(batch.location, rows), rows],
      [this.chargingType, codesOf(batch.chargingType, rows), rows],
      [this.problemBits, new Uint8Array(batch.problemBits), rows],
      [this.#problemRows, new Uint32Array(problems.rows), marks],
      [this.#problemFields, new Uint8Array(problems.fields), marks],
      [this.#problemReasons, new Uint8Array(problems.reasons), marks],
      [this.#problemReceived, codesOf(problems.received, marks), marks],
    ];
    for (const [, values, length] of parts) {
      if (values.length !== length) throw new RangeError(`${values.length} values for ${length} rows`);
    }
    for (const [column, values] of parts) column.append(values);
    if (vehicle !== undefined) this.vehicle.append(new Uint8Array(rows).fill(vehicle + 1));
    this.locations.push(...batch.newLocations);
    this.chargingTypes.push(...batch.newChargingTypes);
    this.#received.push(...problems.newReceived);
    this.rows += rows;
  }

  /** To be called when no more rows come. */
  trim(): void {
    for (const field of fields) this[field].trim();
    this.problemBits.trim();
    this.vehicle.trim();
  }

  /** Number of the vehicle that a row is of. */
  vehicleOf(row: number): number {
    return Math.max(0, (this.vehicle.values[row] ?? 0) - 1);
  }

  /** How many vehicles there are. */
  get vehicleCount(): number {
    return Math.max(1, this.vehicles.length - 1);
  }

  hasProblem(row: number, field: Field): boolean {
    return ((this.problemBits.values[row] ?? 0) & (1 << fieldIndex[field])) !== 0;
  }

  problemsOf(row: number): CellProblem[] {
    const rows = this.#problemRows.values;
    let low = 0;
    let high = this.#problemRows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    const found: CellProblem[] = [];
    for (let at = low; at < this.#problemRows.length && rows[at] === row; at += 1) {
      const field = fields[this.#problemFields.values[at] ?? 0];
      const reason = reasons[this.#problemReasons.values[at] ?? 0];
      const received = this.#received[this.#problemReceived.values[at] ?? 0] ?? '';
      if (field && reason) found.push({ field, reason, received });
    }
    return found;
  }
}
