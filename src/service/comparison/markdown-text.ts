import { plainText } from '../../common/text/plain-text.ts';

/** The most characters of a text in a table cell. */
const longest = 300;
/** Text that a preview turns into a link, wherever it occurs. */
const address = /(\S*(?::\/\/|@)\S*)/;

/** Escapes untrusted running text, so that it contains no formatting, link or image. */
export function escaped(text: string): string {
  const parts = plainText(text, 600).split(address);
  return parts.map((part, at) => (at % 2 === 1 ? code(part) : part.replace(/[\\`*_{}[\]<>#!|~&$]/g, '\\$&'))).join('');
}

/** A text verbatim, as code: nothing in it acts as Markdown or ends the cell. */
export function code(text: string): string {
  const plain = plainText(text, longest).replaceAll('`', "'").replaceAll('|', '\\|');
  return plain === '' ? '' : `\`${plain}\``;
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
