import {
  type Codes,
  type ColumnBatch,
  type Field,
  type Reason,
  allFields,
  fieldIndex,
  extraFields,
  narrowCodes,
  reasons,
} from '../../service/records/columns.ts';
import { firstWhere } from '../base/first-where.ts';
import { isTextColumn, textLists } from './view-columns.ts';
import { type ComparedRows, results } from '../messages/compared-rows.ts';

type Numbers = Float64Array | Float32Array | Codes;

/** A typed array that grows. Read `values` up to `length`. */
class Column<T extends Numbers> {
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

  /** Frees the memory that was reserved for growth, and for more codes than there are. */
  trim(codes = Infinity): void {
    const values = this.values.slice(0, this.length);
    this.values = (values instanceof Uint32Array ? narrowCodes(values, codes) : values) as T;
  }
}

const float64 = () => new Column((length) => new Float64Array(length));
const float32 = () => new Column((length) => new Float32Array(length));
const uint32 = () => new Column<Codes>((length) => new Uint32Array(length));
const uint16 = () => new Column((length) => new Uint16Array(length));
const uint8 = () => new Column((length) => new Uint8Array(length));

const inPair = results.indexOf('in-pair');

export interface CellProblem {
  readonly field: Field;
  readonly reason: Reason;
  /** Short form of the received value; empty if it was not kept. */
  readonly received: string;
}

