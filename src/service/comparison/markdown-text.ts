import { plainText } from '../../common/text/plain-text.ts';

/** Of a text in a cell, in characters. */
const longest = 300;
/** What a preview makes a link of, wherever it stands. */
const address = /(\S*(?::\/\/|@)\S*)/;

/** A text of others in running text: no mark, link or picture comes of it. */
export function escaped(text: string): string {
  const parts = plainText(text, 600).split(address);
  return parts.map((part, at) => (at % 2 === 1 ? code(part) : part.replace(/[\\`*_{}[\]<>#!|~&$]/g, '\\$&'))).join('');
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
