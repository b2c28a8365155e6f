const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const month = `(?<month>${months.join('|')})`;
const time = String.raw`(?<hour>\d\d):(?<minute>\d\d):(?<second>\d\d)`;

/** `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT` and `Sun Nov  6 08:49:37 1994`. */
const forms = [
  String.raw`[A-Z][a-z]{2}, (?<day>\d\d) ${month} (?<year>\d{4}) ${time} GMT`,
  String.raw`[A-Z][a-z]{5,8}, (?<day>\d\d)-${month}-(?<year>\d\d) ${time} GMT`,
  String.raw`[A-Z][a-z]{2} ${month} (?<day>[ \d]\d) ${time} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`));

/**
 * Parses an HTTP date into milliseconds since 1970; undefined if it is not one. All three forms are in UTC (RFC 9110,
 * 5.6.7). `Date.parse` reads the last one as local time, and finds a date in almost any text.
 *
 * @param now milliseconds since 1970, to determine the century of a two-digit year
 */
export function parseHttpDate(text: string, now: number): number | undefined {
  const parts = forms.map((form) => form.exec(text)?.groups).find(Boolean);
  if (!parts) return undefined;
  const [day, hour, minute, second] = [parts.day, parts.hour, parts.minute, parts.second].map(Number);
  const monthIndex = months.indexOf(parts.month ?? '');
  const moment = Date.UTC(fullYear(parts.year ?? '', now), monthIndex, day, hour, minute, second);
  const isOfCalendar = new Date(moment).getUTCDate() === day && Number(hour) < 24 && Number(minute) < 60;
  return isOfCalendar ? moment : undefined;
}

/** A two-digit year that would be more than 50 years ahead is in the past (RFC 9110, 5.6.7). */
function fullYear(digits: string, now: number): number {
  if (digits.length === 4) return Number(digits);
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + Number(digits);
  return year > thisYear + 50 ? year - 100 : year;
}
