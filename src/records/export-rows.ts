import {
  type ColumnBatch,
  type Extras,
  type Field,
  codesOf,
  fields,
  publicCodes,
  reasons,
} from '../service/columns.ts';

/** A batch, and what of it the viewer's page doesn't know. */
export interface WrittenBatch {
  readonly batch: ColumnBatch;
  readonly extras?: Extras | undefined;
  /** Whose records they are, where there are several vehicles. */
  readonly source?: { readonly vehicle: VehicleOfRow } | undefined;
}

export interface VehicleOfRow {
  readonly id: string;
  readonly make: string;
  readonly model: string;
}

/** A field that is not as the contract says. */
export interface ExportProblem {
  readonly field: string;
  readonly reason: string;
  /** Short form of the value that came; empty if none is kept. */
  readonly received: string;
}

/** A record as it is written to a file: times in ISO 8601 UTC; null is unknown. */
export interface ExportRow {
  readonly values: Readonly<Record<Field, string | number | boolean | null>>;
  readonly problems: readonly ExportProblem[];
  /** The fields that the contract doesn't know, as a JSON object; empty if there are none. */
  readonly extra: string;
  readonly vehicle: VehicleOfRow | undefined;
}

/** Which rows: bit `row % 8` of byte `row >> 3` is set. */
export type RowBits = Uint8Array;

const hasRow = (bits: RowBits | undefined, row: number) => !bits || (((bits[row >> 3] ?? 0) >> (row & 7)) & 1) === 1;

/** The rows of batches that follow each other, from the first on; the dictionaries span them. */
export class RowReader {
  readonly #locations = [''];
  readonly #chargingTypes = [''];
  readonly #received = [''];

  /** @param chosen the rows to read; undefined for all */
  read({ batch, extras, source }: WrittenBatch, chosen: RowBits | undefined): ExportRow[] {
    this.#locations.push(...batch.newLocations);
    this.#chargingTypes.push(...batch.newChargingTypes);
    this.#received.push(...batch.problems.newReceived);
    const { rows } = batch;
    const starts = new Float64Array(batch.chargeStart);
    const ends = new Float64Array(batch.chargeEnd);
    const energies = new Float64Array(batch.energy);
    const startLevels = new Float32Array(batch.startPercentRemaining);
    const endLevels = new Float32Array(batch.endPercentRemaining);
    const publics = new Uint8Array(batch.isPublic);
    const locations = codesOf(batch.location, rows);
    const chargingTypes = codesOf(batch.chargingType, rows);
    const problems = this.#problemsOf(batch);
    const extraRows = new Uint32Array(extras?.rows ?? new ArrayBuffer(0));
    const lines = extras?.lines.split('\n') ?? [];
    const extraOf = new Map(Array.from(extraRows, (row, index) => [row, lines[index] ?? '']));
    const read: ExportRow[] = [];
    for (let index = 0; index < rows; index += 1) {
      const row = batch.firstRow + index;
      if (!hasRow(chosen, row)) continue;
      read.push({
        values: {
          chargeStart: timeOf(starts[index]),
          chargeEnd: timeOf(ends[index]),
          location: textOf(this.#locations, locations[index]),
          energy: numberOf(energies[index]),
          isPublic: publics[index] === publicCodes.unknown ? null : publics[index] === publicCodes.yes,
          startPercentRemaining: levelOf(startLevels[index]),
          endPercentRemaining: levelOf(endLevels[index]),
          chargingType: textOf(this.#chargingTypes, chargingTypes[index]),
        },
        problems: problems.get(row) ?? [],
        extra: extraOf.get(index) ?? '',
        vehicle: source?.vehicle,
      });
    }
    return read;
  }

  #problemsOf({ problems }: ColumnBatch): ReadonlyMap<number, ExportProblem[]> {
    const rows = new Uint32Array(problems.rows);
    const fieldsOf = new Uint8Array(problems.fields);
    const reasonsOf = new Uint8Array(problems.reasons);
    const received = codesOf(problems.received, rows.length);
    const found = new Map<number, ExportProblem[]>();
    rows.forEach((row, index) => {
      const field = fields[fieldsOf[index] ?? 0] ?? '';
      const reason = reasons[reasonsOf[index] ?? 0] ?? '';
      const problem = { field, reason, received: this.#received[received[index] ?? 0] ?? '' };
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

/** Levels are 32 bits wide: further digits are none that the service sent. */
function levelOf(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : Number(value.toPrecision(7));
}

function timeOf(time: number | undefined): string | null {
  if (time === undefined || Number.isNaN(time)) return null;
  return new Date(time).toISOString().replace('.000Z', 'Z');
}

function textOf(texts: readonly string[], code: number | undefined): string | null {
  return code === undefined || code === 0 ? null : (texts[code] ?? null);
}
