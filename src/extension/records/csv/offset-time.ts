import { parseUtcTimestamp } from '../../../service/records/utc-time.ts';

/** A date, a time and an offset from UTC: ISO 8601, and the variants that databases and Python write. */
const offsetTime =
  /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?(?:([Zz]|UTC|GMT)|([+\-\u2212])(\d\d):?(\d\d)?)$/;

/** Converts a time with an offset to UTC, as the contract has it; undefined if it does not identify a moment. */
export function utcTime(text: string): string | undefined {
  const [, day, time, second = '00', fraction, zone, sign, hours = '0', minutes = '0'] = offsetTime.exec(text) ?? [];
  if (day === undefined || time === undefined) return undefined;
  const local = parseUtcTimestamp(`${day}T${time}:${second}Z`);
  const offset = zone === undefined ? (Number(hours) * 60 + Number(minutes)) * (sign === '+' ? 60_000 : -60_000) : 0;
  if (Number.isNaN(local) || Number(minutes) > 59 || Number(hours) > 23) return undefined;
  const utc = new Date(local - offset);
  return `${utc.toISOString().slice(0, -5)}${fraction === undefined ? '' : `.${fraction}`}Z`;
}
