import { ByteTexts } from './byte-texts.ts';
import { fieldIndex } from './columns.ts';
import { type RecordForm, formOf } from './record-form.ts';
import { RecordReader } from './record-reader.ts';
import { type ScannedColumns, ScannedRows } from './scanned-rows.ts';

/** Gives texts their codes, which are not 0. */
export interface TextCoders {
  readonly location: (text: string) => number;
  readonly chargingType: (text: string) => number;
}

const comma = 0x2c;

/**
 * Reads records out of their bytes straight into columns. No object is made of a record, which is most of what JSON.parse
 * takes its time for. It stops in front of a record that {@link RecordReader} does not read: that one is for JSON.parse and
 * the check to judge.
 */
export class RecordScanner {
  readonly #locations: ByteTexts;
  readonly #chargingTypes: ByteTexts;
  readonly #rows = new ScannedRows();
  readonly #reader = new RecordReader();
  #form: RecordForm | undefined;

  constructor({ location, chargingType }: TextCoders) {
    this.#locations = new ByteTexts(location);
    this.#chargingTypes = new ByteTexts(chargingType);
  }

  /** The rows that were read since they were taken last; undefined if there are none. */
  take(): ScannedColumns | undefined {
    return this.#rows.count > 0 && this.#form ? this.#rows.take(this.#form.written) : undefined;
  }

  /**
   * Reads records with a comma between each two of them. Returns where the first one begins that it has not read, or
   * `to` if it has read them all.
   */
  scan(bytes: Uint8Array, from: number, to: number): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const end = this.#scan(bytes, view, from, to);
    // Rows that wait to be taken have the form that is known.
    if (end > from || this.#rows.count > 0) return end;
    // The first record, or a service that writes them in several ways.
    this.#form = formOf(bytes, from);
    return this.#scan(bytes, view, from, to);
  }

  #scan(bytes: Uint8Array, view: DataView, from: number, to: number): number {
    const form = this.#form;
    let at = from;
    while (form && !this.#rows.full) {
      const end = this.#reader.read(form, bytes, view, at);
      if (end < 0 || end > to || (end < to && bytes[end] !== comma) || !this.#keep(view)) return at;
      if (end === to) return to;
      at = end + 1;
    }
    return at;
  }

  /** Makes the record that was read a row; false if its texts are no UTF-8. */
  #keep(view: DataView): boolean {
    // Not before all else is right: a text of a record that is left to others must get no code here.
    const location = this.#code(this.#locations, view, fieldIndex.location);
    const chargingType = location && this.#code(this.#chargingTypes, view, fieldIndex.chargingType);
    if (chargingType === 0) return false;
    const rows = this.#rows;
    const row = rows.count;
    const { numbers } = this.#reader;
    rows.chargeStart[row] = numbers[fieldIndex.chargeStart] ?? NaN;
    rows.chargeEnd[row] = numbers[fieldIndex.chargeEnd] ?? NaN;
    rows.energy[row] = numbers[fieldIndex.energy] ?? NaN;
    rows.isPublic[row] = numbers[fieldIndex.isPublic] ?? NaN;
    rows.startPercentRemaining[row] = numbers[fieldIndex.startPercentRemaining] ?? NaN;
    rows.endPercentRemaining[row] = numbers[fieldIndex.endPercentRemaining] ?? NaN;
    rows.location[row] = location;
    rows.chargingType[row] = chargingType;
    rows.styles[row] = this.#reader.styles;
    rows.count = row + 1;
    return true;
  }

  #code(texts: ByteTexts, view: DataView, column: number): number {
    const { textFrom, textTo, hashes } = this.#reader;
    return texts.codeOf(view, textFrom[column] ?? 0, textTo[column] ?? 0, hashes[column] ?? 0);
  }
}
