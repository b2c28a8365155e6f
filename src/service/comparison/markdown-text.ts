import { escapeMarkdown } from '../../common/text/escape-markdown.ts';
import { plainText } from '../../common/text/plain-text.ts';

/** Of a text in a cell, in characters. */
const longest = 300;

/** A text of others in running text: no mark, link or picture comes of it. */
export function escaped(text: string): string {
  return escapeMarkdown(plainText(text, 600));
}

/** A text to the letter, as code; nothing in it is Markdown, nor the end of a cell. */
export function code(text: string): string {
  const plain = plainText(text, longest).replaceAll('`', "'").replaceAll('|', '\\|');
  return plain === '' ? '' : `\`${plain}\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
