import { type ChargeRecord, utcPattern } from '../model/vehicles.ts';
import { type Field, type Reason, type UnknownField, fieldIndex, fields, firstDoubt, reasons } from './columns.ts';
import { RecordProblems } from './record-problems.ts';
import { mostNames, shortName } from './unknown-names.ts';
import { isChargeTime, parseUtcTimestamp } from './utc-time.ts';

/** Records that came together, judged one by one. None is dropped. */
export interface RecordBatch {
  readonly firstRow: number;
  /** As they came. */
  readonly values: readonly unknown[];
  /** Milliseconds since 1970, NaN where unknown. */
  readonly starts: Float64Array<ArrayBuffer>;
  readonly ends: Float64Array<ArrayBuffer>;
  readonly problems: RecordProblems;
  /** Fields that the contract doesn't know, by their names. */
  readonly unknownFields: ReadonlyMap<string, UnknownField>;
}

const knownFields: ReadonlySet<string> = new Set(fields);
/** Counted under this name are fields beyond the {@link mostNames} that are kept of a batch. */
export const otherFields = '…';

/**
 * What `chargeRecord` of the contract says of one field; tests hold the two to agree. A failure of the schema costs
 * many times what the judging does, and its garbage holds the process up where every record is bad.
 */
function keepsToContract(field: Field, value: unknown): boolean {
  switch (field) {
    case 'chargeStart':
    case 'chargeEnd':
      return typeof value === 'string' && utcPattern.test(value);
    case 'location':
    case 'chargingType':
      return typeof value === 'string';
    case 'isPublic':
      return typeof value === 'boolean';
    default:
      return typeof value === 'number' && Number.isFinite(value);
  }
}

/** Why the contract refuses the value of a field. */
function contractReason(field: Field, value: unknown): Reason {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'number' && !Number.isFinite(value)) return 'too-large';
  const isTime = field === 'chargeStart' || field === 'chargeEnd';
  return isTime && typeof value === 'string' ? 'not-a-timestamp' : 'wrong-type';
}

function isFraction(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1;
}

/** Judges records one by one against the contract, and marks values that can't be right. */
class RecordCheck implements RecordBatch {
  readonly firstRow: number;
  readonly values: readonly unknown[];
  readonly starts: Float64Array<ArrayBuffer>;
  readonly ends: Float64Array<ArrayBuffer>;
  readonly problems: RecordProblems;
  readonly unknownFields = new Map<string, UnknownField>();

  constructor(values: readonly unknown[], firstRow: number) {
    this.firstRow = firstRow;
    this.values = values;
    this.problems = new RecordProblems(values, firstRow);
    this.starts = new Float64Array(values.length).fill(NaN);
    this.ends = new Float64Array(values.length).fill(NaN);
  }

  check(index: number): void {
    const value = this.values[index];
    if (this.#isFlawless(index, value)) return;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      for (const field of fields) this.problems.add(index, field, 'not-a-record');
      return;
    }
    const record = value as Readonly<Record<string, unknown>>;
    let broken = 0;
    for (const field of fields) {
      if (keepsToContract(field, record[field])) continue;
      broken |= 1 << fieldIndex[field];
      this.problems.add(index, field, contractReason(field, record[field]));
    }
    this.#doubt(index, record as unknown as ChargeRecord, broken);
    for (const name in record) if (!knownFields.has(name)) this.#countUnknown(index, name);
  }

  /**
   * True for a record of which there is nothing to say, which is nearly every one: no problem, no doubt, no further
   * field. Agrees with the checks below, in a tenth of their time.
   */
  #isFlawless(index: number, value: unknown): boolean {
    if (typeof value !== 'object' || value === null) return false;
    const record = value as Readonly<Partial<Record<Field, unknown>>>;
    const { chargeStart, chargeEnd, energy, isPublic } = record;
    if (typeof record.location !== 'string' || typeof record.chargingType !== 'string') return false;
    if (typeof chargeStart !== 'string' || typeof chargeEnd !== 'string' || typeof isPublic !== 'boolean') return false;
    if (typeof energy !== 'number' || !(energy >= 0 && energy < Infinity)) return false;
    if (!isFraction(record.startPercentRemaining) || !isFraction(record.endPercentRemaining)) return false;
    const start = parseUtcTimestamp(chargeStart);
    const end = parseUtcTimestamp(chargeEnd);
    if (!(end >= start) || !isChargeTime(start) || !isChargeTime(end)) return false;
    let names = 0;
    for (const _ in record) names += 1;
    if (names !== fields.length) return false;
    this.starts[index] = start;
    this.ends[index] = end;
    return true;
  }

  /** Looks at the fields that keep to the contract. */
  #doubt(index: number, record: ChargeRecord, broken: number): void {
    const good = (field: Field) => (broken & (1 << fieldIndex[field])) === 0;
    const start = good('chargeStart') ? this.#time(index, 'chargeStart', record.chargeStart) : NaN;
    const end = good('chargeEnd') ? this.#time(index, 'chargeEnd', record.chargeEnd) : NaN;
    this.starts[index] = start;
    this.ends[index] = end;
    if (end < start) this.problems.add(index, 'chargeEnd', 'end-before-start');
    if (good('energy') && record.energy < 0) this.problems.add(index, 'energy', 'negative');
    for (const field of ['startPercentRemaining', 'endPercentRemaining'] as const) {
      if (good(field) && (record[field] < 0 || record[field] > 1)) {
        this.problems.add(index, field, 'not-a-fraction');
      }
    }
  }

  #time(index: number, field: Field, text: string): number {
    const time = parseUtcTimestamp(text);
    if (isChargeTime(time)) return time;
    this.problems.add(index, field, Number.isNaN(time) ? 'not-a-day' : 'far-off');
    return NaN;
  }

  #countUnknown(index: number, field: string): void {
    const short = shortName(field);
    const name = this.unknownFields.has(short) || this.unknownFields.size < mostNames ? short : otherFields;
    const { count, row } = this.unknownFields.get(name) ?? { count: 0, row: this.firstRow + index };
    this.unknownFields.set(name, { name, count: count + 1, row });
  }
}

/** Records between two places to pause: a fraction of a millisecond, even where all of them are bad. */
const recordsPerStep = 25;

/**
 * Judges records, and yields now and then on the way: bad ones take several times as long as good ones.
 *
 * @param firstRow row of the first value, counted from the first record of the body
 */
export function* checkInSteps(values: readonly unknown[], firstRow: number): Generator<void, RecordBatch, void> {
  const batch = new RecordCheck(values, firstRow);
  for (let index = 0; index < values.length; index += 1) {
    batch.check(index);
    if (index % recordsPerStep === recordsPerStep - 1) yield;
  }
  return batch;
}

/** {@link checkInSteps}, at once. */
export function checkRecords(values: readonly unknown[], firstRow: number): RecordBatch {
  const steps = checkInSteps(values, firstRow);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The records of a batch that keep to the contract; a value in doubt doesn't keep a record out. */
export function contractRecords(batch: RecordBatch): ChargeRecord[] {
  const broken = new Set<number>();
  for (const { row, reason } of batch.problems) {
    // A time that can't be meant is a timestamp all the same.
    if (reason !== 'far-off' && reasons.indexOf(reason) < firstDoubt) broken.add(row - batch.firstRow);
  }
  return batch.values.filter((_, index) => !broken.has(index)) as ChargeRecord[];
}
