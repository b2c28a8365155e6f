/**
 * Characters that control the display instead of being visible: controls, format characters (bidirectional overrides,
 * zero-width ones), line and paragraph separators; those that are blank without being spaces; and the two that are no
 * characters, which XML forbids. The two joiners stay because emoji and some scripts need them.
 */
const steering = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u115f\u1160\u2800\u3164\uffa0\ufffe\uffff])+/gu;

/** The letters of scripts that are written from right to left, for a class of a pattern with the flag `u`. */
export const rightToLeftLetters = String.raw`\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}`;

/** Joiners that join nothing, and combining marks stacked on one letter until they cover the lines around it. */
const piled = /(?<=[\u200c\u200d])[\u200c\u200d]+|(?<=\p{M}{4})\p{M}+/gu;

/**
 * Turns text from the service into one harmless line: control characters become spaces, lone surrogates become U+FFFD,
 * runs of spaces become one, and text longer than `maxLength` characters (code points) ends in "…". It escapes nothing:
 * Markdown and HTML escaping is up to whoever displays the text.
 */
export function plainText(text: string, maxLength = 300): string {
  const line = text.toWellFormed().replace(steering, ' ').replace(/\s+/gu, ' ').replace(piled, '').trim();
  if (line.length <= maxLength) return line;
  const characters = [...line];
  return characters.length <= maxLength ? line : `${characters.slice(0, maxLength - 1).join('')}…`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);
}

/**
 * Escapes a line of text for rendered Markdown: it shows exactly this text, with no formatting, link, image, icon or
 * command. CommonMark accepts a backslash before any ASCII punctuation, which also prevents GitHub's autolinks.
 */
export function escapeMarkdown(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** A text as a block of code in Markdown, whatever it holds; what would steer its display is written as an escape. */
export function markdownCode(text: string, language = ''): string {
  const ticks = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(2, ...ticks.map(({ length }) => length)) + 1);
  const shown = text.replace(/(?![\u200c\u200d])\p{Cf}/gu, (unit) => `\\u{${unit.codePointAt(0)?.toString(16)}}`);
  return [`${fence}${language}`, shown, fence].join('\n');
}

/** Markdown that is shown once a person unfolds it. */
export function markdownFold(summary: string, text: string): string {
  return `<details><summary>${escapeHtml(summary)}</summary>\n\n${text}\n\n</details>`;
}

/**
 * The same for a table cell that may also be read unrendered. It escapes only what CommonMark, GitHub's dialect and its
 * mentions, emoji and formulas would interpret, so that the rest stays readable in the source.
 */
export function escapeMarkdownCell(text: string): string {
  return text.replace(/[\\`*_{}[\]<>|~&$#@!:^=+]|(?<=www)\./gi, '\\$&');
}

/**
 * Characters that a reader may take for the end of a quotation: quotation marks of every script and lookalikes. An
 * apostrophe inside a word is not one.
 */
const marks =
  /(?!(?<=[\p{L}\p{N}])['’](?=\p{L}))[\p{Quotation_Mark}`´\u02b9-\u02bc\u02ca\u02cb\u02dd\u02ee\u02f4-\u02f6\u05f3\u05f4\u2032-\u2037\u2057\u275b-\u2760\u3003\u{1f676}-\u{1f678}]/gu;

/** Makes untrusted text safe to put between quotation marks, so that it can't appear to end the quotation. */
export function quotable(text: string): string {
  return text.replace(marks, '');
}
