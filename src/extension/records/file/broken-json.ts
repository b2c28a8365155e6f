import { endOfString, endOfWord, punctuation, spaces } from '../../../common/text/json-text.ts';

/** A position in a text. Line and column count from 1, the others from 0; bytes are those of UTF-8. */
export interface TextPlace {
  readonly at: number;
  readonly byte: number;
  readonly line: number;
  readonly column: number;
}

/** Where a text stops being valid JSON; undefined if it is valid. */
export function jsonBreak(text: string): TextPlace | undefined {
  // The engine reports a position only for some errors, and its message quotes the file.
  return errorOf(text) === undefined ? undefined : placeOf(text, breakOf(text));
}

type Wanted = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end';

/** Scans invalid JSON once and returns the length of its longest prefix that could still be completed to valid JSON. */
function breakOf(text: string): number {
  const open: string[] = [];
  let wanted: Wanted = 'value';
  for (let at = 0; at < text.length;) {
    const from = at;
    const first = text[from] ?? '';
    at += 1;
    if (spaces.includes(first)) continue;
    const closing = open.at(-1) === '{' ? '}' : ']';
    if (first === closing && open.length > 0 && wanted.endsWith('end')) {
      open.pop();
      wanted = 'comma or end';
    } else if (wanted === 'colon') {
      if (first !== ':') return from;
      wanted = 'value';
    } else if (wanted === 'comma or end') {
      if (first !== ',' || open.length === 0) return from;
      wanted = open.at(-1) === '{' ? 'name' : 'value';
    } else if (wanted.startsWith('value') && (first === '{' || first === '[')) {
      open.push(first);
      wanted = first === '{' ? 'name or end' : 'value or end';
    } else {
      if (punctuation.includes(first) || (wanted.startsWith('name') && first !== '"')) return from;
      at = first === '"' ? endOfString(text, from) : endOfWord(text, from);
      const length = breakOfToken(text.slice(from, at));
      if (length !== undefined) return from + length;
      wanted = wanted.startsWith('name') ? 'colon' : 'comma or end';
    }
  }
  return text.length;
}

/** The same for a string, a number or a word; undefined if it is valid JSON. */
function breakOfToken(token: string): number | undefined {
  const error = errorOf(token);
  if (error === undefined) return undefined;
  if (endsEarly(error, token.length)) return token.length;
  let [mendable, broken] = [0, token.length];
  while (broken - mendable > 1) {
    const middle = (mendable + broken) >> 1;
    const found = errorOf(token.slice(0, middle));
    if (found === undefined || endsEarly(found, middle)) mendable = middle;
    else broken = middle;
  }
  return mendable;
}

function errorOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whether the only error in a text is that it ends too early. */
function endsEarly(message: string, length: number): boolean {
  if (/^Unexpected end of JSON input$|^Unterminated string in JSON /.test(message)) return true;
  return Number(/ in JSON at position (\d+) \(line \d+ column \d+\)$/.exec(message)?.[1]) === length;
}

export function placeOf(text: string, at: number): TextPlace {
  const before = text.slice(0, at);
  const lines = before.split('\n');
  return { at, byte: Buffer.byteLength(before), line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
