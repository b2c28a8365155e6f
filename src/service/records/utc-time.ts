const hoursOfDay = 24;
const minutesOfHour = 60;
const secondsOfMinute = 60;
const millisecondsOfSecond = 1000;

/** Days of the Gregorian calendar from 1970-01-01 to the first of a month, from 1; 13 is the January of the next year. */
function firstOfMonth(year: number, month: number): number {
  // Years that begin in March put the leap day last, which makes the days before a month a linear formula.
  const shifted = year - (month <= 2 ? 1 : 0);
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + Math.floor((((month + 9) % 12) * 153 + 2) / 5) - 719_468;
}

/** Years whose months are looked up. */
const firstYear = 1970;
const years = 200;
/** By the number of months since the first of these years: {@link firstOfMonth}. */
const monthStarts = Int32Array.from({ length: years * 12 + 1 }, (_, months) =>
  firstOfMonth(firstYear + Math.floor(months / 12), (months % 12) + 1),
);

/** The number that two digits make, or -1 if they are none. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] ?? 0) - 48;
  const ones = (bytes[at + 1] ?? 0) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}

/** What each digit of a fraction counts, in milliseconds. What is finer is cut, as Date does. */
const worths = [100, 10, 1, 0, 0, 0, 0, 0, 0];

/** Milliseconds of what stands between the seconds and the end: `Z`, or `.fZ` to `.fffffffffZ`; -1 if it is neither. */
function fraction(bytes: Uint8Array, from: number, to: number): number {
  const last = to - 1;
  if (bytes[last] !== letterZ) return -1;
  if (last === from) return 0;
  const first = from + 1;
  if (last === first || last > first + worths.length || bytes[from] !== dot) return -1;
  let milliseconds = 0;
  for (let at = first; at < last; at += 1) {
    const digit = (bytes[at] ?? 0) - 48;
    if (!(digit >= 0 && digit <= 9)) return -1;
    milliseconds += digit * (worths[at - first] ?? 0);
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

/**
 * {@link parseUtcTimestamp} of the text in `bytes[from, to)`. It runs for every record while V8 still gathers what it
 * compiles by, and a branch that is first taken later costs the compiled code. So all digits are read before any of them
 * is judged, and only years that are seldom have their months worked out.
 */
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
  const months = (year - firstYear) * 12 + month - 1;
  const days = (monthStarts[months] ?? firstOfMonth(year, month)) + day - 1;
  if (days >= (monthStarts[months + 1] ?? firstOfMonth(year, month + 1))) return NaN;
  const seconds = ((days * hoursOfDay + hour) * minutesOfHour + minute) * secondsOfMinute + second;
  return seconds * millisecondsOfSecond + milliseconds;
}

const earliestCharge = Date.UTC(2000, 0, 1);
const latestCharge = Date.UTC(2100, 0, 1);

/**
 * Whether a car can have been charged at a time, in milliseconds since 1970. Others are mistakes, such as the 0 of a clock
 * that was never set, and would leave no room for the rest in any chart.
 */
export function isChargeTime(time: number): boolean {
  return time >= earliestCharge && time < latestCharge;
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
