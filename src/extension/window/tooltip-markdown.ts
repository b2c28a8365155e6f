import { escapeMarkdown } from '../../common/text/escape-markdown.ts';
import { plainText } from '../../common/text/plain-text.ts';
import { longestText } from './display-text.ts';

/**
 * Lines of plain text as Markdown that shows exactly them: the first in bold, the rest one below the other. Marks
 * are escaped, so that nothing the service sends becomes a link, an image or a command.
 */
export function tooltipMarkdown([title = '', ...lines]: readonly string[]): string {
  // Two spaces before the line end make it a line break.
  return [`**${escaped(title)}**`, lines.map(escaped).join('  \n')].join('\n\n');
}

function escaped(text: string): string {
  return escapeMarkdown(plainText(text, longestText));
}
