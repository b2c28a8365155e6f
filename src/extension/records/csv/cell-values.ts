import type { FieldKind } from '../../../service/records/columns.ts';
import { parseUtcTimestamp } from '../../../service/records/utc-time.ts';
import type { CellJson } from './csv-columns.ts';

/** A number in JSON notation. */
const plain = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The JSON value of a cell that is not blank. A cell that is not of its column's kind stays text, which the reader of
 * records marks.
 *
 * @param hasCommas whether numbers have a decimal comma; a point could then separate thousands
 */
export function cellValue(kind: FieldKind, cell: string, hasCommas: boolean): string {
  switch (kind) {
    case 'text':
      return JSON.stringify(cell);
    case 'time':
      return JSON.stringify(utcTime(cell) ?? cell);
    case 'flag':
      return /^(?:true|false)$/i.test(cell) ? cell.toLowerCase() : JSON.stringify(cell);
    default: {
      const number = hasCommas ? cell.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ',')) : cell;
      return plain.test(number) ? number : JSON.stringify(cell);
    }
  }
}

/** The JSON value of a cell that an export wrote. */
export function exportedValue(kind: FieldKind, cell: string): CellJson {
  if (cell === '') return undefined;
  return kind === 'text' || kind === 'time' ? JSON.stringify(cell.toWellFormed()) : cell;
}

/** A date, a time and an offset from UTC: ISO 8601, and the variants that databases and Python write. */
const offsetTime =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(?:([Zz]|UTC|GMT)|([+\-\u2212])(\d\d):?(\d\d)?)$/;

/** Converts a time with an offset to UTC, as the contract has it; undefined if it does not identify a moment. */
function utcTime(text: string): string | undefined {
  const [, day, time, second = '00', fraction, zone, sign, hours = '0', minutes = '0'] = offsetTime.exec(text) ?? [];
  if (day === undefined || time === undefined) return undefined;
  const local = parseUtcTimestamp(`${day}T${time}:${second}Z`);
  const offset = zone === undefined ? (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 60_000 : -60_000) : 0;
  if (Number.isNaN(local) || Number(minutes) > 59 || Number(hours) > 23) return undefined;
  const utc = new Date(local - offset);
  return `${utc.toISOString().slice(0, -5)}${fraction === undefined ? '' : `.${fraction}`}Z`;
}
