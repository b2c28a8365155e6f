import type { WireFormat } from '../model/record-reading.ts';
import { allFields, type ColumnBatch, type Field, publicCodes, reasons } from './columns.ts';
import { modelForm } from './wire-format.ts';
import { elementsOf } from './list-elements.ts';

/** One batch of a load. */
export interface LoadedBatch {
  readonly batch: ColumnBatch;
  /** The vehicle whose records these are, if there are several vehicles. */
  readonly source?: { readonly vehicle: VehicleOfRow } | undefined;
}

export interface VehicleOfRow {
  readonly id: string;
  readonly make: string;
  readonly model: string;
}

/** A field that violates the contract. */
export interface RecordProblem {
  readonly field: Field;
  readonly reason: string;
  /** A shortened form of the value that was sent; empty if none is kept. */
  readonly received: string;
}

/** Null means unknown. */
export type RowValue = string | number | boolean | null;

/** A record with the values of its columns. */
export interface RecordRow {
  /** The values of its columns; times are milliseconds since 1970. */
  readonly values: Readonly<Record<Field, RowValue>>;
  readonly problems: readonly RecordProblem[];
  /** The original JSON; undefined if it was too large to keep. */
  readonly raw: string | undefined;
  /** The wire format in which the record was received. */
  readonly form: WireFormat;
  readonly vehicle: VehicleOfRow | undefined;
}

/** Levels that are multiples of 1/levelSteps can be restored exactly from 32-bit floats. */
const levelSteps = 1e6;

/** A set of rows: a row is in it if bit `row % 8` of byte `row >> 3` is set. */
export type RowBits = Uint8Array;

const hasRow = (bits: RowBits | undefined, row: number) => !bits || (((bits[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;

/** Reads the rows of consecutive batches, starting with the first; their dictionaries are cumulative. */
export class RowReader {
  readonly #locations = [''];
  readonly #chargingTypes = [''];
  readonly #ids = [''];
  readonly #currencies = [''];
  readonly #received = [''];

  /** Skips a batch of which no row is wanted, but reads its dictionaries. */
  skip({ batch }: LoadedBatch): void {
    for (const text of batch.newLocations) this.#locations.push(text);
    for (const text of batch.newChargingTypes) this.#chargingTypes.push(text);
    for (const text of batch.extra?.newIds ?? []) this.#ids.push(text);
    for (const text of batch.extra?.newCurrencies ?? []) this.#currencies.push(text);
    for (const text of batch.problems.newReceived) this.#received.push(text);
  }

  /** @param chosen the rows to read; undefined for all */
  read(written: LoadedBatch, chosen?: RowBits): RecordRow[] {
    this.skip(written);
    const { batch, source } = written;
    const { rows, extra, form = modelForm } = batch;
    const problems = this.#problemsOf(batch);
    const raw = rawTexts(batch);
    const read: RecordRow[] = [];
    for (let index = 0; index < rows; index += 1) {
      const row = batch.firstRow + index;
      if (!hasRow(chosen, row)) continue;
      read.push({
        values: {
          chargeStart: numberOf(batch.chargeStart[index]),
          chargeEnd: numberOf(batch.chargeEnd[index]),
          location: textOf(this.#locations, batch.location[index]),
          energy: numberOf(batch.energy[index]),
          isPublic: batch.isPublic[index] === publicCodes.unknown ? null : batch.isPublic[index] === publicCodes.yes,
          startPercentRemaining: levelOf(batch.startPercentRemaining[index]),
          endPercentRemaining: levelOf(batch.endPercentRemaining[index]),
          chargingType: textOf(this.#chargingTypes, batch.chargingType[index]),
          id: textOf(this.#ids, extra?.id[index]),
          cost: numberOf(extra?.cost[index]),
          currency: textOf(this.#currencies, extra?.currency[index]),
          latitude: numberOf(extra?.latitude[index]),
          longitude: numberOf(extra?.longitude[index]),
        },
        problems: problems.get(row) ?? [],
        raw: raw?.[index],
        form,
        vehicle: source?.vehicle,
      });
    }
    return read;
  }

  #problemsOf({ problems }: ColumnBatch): ReadonlyMap<number, RecordProblem[]> {
    const found = new Map<number, RecordProblem[]>();
    problems.rows.forEach((row, index) => {
      const field = allFields[problems.fields[index] ?? 0] ?? allFields[0];
      const reason = reasons[problems.reasons[index] ?? 0] ?? '';
      const problem = { field, reason, received: this.#received[problems.received[index] ?? 0] ?? '' };
      const known = found.get(row);
      if (known) known.push(problem);
      else found.set(row, [problem]);
    });
    return found;
  }
}

function numberOf(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}

/** Levels are stored as 32-bit floats: digits beyond the sixth are rounding errors, not what the service sent. */
function levelOf(value: number | undefined): number | null {
  if (value === undefined || Number.isNaN(value)) return null;
  const usual = Math.round(value * levelSteps) / levelSteps;
  return Math.fround(usual) === value ? usual : Number(value.toPrecision(7));
}

function textOf(texts: readonly string[], code: number | undefined): string | null {
  return code === undefined || code === 0 ? null : (texts[code] ?? null);
}

const open = Buffer.from('[');
const close = Buffer.from(']');

/** The records of a batch byte for byte, one after another; undefined if there was too much to keep. */
export function rawTexts({ raw, rows }: ColumnBatch): readonly string[] | undefined {
  if (!raw) return undefined;
  const list = Buffer.concat([open, ...raw, close]);
  const { commas } = elementsOf(list);
  return Array.from({ length: rows }, (_, row) =>
    list.toString('utf8', (commas[row - 1] ?? 0) + 1, commas[row] ?? list.length - 1).trim(),
  );
}
