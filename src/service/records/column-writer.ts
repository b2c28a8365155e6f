import { isRecord } from '../../common/is-record.ts';
import { utcPattern } from '../model/vehicles.ts';
import {
  type ColumnBatch,
  type ExtraColumns,
  type ExtraField,
  type Field,
  fieldIndex,
  fields,
  narrowCodes,
  notKept,
  type ProblemColumns,
  publicCodes,
  type Reason,
  reasons,
  type UnknownField,
} from './columns.ts';
import type { WireFormat } from '../model/record-reading.ts';
import {
  coordinates,
  isNumber,
  knownNames,
  modelForm,
  nameOf,
  placeName,
  type Received,
  sumOf,
} from './wire-format.ts';
import { mostNames, otherNames, shortForm, shortName, TextDictionary } from './text-dictionary.ts';
import { isChargeTime, parseUtcTimestamp } from './utc-time.ts';

/** How many distinct values are kept to explain problems; others are reported as not kept. */
const mostReceived = 10_000;

type ModelField = (typeof fields)[number];

/** Why a field has no value of the expected type. */
function missingReason(value: unknown): Reason {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  return typeof value === 'number' && !Number.isFinite(value) ? 'too-large' : 'wrong-type';
}

/** Why a text is not a time at which a car can have been charged. */
function timeReason(text: string): Reason {
  if (!utcPattern.test(text)) return 'not-a-timestamp';
  return Number.isNaN(parseUtcTimestamp(text)) ? 'not-a-day' : 'far-off';
}

/**
 * Checks records as the schema of their version does, marks values that can't be right, and writes them as columns. No
 * record is dropped. Written by hand, because a schema takes as long as everything else together. Create one writer per
 * load: its dictionaries span all batches.
 */
export class ColumnWriter {
  readonly #locations = new TextDictionary();
  readonly #chargingTypes = new TextDictionary();
  readonly #received = new TextDictionary();
  readonly #form: WireFormat;
  readonly #names: Readonly<Record<ModelField, string>>;
  readonly #known: ReadonlySet<string>;
  readonly #extra: ExtraColumnWriter | undefined;
  #firstRow = 0;
  #bits = new Uint16Array(0);
  /** Problems of the batch that is being written. */
  #problems = { rows: [] as number[], fields: [] as number[], reasons: [] as number[], received: [] as number[] };
  #unknownFields = new Map<string, UnknownField>();

