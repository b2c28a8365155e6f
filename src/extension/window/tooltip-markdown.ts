import { plainText } from '../../common/text/plain-text.ts';
import { longestText } from './display-text.ts';

/**
 * Lines of plain text as Markdown that shows exactly them: the first in bold, the rest one below the other. Every
 * punctuation mark is escaped, so that nothing the service sends becomes a link, an image or a command.
 */
export function tooltipMarkdown([title = '', ...lines]: readonly string[]): string {
  // Two spaces before the line end make it a line break.
  return [`**${escaped(title)}**`, lines.map(escaped).join('  \n')].join('\n\n');
}

/** CommonMark takes a backslash before any ASCII punctuation; that also stops the bare links of GitHub's dialect. */
function escaped(text: string): string {
  return plainText(text, longestText).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
