import { type ColumnBatch, type Field, type ProblemColumns, longestText, notKept, publicCodes } from './columns.ts';
import type { RecordBatch } from './record-check.ts';
import type { TextCoders } from './record-scanner.ts';
import type { ScannedColumns } from './scanned-rows.ts';
import { shortForm } from './short-form.ts';
import { TextCodes } from './text-codes.ts';

/** Distinct values kept to explain problems; further ones are said not to be kept. */
const mostReceived = 10_000;

/** Codes for texts. Code 0 means "unknown"; `takeNew` gives the texts since the last call. */
class Dictionary {
  readonly #codes = new TextCodes();
  #new: string[] = [];

  get size(): number {
    return this.#codes.size;
  }

  has(text: string): boolean {
    return this.#codes.get(text) !== undefined;
  }

  code(text: string): number {
    const known = this.#codes.get(text);
    if (known !== undefined) return known;
    this.#new.push(text.length > longestText ? cut(text, longestText) : text);
    return this.#codes.add(text);
  }

  takeNew(): readonly string[] {
    const texts = this.#new;
    this.#new = [];
    return texts;
  }
}

/** The beginning of a text, without the rest: V8's slice would hold on to all of it. */
function cut(text: string, length: number): string {
  return `${Buffer.from(text.slice(0, length), 'utf16le').toString('utf16le')}…`;
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

/** Rows of flawless records, counted from the first of the body. */
export interface ScannedBatch {
  readonly firstRow: number;
  readonly scanned: ScannedColumns;
}

const noProblems: ProblemColumns = {
  rows: new ArrayBuffer(),
  fields: new ArrayBuffer(),
  reasons: new ArrayBuffer(),
  received: new ArrayBuffer(),
  newReceived: [],
};

/** Turns batches of checked records into columns. One writer a load: the dictionaries span its batches. */
export class ColumnWriter {
  readonly #locations = new Dictionary();
  readonly #chargingTypes = new Dictionary();
  readonly #received = new Dictionary();
  /** The codes that the columns have for texts. */
  readonly coders: TextCoders = {
    location: (text) => this.#locations.code(text),
    chargingType: (text) => this.#chargingTypes.code(text),
  };

  /** The columns of rows whose texts have their codes from {@link coders}. */
  writeScanned({ firstRow, scanned }: ScannedBatch): ColumnBatch {
    return {
      firstRow,
      ...this.#columns(scanned),
      problemBits: new ArrayBuffer(scanned.rows),
      problems: noProblems,
      unknownFields: [],
      writing: { form: scanned.form, styles: scanned.styles.buffer },
    };
  }

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
    const columns = {
      ...{ rows, chargeStart: batch.starts, chargeEnd: batch.ends, energy, isPublic },
      ...{ startPercentRemaining: startLevel, endPercentRemaining: endLevel },
      ...{ location: locations, chargingType: chargingTypes },
    };
    return {
      firstRow: batch.firstRow,
      ...this.#columns(columns),
      problemBits: batch.problems.bits().buffer,
      problems: this.#problems(batch),
      unknownFields: [...batch.unknownFields.values()],
    };
  }

  /** The columns with the texts that are new to the dictionaries. */
  #columns(columns: Omit<ScannedColumns, 'styles' | 'form'>) {
    return {
      rows: columns.rows,
      chargeStart: columns.chargeStart.buffer,
      chargeEnd: columns.chargeEnd.buffer,
      energy: columns.energy.buffer,
      startPercentRemaining: columns.startPercentRemaining.buffer,
      endPercentRemaining: columns.endPercentRemaining.buffer,
      isPublic: columns.isPublic.buffer,
      location: pack(columns.location, this.#locations.size),
      chargingType: pack(columns.chargingType, this.#chargingTypes.size),
      newLocations: this.#locations.takeNew(),
      newChargingTypes: this.#chargingTypes.takeNew(),
    };
  }

  #problems({ problems }: RecordBatch): ProblemColumns {
    const received = new Uint32Array(problems.length);
    for (let at = 0; at < received.length; at += 1) received[at] = this.#receivedCode(problems.valueAt(at));
    return {
      rows: problems.rows().buffer,
      fields: problems.fields().buffer,
      reasons: problems.reasons().buffer,
      received: pack(received, this.#received.size),
      newReceived: this.#received.takeNew(),
    };
  }

  #receivedCode(value: unknown): number {
    if (value === undefined) return 0;
    const text = shortForm(value);
    const isKept = this.#received.size < mostReceived || this.#received.has(text);
    return this.#received.code(isKept ? text : notKept);
  }
}
