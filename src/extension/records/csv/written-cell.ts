import { isRecord } from '../../../common/is-record.ts';
import type { WireFormat } from '../../../service/model/record-reading.ts';
import { type Received, coordinates, isNumber, valueOf } from '../../../service/records/record-values.ts';
import { isChargeTime, parseUtcTimestamp } from '../../../service/records/utc-time.ts';
import type { CsvColumn } from './csv-columns.ts';
import type { CellJson } from './csv-record.ts';

/** Whether a cell is what an export writes for this record; if not, it was edited. */
export function isAsWritten(cell: CellJson, column: CsvColumn, record: Received, form: WireFormat): boolean {
  const { kind, field, scale } = column;
  const value = valueIn(record, column, form);
  const now = cell === undefined ? undefined : (JSON.parse(cell) as unknown);
  switch (kind) {
    case 'text':
      return (now ?? '') === (typeof value === 'string' ? value.toWellFormed() : '');
    case 'flag':
      return now === (typeof value === 'boolean' ? value : undefined);
    case 'time':
      return isSameTime(now, value);
    case 'fraction':
      return isSameNumber(now, value, field === undefined ? scale : scale / form.full);
    default:
      return isSameNumber(now, value, 1);
  }
}

function valueIn(record: Received, { field, path: [name, member] }: CsvColumn, form: WireFormat): unknown {
  const { [name]: own } = record;
  const inside = isRecord(own) ? own : {};
  if (field === 'location') return valueOf(record, field, form) ?? coordinates(inside);
  if (field !== undefined) return valueOf(record, field, form);
  return member === undefined ? own : inside[member];
}

function isSameTime(now: unknown, value: unknown): boolean {
  const [written, came] = [now, value].map((each) => (typeof each === 'string' ? parseUtcTimestamp(each) : NaN));
  return isChargeTime(came ?? NaN) ? written === came : now === undefined;
}

/**
 * Tolerates rounding: a spreadsheet keeps fifteen digits, and a column of levels seven.
 *
 * @param scale the scale of the value divided by that of the cell
 */
function isSameNumber(now: unknown, value: unknown, scale: number): boolean {
  if (now === undefined || !isNumber(value)) return now === undefined && !isNumber(value);
  const written = Number(now) * scale;
  return [value, Math.fround(value)].some(
    (each) => each === written || Math.abs(each - written) <= Math.abs(each) * 1e-6,
  );
}