/** The records on screen, as columns. {@link ColumnBatch} describes the columns and their unknown values. */
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
  /** Whether some records have a form that includes the following columns, which are empty otherwise. */
  hasExtraFields = false;
  readonly id = uint32();
  readonly cost = float64();
  readonly currency = uint32();
  readonly latitude = float64();
  readonly longitude = float64();
  readonly #problemBits = uint16();
  /** Code of each row's vehicle: its number plus 1. Empty if there is only one vehicle. */
  readonly vehicle = uint8();
  /** Codes of how each record compares with the other side. Empty unless records are compared. */
  readonly difference = uint8();
  #compared: ComparedRows | undefined;
  /** Texts by code. Code 0 is an unknown text. */
  readonly locations: string[] = [''];
  readonly chargingTypes: string[] = [''];
  readonly ids: string[] = [''];
  readonly currencies: string[] = [''];
  readonly vehicles: readonly string[];
  readonly differences: readonly string[];
  readonly #problemRows = uint32();
  readonly #problemFields = uint8();
  readonly #problemReasons = uint8();
  readonly #problemReceived = uint32();
  readonly #received: string[] = [''];

  /**
   * @param vehicles names of the vehicles; none if there is only one
   * @param differences names of how records compare, by code; none if they are not compared
   */
  constructor(vehicles: readonly string[] = [], differences: readonly string[] = ['']) {
    this.vehicles = ['', ...vehicles];
    this.differences = differences;
  }

  /**
   * Throws RangeError if the batch doesn't continue these rows.
   *
   * @param vehicle number of the vehicle that the rows belong to, if there are several
   */
  append(batch: ColumnBatch, vehicle?: number): void {
    if (batch.firstRow !== this.rows) throw new RangeError(`Batch of row ${batch.firstRow} after ${this.rows} rows`);
    const { rows, problems } = batch;
    this.locations.push(...batch.newLocations);
    this.chargingTypes.push(...batch.newChargingTypes);
    this.chargeStart.append(batch.chargeStart);
    this.chargeEnd.append(batch.chargeEnd);
    this.energy.append(batch.energy);
    this.startPercentRemaining.append(batch.startPercentRemaining);
    this.endPercentRemaining.append(batch.endPercentRemaining);
    this.isPublic.append(batch.isPublic);
    this.location.append(batch.location);
    this.chargingType.append(batch.chargingType);
    this.#appendExtraFields(batch);
    this.#problemBits.append(batch.problemBits);
    this.#problemRows.append(problems.rows);
    this.#problemFields.append(problems.fields);
    this.#problemReasons.append(problems.reasons);
    this.#problemReceived.append(problems.received);
    if (vehicle !== undefined) this.vehicle.append(new Uint8Array(rows).fill(vehicle + 1));
    this.#received.push(...problems.newReceived);
    this.rows += rows;
  }

  #appendExtraFields({ rows, extra }: ColumnBatch): void {
    if (extra && !this.hasExtraFields) this.#appendUnknown(this.rows);
    this.hasExtraFields ||= extra !== undefined;
    if (!extra) {
      if (this.hasExtraFields) this.#appendUnknown(rows);
      return;
    }
    for (const text of extra.newIds) this.ids.push(text);
    this.currencies.push(...extra.newCurrencies);
    for (const name of extraFields) this[name].append(extra[name]);
  }

  /** Appends rows of a form that lacks the extra fields. */
  #appendUnknown(rows: number): void {
    for (const column of [this.cost, this.latitude, this.longitude]) column.append(new Float64Array(rows).fill(NaN));
    for (const column of [this.id, this.currency]) column.append(new Uint32Array(rows));
  }

  /** Frees the memory that was reserved for growth. For when no more rows come. */
  trim(): void {
    for (const field of allFields) this[field].trim(isTextColumn(field) ? this[textLists[field]].length : Infinity);
    for (const column of [this.vehicle, this.#problemBits]) column.trim();
    if (this.#problemRows.length === 0) this.#problemBits.values = new Uint16Array(0);
  }

  /** Number of the vehicle that a row belongs to. */
  vehicleOf(row: number): number {
    return Math.max(0, (this.vehicle.values[row] ?? 0) - 1);
  }

  /** How many vehicles there are. */
  get vehicleCount(): number {
    return Math.max(1, this.vehicles.length - 1);
  }

  /** All records have arrived, and were compared. */
  compare(compared: ComparedRows): void {
    this.#compared = compared;
    this.difference.append(compared.results);
  }

  get isCompared(): boolean {
    return this.#compared !== undefined;
  }

  /** Whether the row of the same charge on the newer side shows this record, too. */
  isInPair(row: number): boolean {
    return this.#compared?.results[row] === inPair;
  }

  /** The row of the same charge on the older side; −1 if there is none. */
  partnerOf(row: number): number {
    return this.#compared?.partners[row] ?? -1;
  }

  /** The fields in which the record differs from its partner, as bits: see {@link ComparedRows}. */
  changedFields(row: number): number {
    return this.#compared?.fields[row] ?? 0;
  }

  /** Number of charges: of records, but one for those of a pair. */
  get charges(): number {
    return this.rows - (this.#compared?.results.filter((code) => code === inPair).length ?? 0);
  }

  /** The mask with the partners of its rows. */
  withPartners(mask: Uint8Array): Uint8Array {
    const all = mask.slice();
    mask.forEach((passes, row) => {
      const partner = this.partnerOf(row);
      if (passes && partner >= 0) all[partner] = 1;
    });
    return all;
  }

  /** Whether the record breaks the contract. */
  isMarked(row: number): boolean {
    return (this.#problemBits.values[row] ?? 0) !== 0;
  }

  hasProblem(row: number, field: Field): boolean {
    return ((this.#problemBits.values[row] ?? 0) & (1 << fieldIndex[field])) !== 0;
  }

  problemsOf(row: number): CellProblem[] {
    const rows = this.#problemRows.values;
    const { length } = this.#problemRows;
    const found: CellProblem[] = [];
    for (let at = firstWhere(length, (index) => (rows[index] ?? 0) >= row); at < length && rows[at] === row; at += 1) {
      const field = allFields[this.#problemFields.values[at] ?? 0];
      const reason = reasons[this.#problemReasons.values[at] ?? 0];
      const received = this.#received[this.#problemReceived.values[at] ?? 0] ?? '';
      if (field && reason) found.push({ field, reason, received });
    }
    return found;
  }
}

/** Some rows of a store. */
export interface MaskedRows {
  readonly store: ColumnStore;
  /** 1 for each included row, else 0; undefined: all. */
  readonly mask: Uint8Array | undefined;
}
