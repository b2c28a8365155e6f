const [dash, dot, zero, colon, t, z] = [0x2d, 0x2e, 0x30, 0x3a, 0x54, 0x5a];

/** `2026-11-01T18:00:00Z`; the longest has a fraction of a second. */
const shortest = 20;
const longest = 30;

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** The month that was looked up last: most consecutive times are in the same month. */
let known = { year: NaN, month: NaN, days: NaN };

/** Days from 1970-01-01 to the day before the first of a month (1 to 12) in the Gregorian calendar. */
function daysBefore(year: number, month: number): number {
  if (known.year !== year || known.month !== month) known = { year, month, days: countDays(year, month) };
  return known.days;
}

function countDays(year: number, month: number): number {
  // Years that begin in March put the leap day last, which makes the days before a month a linear formula.
  const shifted = year - (month <= 2 ? 1 : 0);
  const leapDays = Math.floor(shifted / 4) - Math.floor(shifted / 100) + Math.floor(shifted / 400);
  return shifted * 365 + leapDays + Math.floor((((month + 9) % 12) * 153 + 2) / 5) - 719_469;
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - zero;
  return digit >= 0 && digit <= 9 ? digit : NaN;
}

function twoDigits(text: string, at: number): number {
  return digitAt(text, at) * 10 + digitAt(text, at + 1);
}

/** Milliseconds of a fraction of a second, from its point to the `Z`. Finer digits are cut off, as Date does. */
function fraction(text: string): number {
  if (text.length === shortest) return 0;
  if (text.charCodeAt(shortest - 1) !== dot || text.length === shortest + 1) return NaN;
  let milliseconds = 0;
  let worth = 100;
  for (let at = shortest; at < text.length - 1; at += 1) {
    milliseconds += digitAt(text, at) * Math.floor(worth);
    worth /= 10;
  }
  return milliseconds;
}

function hasSigns(text: string): boolean {
  return (
    text.charCodeAt(4) === dash &&
    text.charCodeAt(7) === dash &&
    text.charCodeAt(10) === t &&
    text.charCodeAt(13) === colon &&
    text.charCodeAt(16) === colon &&
    text.charCodeAt(text.length - 1) === z
  );
}

/**
 * Parses a text that the contract's `utcTimestamp` accepts into milliseconds since 1970. NaN if it is not one, or if
 * its day isn't in the calendar (30 February). Reads fixed positions, which takes a third of the time of Date.parse.
 */
export function parseUtcTimestamp(text: string): number {
  if (text.length < shortest || text.length > longest || !hasSigns(text)) return NaN;
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  const lastDay = (monthLengths[month - 1] ?? 0) + (month === 2 && isLeapYear(year) ? 1 : 0);
  if (!(day >= 1 && day <= lastDay && hour <= 23 && minute <= 59 && second <= 59)) return NaN;
  return (((daysBefore(year, month) + day) * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + fraction(text);
}

const earliestCharge = Date.UTC(2000, 0, 1);
const latestCharge = Date.UTC(2100, 0, 1);

/**
 * Whether a car can have been charged at a time, in milliseconds since 1970. Other times are mistakes, such as the 0 of
 * a clock that was never set, and would leave no room for the rest in a chart.
 */
export function isChargeTime(time: number): boolean {
  return time >= earliestCharge && time < latestCharge;
}
