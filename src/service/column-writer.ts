import {
  type ColumnBatch,
  type Extras,
  type Field,
  type ProblemColumns,
  fieldIndex,
  fields,
  publicCodes,
  reasons,
} from './columns.ts';
import type { RecordBatch } from './record-check.ts';

/** Texts longer than this are cut on the way to the viewer; their codes still tell them apart. */
const longestText = 1000;
/** Distinct values kept to explain problems; further ones are explained without their value. */
const mostReceived = 500;
/** Characters kept of the fields that the contract doesn't know; further ones are said not to be kept. */
const mostExtras = 1 << 25;
const extraNotKept = '{"…":"not kept: there is too much of it"}';
const knownFields: ReadonlySet<string> = new Set(fields);

/** Codes for texts. Code 0 means "unknown"; `takeNew` gives the texts since the last call. */
class Dictionary {
  readonly #codes = new Map<string, number>();
  #new: string[] = [];

  get size(): number {
    return this.#codes.size;
  }

  code(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    const code = this.#codes.size + 1;
    this.#codes.set(text, code);
    this.#new.push(text.length > longestText ? `${text.slice(0, longestText)}…` : text);
    return code;
  }

  takeNew(): readonly string[] {
    const texts = this.#new;
    this.#new = [];
    return texts;
  }
}

/** The codes in the fewest bytes that hold them. */
function pack(codes: Uint32Array<ArrayBuffer>, largest: number): ArrayBuffer {
  if (largest < 0x100) return new Uint8Array(codes).buffer;
  if (largest < 0x10000) return new Uint16Array(codes).buffer;
  return codes.buffer;
}

function finite(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : NaN;
}

/** Turns batches of checked records into columns. One writer a load: the dictionaries span its batches. */
export class ColumnWriter {
  readonly #locations = new Dictionary();
  readonly #chargingTypes = new Dictionary();
  readonly #received = new Dictionary();
  #extraLength = 0;

  write(batch: RecordBatch): ColumnBatch {
    const rows = batch.values.length;
    const energy = new Float64Array(rows);
    const startLevel = new Float32Array(rows);
    const endLevel = new Float32Array(rows);
    const isPublic = new Uint8Array(rows);
    const locations = new Uint32Array(rows);
    const chargingTypes = new Uint32Array(rows);
    for (let index = 0; index < rows; index += 1) {
      const value = (batch.values[index] ?? {}) as Readonly<Partial<Record<Field, unknown>>>;
      const { isPublic: open, location, chargingType } = value;
      energy[index] = finite(value.energy);
      startLevel[index] = finite(value.startPercentRemaining);
      endLevel[index] = finite(value.endPercentRemaining);
      isPublic[index] = open === true ? publicCodes.yes : open === false ? publicCodes.no : publicCodes.unknown;
      locations[index] = typeof location === 'string' ? this.#locations.code(location) : 0;
      chargingTypes[index] = typeof chargingType === 'string' ? this.#chargingTypes.code(chargingType) : 0;
    }
    return {
      firstRow: batch.firstRow,
      rows,
      chargeStart: batch.starts.buffer,
      chargeEnd: batch.ends.buffer,
      energy: energy.buffer,
      startPercentRemaining: startLevel.buffer,
      endPercentRemaining: endLevel.buffer,
      isPublic: isPublic.buffer,
      location: pack(locations, this.#locations.size),
      chargingType: pack(chargingTypes, this.#chargingTypes.size),
      problemBits: problemBits(batch).buffer,
      newLocations: this.#locations.takeNew(),
      newChargingTypes: this.#chargingTypes.takeNew(),
      problems: this.#problems(batch),
      unknownFields: Array.from(batch.unknownFields, ([name, count]) => ({ name, count })),
      ...(batch.unknownFields.size > 0 && { extras: this.#extras(batch) }),
    };
  }

  #extras({ values }: RecordBatch): Extras {
    const rows: number[] = [];
    const texts: string[] = [];
    values.forEach((value, row) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
      const unknown = Object.entries(value).filter(([name]) => !knownFields.has(name));
      if (unknown.length === 0) return;
      const text = this.#extraLength < mostExtras ? JSON.stringify(Object.fromEntries(unknown)) : extraNotKept;
      this.#extraLength += text.length;
      rows.push(row);
      texts.push(text);
    });
    return { rows: Uint32Array.from(rows).buffer, texts };
  }

  #problems({ problems }: RecordBatch): ProblemColumns {
    const rows = new Uint32Array(problems.length);
    const fields = new Uint8Array(problems.length);
    const reasonCodes = new Uint8Array(problems.length);
    const received = new Uint32Array(problems.length);
    problems.forEach((problem, index) => {
      rows[index] = problem.row;
      fields[index] = fieldIndex[problem.field];
      reasonCodes[index] = reasons.indexOf(problem.reason);
      if (problem.received !== '' && this.#received.size < mostReceived) {
        received[index] = this.#received.code(problem.received);
      }
    });
    return {
      rows: rows.buffer,
      fields: fields.buffer,
      reasons: reasonCodes.buffer,
      received: pack(received, this.#received.size),
      newReceived: this.#received.takeNew(),
    };
  }
}

function problemBits({ firstRow, values, problems }: RecordBatch): Uint8Array<ArrayBuffer> {
  const bits = new Uint8Array(values.length);
  for (const { row, field } of problems) {
    const index = row - firstRow;
    bits[index] = (bits[index] ?? 0) | (1 << fieldIndex[field]);
  }
  return bits;
}
