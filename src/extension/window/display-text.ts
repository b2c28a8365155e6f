import { escapeMarkdown, plainText, rightToLeftLetters as letters } from '../../common/text/plain-text.ts';

/** VS Code truncates notifications at this length too. */
const longestText = 1000;

const wordsFromRight = new RegExp(String.raw`[${letters}](?:[${letters} '’\-\u200c\u200d]*[${letters}])?`, 'gu');

/**
 * Makes VS Code show a single line literally. Notifications and inputs turn `[text](command:…)` into links; pickers and
 * the status bar turn `$(name)` into icons. No escape works in all of these places, so a space is inserted to break the
 * syntax.
 */
export function displayText(text: string): string {
  return isolated(plainText(plainText(text, longestText).replace(/(?<=\]|\$)(?=\()/g, ' '), longestText));
}

/**
 * Markdown that shows lines of plain text literally: the first in bold, the others below it. Markup is escaped, so that
 * nothing the service sends becomes a link, an image or a command.
 */
export function tooltipMarkdown([title = '', ...lines]: readonly string[]): string {
  // Two spaces before a line end make it a line break.
  return [`**${escaped(title)}**`, lines.map(escaped).join('  \n')].join('\n\n');
}

function escaped(text: string): string {
  return escapeMarkdown(isolated(plainText(text, longestText)));
}

/** Keeps a name that is written from right to left from moving the numbers and marks beside it. */
function isolated(text: string): string {
  return text.replace(wordsFromRight, '\u2068$&\u2069');
}
