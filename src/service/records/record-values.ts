import { isRecord } from '../../common/is-record.ts';
import type { RecordPath, WireFormat } from '../model/record-reading.ts';
import { type Field, type FieldKind, fieldKinds } from './columns.ts';

/** A record as received, or an object in it. */
export type Received = Readonly<Record<string, unknown>>;

/** The value of a field as the model has it, in its scale; null if it is missing or has the wrong type. */
export function valueOf(record: Received, field: Field, form: WireFormat): string | number | boolean | null {
  const value = received(record, field, form);
  return isOfKind(value, fieldKinds[field]) ? value : null;
}

function isOfKind(value: unknown, kind: FieldKind): value is string | number | boolean {
  if (kind === 'flag') return typeof value === 'boolean';
  return kind === 'text' || kind === 'time' ? typeof value === 'string' : isNumber(value);
}

function received(record: Received, field: Field, { paths, full }: WireFormat): unknown {
  const own = paths[field] ?? [];
  const [[name, member] = ['']] = own;
  const value = record[name];
  if (member !== undefined) {
    if (!isRecord(value)) return undefined;
    if (field === 'location') return placeName(value, own);
    return field === 'cost' ? sumOf(value, own) : value[member];
  }
  const found = own.map(([each]) => record[each]).find((each) => (each ?? null) !== null);
  return fieldKinds[field] === 'fraction' && isNumber(found) ? found / full : found;
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

export function placeName(place: Received, paths: readonly RecordPath[]): string | undefined {
  for (const path of paths) {
    const text = place[path[1] ?? ''];
    if (typeof text === 'string' && text !== '') return text;
  }
  return undefined;
}

/** What columns have for a place without a name. */
export function coordinates({ latitude, longitude }: Received): string | undefined {
  return typeof latitude === 'number' && typeof longitude === 'number' ? `${latitude}, ${longitude}` : undefined;
}

/** The sum of the amounts that a cost has; if one of them is not a number, that one. */
export function sumOf(cost: Received, paths: readonly RecordPath[]): unknown {
  let sum: number | undefined;
  for (const path of paths) {
    const amount = cost[path[1] ?? ''];
    if (amount === undefined || amount === null) continue;
    if (!isNumber(amount)) return amount;
    // Rounded, because the sum of two decimals may have digits that nobody sent.
    sum = sum === undefined ? amount : Math.round((sum + amount) * 1e6) / 1e6;
  }
  return sum;
}
