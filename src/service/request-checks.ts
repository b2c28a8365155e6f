import { dateParameter } from './contract.ts';
import { ServiceError } from './errors.ts';

/** Characters of vehicle ids and makes; a space stands in the names of some makes. */
const allowed = { 'vehicle id': /^[\w.~:@!$'()*+,;=-]$/, make: /^[\w.~ -]$/ } as const;

/**
 * A vehicle id or make as one segment of a path. Throws ServiceError (`input`) that shows the odd character: the
 * service answers a stray one, even an invisible one, with a bare VALIDATION (public).
 */
export function pathSegment(what: keyof typeof allowed, value: string): string {
  if (value === '' || value === '.' || value === '..') throw badArgument(`The ${what} is empty.`);
  let position = 0;
  for (const character of value) {
    position++;
    if (!allowed[what].test(character)) {
      throw badArgument(`The ${what} holds ${named(character)} as character ${position}, which does not belong there.`);
    }
  }
  if (value.trim() !== value) throw badArgument(`The ${what} begins or ends with a space.`);
  return encodeURIComponent(value);
}

/** The query of the charge records, with its question mark; empty without dates. Throws ServiceError (`input`). */
export function dateQuery(startDate: string | undefined, endDate: string | undefined): string {
  for (const [name, value] of Object.entries({ startDate, endDate })) {
    if (value !== undefined && !dateParameter.safeParse(value).success) {
      throw badArgument(`${name} is not a day of the calendar, written YYYY-MM-DD.`);
    }
  }
  // Dates of this form compare as text.
  if (startDate !== undefined && endDate !== undefined && endDate < startDate) {
    throw badArgument(`endDate (${endDate}) is before startDate (${startDate}).`);
  }
  const query = new URLSearchParams();
  if (startDate !== undefined) query.set('startDate', startDate);
  if (endDate !== undefined) query.set('endDate', endDate);
  return query.size === 0 ? '' : `?${query.toString()}`;
}

/** `“：” (U+FF1A)`; only the number where there is nothing to see, or what is seen misleads. */
function named(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const number = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{C}\p{Z}\p{M}]/u.test(character) ? number : `“${character}” (${number})`;
}

function badArgument(message: string): ServiceError {
  return new ServiceError(message, {
    kind: 'input',
    turn: 'developer',
    nextStep: 'Correct it and ask again; nothing was sent.',
    sent: false,
  });
}
