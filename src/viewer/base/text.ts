import { rightToLeftLetters } from '../../common/text/plain-text.ts';
import { t } from '../../common/translate.ts';

const longest = 300;

/**
 * Characters that change how other characters look or where they appear: controls, bidirectional marks and overrides,
 * invisible ones. Joiners stay, because scripts and emoji need them.
 */
const misleading =
  /[\p{Cc}\p{Bidi_Control}\u00ad\u200b\u2028\u2029\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/**
 * Makes a text from an external source safe to show: a single line of limited length, with nothing that hides or
 * reorders characters.
 */
export function displayText(text: string): string {
  return wholeText(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

/** The same without the length limit. */
export function wholeText(text: string): string {
  return text.toWellFormed().replace(misleading, ' ').trim();
}

const fromRight = new RegExp(`[${rightToLeftLetters}]`, 'u');

/** Keeps a name that is written from right to left from reordering what stands beside it. */
export function isolated(name: string): string {
  return fromRight.test(name) ? `\u2068${name}\u2069` : name;
}

/**
 * For comparisons without case: the same in every language, also in those with two letters i, and as long as the text,
 * so that places in one are places in the other.
 */
export function folded(text: string): string {
  return text.replace(/[\u0130\u0131]/g, 'i').toLowerCase();
}

/** The name of a text from a set of texts. Null and undefined stand for an unknown text. */
export function textName(text: string | null | undefined): string {
  return text === null || text === undefined ? t('unknown') : displayText(text) || t('(empty)');
}
