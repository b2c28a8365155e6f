import { isRecord } from '../../common/is-record.ts';
import type { WireFormat } from '../model/record-reading.ts';
import { type ExtraColumns, type ExtraField, type Field, type Reason, narrowCodes } from './columns.ts';
import { type Received, isNumber, sumOf } from './record-values.ts';
import { TextDictionary } from './text-dictionary.ts';
import { nameOf } from './wire-format.ts';

/** What {@link ExtraColumnWriter} needs from the writer of all columns. */
export interface FieldMarks {
  mark(row: number, field: Field, reason: Reason, value: unknown): void;
  /** Marks a field whose value has the wrong type, unless the value is absent. */
  markUnlessAbsent(row: number, field: Field, value: unknown): void;
}

/** Writes the columns that only some forms have. Create one per load, like the writer that owns it. */
export class ExtraColumnWriter {
  readonly #ids = new TextDictionary();
  readonly #currencies = new TextDictionary();
  readonly #form: WireFormat;
  readonly #names: Readonly<Record<ExtraField, string>>;
  readonly #marks: FieldMarks;
  #id = new Uint32Array(0);
  #cost = new Float64Array(0);
  #currency = new Uint32Array(0);
  #latitude = new Float64Array(0);
  #longitude = new Float64Array(0);

  constructor(form: WireFormat, marks: FieldMarks) {
    const member = (field: ExtraField) => form.paths[field]?.[0]?.[1] ?? '';
    this.#form = form;
    this.#names = {
      ...{ id: nameOf(form, 'id'), cost: nameOf(form, 'cost'), currency: member('currency') },
      ...{ latitude: member('latitude'), longitude: member('longitude') },
    };
    this.#marks = marks;
  }

  /** Begins a batch of this many rows. */
  begin(rows: number): void {
    this.#id = new Uint32Array(rows);
    this.#cost = new Float64Array(rows).fill(NaN);
    this.#currency = new Uint32Array(rows);
    this.#latitude = new Float64Array(rows).fill(NaN);
    this.#longitude = new Float64Array(rows).fill(NaN);
  }

  /** @param place undefined if the record has none, or one that is not an object */
  write(row: number, record: Received, place: Received | undefined): void {
    const names = this.#names;
    this.#id[row] = this.#text(row, 'id', record[names.id], this.#ids);
    const cost = record[names.cost];
    if (isRecord(cost)) {
      this.#cost[row] = this.#amount(row, sumOf(cost, this.#form.paths.cost ?? []));
      this.#currency[row] = this.#text(row, 'currency', cost[names.currency], this.#currencies);
    } else {
      this.#marks.markUnlessAbsent(row, 'cost', cost);
    }
    if (!place) return;
    this.#latitude[row] = this.#degrees(row, 'latitude', place[names.latitude], 90);
    this.#longitude[row] = this.#degrees(row, 'longitude', place[names.longitude], 180);
  }

  /** The columns of the current batch. */
  end(): ExtraColumns {
    return {
      id: narrowCodes(this.#id, this.#ids.size),
      ...{ cost: this.#cost, latitude: this.#latitude, longitude: this.#longitude },
      currency: narrowCodes(this.#currency, this.#currencies.size),
      newIds: this.#ids.takeNew(),
      newCurrencies: this.#currencies.takeNew(),
    };
  }

  #text(row: number, field: Field, value: unknown, texts: TextDictionary): number {
    if (typeof value === 'string') return texts.code(value);
    this.#marks.markUnlessAbsent(row, field, value);
    return 0;
  }

  #amount(row: number, value: unknown): number {
    const amount = this.#number(row, 'cost', value);
    if (amount < 0) this.#marks.mark(row, 'cost', 'negative', amount);
    return amount;
  }

  #degrees(row: number, field: Field, value: unknown, most: number): number {
    const degrees = this.#number(row, field, value);
    if (Math.abs(degrees) > most) this.#marks.mark(row, field, 'no-such-place', degrees);
    return degrees;
  }

  #number(row: number, field: Field, value: unknown): number {
    if (isNumber(value)) return value;
    this.#marks.markUnlessAbsent(row, field, value);
    return NaN;
  }
}
