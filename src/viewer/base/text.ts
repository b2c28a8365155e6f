const longest = 300;

/**
 * Characters that change how others look or where they stand: controls, bidirectional marks and overrides, invisible
 * ones. Joiners stay, because scripts and emoji need them.
 */
const misleading =
  /[\p{Cc}\p{Bidi_Control}\u00ad\u200b\u2028\u2029\u2060-\u2064\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]+/gu;

/** A text from elsewhere as it may be shown: one line, nothing that hides or reorders, not endless. */
export function displayText(text: string): string {
  return wholeText(text.length > longest ? `${text.slice(0, longest)}…` : text);
}

/** The same, however long it is. */
export function wholeText(text: string): string {
  return text.toWellFormed().replace(misleading, ' ').trim();
}

/** What one of the texts of a set is called. Null is an unknown text, and so is undefined. */
export function textName(text: string | null | undefined, names: { unknown: string; emptyValue: string }): string {
  return text === null || text === undefined ? names.unknown : displayText(text) || names.emptyValue;
}

export { fill } from '../../common/text/fill-placeholders.ts';
