/** Days from 1970-01-01 to a day of the Gregorian calendar. */
function daysSinceEpoch(year: number, month: number, day: number): number {
  // Years that begin in March put the leap day last, which makes the day of the year a linear formula.
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

function daysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The number that two digits make, or -1 if they are none. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - 48;
  const ones = (bytes[at + 1] ?? 0) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** Milliseconds of what stands between the seconds and the end: `Z`, or `.fZ` to `.fffffffffZ`; -1 if it is neither. */
function fraction(bytes: Uint8Array, from: number, to: number): number {
  const last = to - 1;
  if (bytes[last] !== letterZ) return -1;
  if (last === from) return 0;
  if (last < from + 2 || last > from + 10 || bytes[from] !== dot) return -1;
  let milliseconds = 0;
  let worth = 100;
  for (let at = from + 1; at < last; at += 1) {
    const digit = (bytes[at] ?? 0) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    // Finer than a millisecond is cut, as Date does.
    if (at > from + 3) continue;
    milliseconds += digit * worth;
    worth /= 10;
  }
  return milliseconds;
}

const dash = 0x2d;
const dot = 0x2e;
const colon = 0x3a;
const letterT = 0x54;
const letterZ = 0x5a;

/** Bytes of the longest timestamp: `2026-11-01T18:00:00.123456789Z`. */
export const longestTimestamp = 30;
/** And of the shortest: `2026-11-01T18:00:00Z`. */
export const shortestTimestamp = 20;

/** {@link parseUtcTimestamp} of the text in `bytes[from, to)`. */
export function utcTimestampIn(bytes: Uint8Array, from: number, to: number): number {
  if (to - from < shortestTimestamp || bytes[from + 4] !== dash || bytes[from + 7] !== dash) return NaN;
  if (bytes[from + 10] !== letterT || bytes[from + 13] !== colon || bytes[from + 16] !== colon) return NaN;
  const century = twoDigits(bytes, from);
  const yearOfCentury = twoDigits(bytes, from + 2);
  const month = twoDigits(bytes, from + 5);
  const day = twoDigits(bytes, from + 8);
  const hour = twoDigits(bytes, from + 11);
  const minute = twoDigits(bytes, from + 14);
  const second = twoDigits(bytes, from + 17);
  const milliseconds = fraction(bytes, from + 19, to);
  if (century < 0 || yearOfCentury < 0 || month < 1 || month > 12 || day < 1) return NaN;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || milliseconds < 0) return NaN;
  const year = century * 100 + yearOfCentury;
  if (day > daysInMonth(year, month)) return NaN;
  return (
    daysSinceEpoch(year, month, day) * 86_400_000 + hour * 3_600_000 + minute * 60_000 + second * 1000 + milliseconds
  );
}

const room = new Uint8Array(longestTimestamp);

/**
 * Milliseconds since 1970 of a text that `utcTimestamp` of the contract accepts, or NaN if it is none or its day isn't in
 * the calendar (30 February). Reads by fixed positions: a third of the time of Date.parse.
 */
export function parseUtcTimestamp(text: string): number {
  const { length } = text;
  if (length > longestTimestamp) return NaN;
  for (let at = 0; at < length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > letterZ) return NaN;
    room[at] = code;
  }
  return utcTimestampIn(room, 0, length);
}
