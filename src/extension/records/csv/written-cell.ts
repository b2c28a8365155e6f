import { isRecord } from '../../../common/is-record.ts';
import type { WireFormat } from '../../../service/model/record-reading.ts';
import { isChargeTime, parseUtcTimestamp } from '../../../service/records/utc-time.ts';
import type { CsvColumn } from './csv-columns.ts';
import type { CellJson } from './csv-record.ts';

type Received = Readonly<Record<string, unknown>>;

/** The value of a record from which an export makes a cell. */
function valueOf(
  record: Received,
  { name, path }: CsvColumn,
  { place, extra: further, otherChargingType }: WireFormat,
): unknown {
  const [outer = '', inner] = path;
  const value = record[outer];
  if (name === 'chargingType' && otherChargingType !== undefined)
    return value === undefined ? record[otherChargingType] : value;
  if (inner === undefined || !isRecord(value)) return inner === undefined ? value : undefined;
  if (name === 'location') {
    const named = place?.map((each) => value[each]).find((each) => typeof each === 'string' && each !== '');
    return named ?? coordinates(value);
  }
  return name === 'cost' ? sumOf(further?.amounts.map((each) => value[each]) ?? []) : value[inner];
}

function coordinates({ latitude, longitude }: Received): string | undefined {
  return typeof latitude === 'number' && typeof longitude === 'number' ? `${latitude}, ${longitude}` : undefined;
}

function sumOf(amounts: readonly unknown[]): number | undefined {
  const known = amounts.filter((amount) => amount !== undefined && amount !== null);
  if (known.length === 0 || !known.every(isFinite)) return undefined;
  return known.reduce((sum, amount) => Math.round((sum + amount) * 1e6) / 1e6);
}

function isFinite(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

/** Whether a cell is what an export writes for this record; if not, it was edited. */
export function isAsWritten(cell: CellJson, column: CsvColumn, record: Received, form: WireFormat): boolean {
  const value = valueOf(record, column, form);
  const now = cell === undefined ? undefined : (JSON.parse(cell) as unknown);
  switch (column.kind) {
    case 'text':
      return (now ?? '') === (typeof value === 'string' ? value.toWellFormed() : '');
    case 'flag':
      return now === (typeof value === 'boolean' ? value : undefined);
    case 'time':
      return isSameTime(now, value);
    case 'number':
    case 'level':
      return isSameNumber(
        now,
        column.name === 'cost' || isFinite(value) ? (value as number | undefined) : undefined,
        column.scale,
      );
  }
}

function isSameTime(now: unknown, value: unknown): boolean {
  const [written, came] = [now, value].map((each) => (typeof each === 'string' ? parseUtcTimestamp(each) : NaN));
  return isChargeTime(came ?? NaN) ? written === came : now === undefined;
}

/** Tolerates rounding: a spreadsheet keeps fifteen digits, and a column of levels seven. */
function isSameNumber(now: unknown, came: number | undefined, scale: number): boolean {
  if (now === undefined || came === undefined) return now === came;
  const written = Number(now);
  const value = came / scale;
  return [value, Math.fround(value)].some(
    (each) => each === written || Math.abs(each - written) <= Math.abs(each) * 1e-6,
  );
}
