import { type DateRange, rangeProblem } from '../../common/date-range.ts';
import { t } from '../../common/translate.ts';
import { ServiceError } from './errors.ts';

/** Characters of vehicle IDs and makes; some makes have a space in their names. */
const allowed = { 'vehicle ID': /^[\w.~:@!$'()*+,;=-]$/, make: /^[\w.~ -]$/ } as const;

const names = { 'vehicle ID': () => t('vehicle ID'), make: () => t('make') } as const;

/**
 * A vehicle ID or make as one segment of a path. Throws ServiceError (`input`) that shows the invalid character,
 * because the service answers one, even if invisible, with a bare VALIDATION (public).
 */
export function pathSegment(what: keyof typeof allowed, value: string): string {
  const name = names[what]();
  if (value === '' || value === '.' || value === '..') throw invalidArgument(t('The {0} is empty.', name));
  let position = 0;
  for (const character of value) {
    position++;
    if (!allowed[what].test(character)) {
      throw invalidArgument(
        t('The {0} contains an invalid character: {1} at position {2}.', name, named(character), position),
      );
    }
  }
  if (value.trim() !== value) throw invalidArgument(t('The {0} begins or ends with a space.', name));
  return encodeURIComponent(value);
}

/** Throws ServiceError (`input`) for dates that can't be requested. */
export function checkDates(range: DateRange): void {
  const problem = rangeProblem(range);
  if (problem?.reason === 'rangeReversed') {
    throw invalidArgument(t('endDate ({0}) is before startDate ({1}).', range.endDate ?? '', range.startDate ?? ''));
  }
  const [end] = problem?.ends ?? [];
  if (end) throw invalidArgument(t('{0} is not a date in the form YYYY-MM-DD.', end));
}

/** `“：” (U+FF1A)`; only the number if the character is invisible or its look misleads. */
function named(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const number = `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
  return /[\p{C}\p{Z}\p{M}]/u.test(character) ? number : `“${character}” (${number})`;
}

function invalidArgument(message: string): ServiceError {
  return new ServiceError(message, {
    kind: 'input',
    turn: 'developer',
    nextStep: t('Correct it, then try again. Nothing was sent.'),
    sent: false,
  });
}