  constructor(form: WireFormat = modelForm) {
    this.#form = form;
    this.#names = Object.fromEntries(fields.map((field) => [field, nameOf(form, field)])) as Record<ModelField, string>;
    this.#known = knownNames(form);
    const markUnlessAbsent = (row: number, field: Field, value: unknown) => {
      if (value !== undefined && value !== null) this.#mark(row, field, missingReason(value), value);
    };
    const marks = { mark: this.#mark.bind(this), markUnlessAbsent };
    this.#extra = form.paths.id && new ExtraColumnWriter(form, marks);
  }

  /** @param firstRow row of the first value, counted from the first record of the body */
  write(values: readonly unknown[], firstRow: number): ColumnBatch {
    const rows = values.length;
    this.#firstRow = firstRow;
    this.#bits = new Uint16Array(rows);
    this.#problems = { rows: [], fields: [], reasons: [], received: [] };
    this.#unknownFields = new Map();
    const chargeStart = new Float64Array(rows).fill(NaN);
    const chargeEnd = new Float64Array(rows).fill(NaN);
    const energy = new Float64Array(rows).fill(NaN);
    const startPercentRemaining = new Float32Array(rows).fill(NaN);
    const endPercentRemaining = new Float32Array(rows).fill(NaN);
    const isPublic = new Uint8Array(rows).fill(publicCodes.unknown);
    const location = new Uint32Array(rows);
    const chargingType = new Uint32Array(rows);
    const names = this.#names;
    const other = this.#form.paths.chargingType?.[1]?.[0];
    const extra = this.#extra;
    extra?.begin(rows);
    for (let row = 0; row < rows; row += 1) {
      const record = values[row];
      if (!isRecord(record)) {
        for (const field of fields) this.#mark(row, field, 'not-a-record', record);
        continue;
      }
      const ended = record[names.chargeEnd];
      const start = this.#time(row, 'chargeStart', record[names.chargeStart]);
      const end = this.#time(row, 'chargeEnd', ended);
      if (end < start) this.#mark(row, 'chargeEnd', 'end-before-start', ended);
      chargeStart[row] = start;
      chargeEnd[row] = end;
      const place = record[names.location];
      location[row] = this.#place(row, place);
      extra?.write(row, record, isRecord(place) ? place : undefined);
      energy[row] = this.#energy(row, record[names.energy]);
      isPublic[row] = this.#flag(row, 'isPublic', record[names.isPublic]);
      startPercentRemaining[row] = this.#level(row, 'startPercentRemaining', record[names.startPercentRemaining]);
      endPercentRemaining[row] = this.#level(row, 'endPercentRemaining', record[names.endPercentRemaining]);
      let type = record[names.chargingType];
      if (other !== undefined) type ??= record[other];
      chargingType[row] = this.#text(row, 'chargingType', type, this.#chargingTypes);
      this.#countUnknown(row, record);
    }
    return {
      ...(this.#form !== modelForm && { form: this.#form }),
      ...{ firstRow, rows, chargeStart, chargeEnd, energy, startPercentRemaining, endPercentRemaining, isPublic },
      location: narrowCodes(location, this.#locations.size),
      chargingType: narrowCodes(chargingType, this.#chargingTypes.size),
      problemBits: this.#bits,
      newLocations: this.#locations.takeNew(),
      newChargingTypes: this.#chargingTypes.takeNew(),
      ...(extra && { extra: extra.end() }),
      problems: this.#problemColumns(),
      unknownFields: [...this.#unknownFields.values()],
    };
  }

  #time(row: number, field: Field, value: unknown): number {
    if (typeof value !== 'string') return this.#none(row, field, value);
    const time = parseUtcTimestamp(value);
    if (isChargeTime(time)) return time;
    this.#mark(row, field, timeReason(value), value);
    return NaN;
  }

  #energy(row: number, value: unknown): number {
    if (!isNumber(value)) return this.#none(row, 'energy', value);
    if (value < 0) this.#mark(row, 'energy', 'negative', value);
    return value;
  }

  /** Converts to a fraction, whatever the scale. */
  #level(row: number, field: Field, value: unknown): number {
    if (!isNumber(value)) return this.#none(row, field, value);
    const { full } = this.#form;
    if (value < 0 || value > full) this.#mark(row, field, 'not-a-fraction', value);
    return value / full;
  }

  #place(row: number, value: unknown): number {
    const { location: paths = [] } = this.#form.paths;
    if (paths[0]?.[1] === undefined) return this.#text(row, 'location', value, this.#locations);
    if (!isRecord(value)) return this.#none(row, 'location', value) || 0;
    const text = placeName(value, paths) ?? coordinates(value);
    if (text !== undefined) return this.#locations.code(text);
    if (paths.some(([, member = '']) => (value[member] ?? '') !== '')) this.#mark(row, 'location', 'wrong-type', value);
    return 0;
  }

  #text(row: number, field: Field, value: unknown, texts: TextDictionary): number {
    if (typeof value === 'string') return texts.code(value);
    this.#none(row, field, value);
    return 0;
  }

  #flag(row: number, field: Field, value: unknown): number {
    if (typeof value === 'boolean') return value ? publicCodes.yes : publicCodes.no;
    this.#none(row, field, value);
    return publicCodes.unknown;
  }

  /** Handles a field without a value of the expected type. */
  #none(row: number, field: Field, value: unknown): number {
    if (this.#form.isOptional && (value === undefined || value === null)) return NaN;
    this.#mark(row, field, missingReason(value), value);
    return NaN;
  }

  #mark(row: number, field: Field, reason: Reason, value: unknown): void {
    const problems = this.#problems;
    this.#bits[row] = (this.#bits[row] ?? 0) | (1 << fieldIndex[field]);
    problems.rows.push(this.#firstRow + row);
    problems.fields.push(fieldIndex[field]);
    problems.reasons.push(reasons.indexOf(reason));
    problems.received.push(value === undefined ? 0 : this.#receivedCode(shortForm(value)));
  }

  #receivedCode(text: string): number {
    return this.#received.code(text, this.#received.size < mostReceived) || this.#received.code(notKept);
  }

  #problemColumns(): ProblemColumns {
    const { rows, fields: of, reasons: why, received } = this.#problems;
    return {
      rows: Uint32Array.from(rows),
      fields: Uint8Array.from(of),
      reasons: Uint8Array.from(why),
      received: narrowCodes(Uint32Array.from(received), this.#received.size),
      newReceived: this.#received.takeNew(),
    };
  }

  #countUnknown(row: number, record: Received): void {
    for (const name in record) if (!this.#known.has(name)) this.#countField(row, shortName(name));
  }

  #countField(row: number, short: string): void {
    const found = this.#unknownFields;
    const name = found.has(short) || found.size < mostNames ? short : otherNames;
    const { count, row: first } = found.get(name) ?? { count: 0, row: this.#firstRow + row };
    found.set(name, { name, count: count + 1, row: first });
  }
}

/** What {@link ExtraColumnWriter} needs from the writer of all columns. */
interface FieldMarks {
  mark(row: number, field: Field, reason: Reason, value: unknown): void;
  /** Marks a field whose value has the wrong type, unless the value is absent. */
  markUnlessAbsent(row: number, field: Field, value: unknown): void;
}

/** Writes the columns that only some forms have. Create one per load, like the writer that owns it. */
class ExtraColumnWriter {
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
