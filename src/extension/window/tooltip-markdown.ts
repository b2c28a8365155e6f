import { escapeMarkdown } from '../../common/text/escape-markdown.ts';
import { plainText } from '../../common/text/plain-text.ts';
import { longestText } from './display-text.ts';

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
