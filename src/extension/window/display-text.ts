import { escapeMarkdown, plainText } from '../../common/text/plain-text.ts';

/** VS Code truncates notifications at this length too. */
const longestText = 1000;

/**
 * Makes VS Code show a single line literally. Notifications and inputs turn `[text](command:…)` into links; pickers and
 * the status bar turn `$(name)` into icons. No escape works in all of these places, so a space is inserted to break the
 * syntax.
 */
export function displayText(text: string): string {
  return plainText(plainText(text, longestText).replace(/(?<=\]|\$)(?=\()/g, ' '), longestText);
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
  return escapeMarkdown(plainText(text, longestText));
}
