import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser';
import type { Language } from './languages.ts';
import { inCode, inComment, inString, isText, lex } from './lexer.ts';

/** One file as the rules see it. */
export class SourceFile {
  readonly text: string;
  readonly language: Language;
  readonly #kinds: Uint8Array;
  readonly #isText: boolean;
  readonly #lineStarts: readonly number[];

  constructor(text: string, language: Language) {
    this.text = text;
    this.language = language;
    this.#kinds = lex(text, language);
    this.#isText = isText(language);
    this.#lineStarts = lineStarts(text);
  }

  /** Yields matches that begin outside comments; `within` limits them to strings or to code. */
  *matches(pattern: RegExp, within?: 'string' | 'code'): Generator<RegExpExecArray> {
    for (const match of this.text.matchAll(pattern)) {
      if (this.#stands(match.index, within)) yield match;
    }
  }

  /**
   * Yields the places of a word outside comments. This is fast if the word does not occur, because it searches for
   * plain text.
   */
  *words(word: string): Generator<{ readonly start: number; readonly end: number }> {
    for (let at = this.text.indexOf(word); at >= 0; at = this.text.indexOf(word, at + word.length)) {
      const end = at + word.length;
      const isWhole = !isWordUnit(this.text.charCodeAt(at - 1)) && !isWordUnit(this.text.charCodeAt(end));
      if (isWhole && this.#stands(at, undefined)) yield { start: at, end };
    }
  }

  /** Whether the pattern matches anywhere outside comments. */
  has(pattern: RegExp, within?: 'string' | 'code'): boolean {
    for (const _ of this.matches(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`), within)) return true;
    return false;
  }

  /** The line of an offset, from 0. */
  lineOf(offset: number): number {
    return lineAt(this.#lineStarts, offset);
  }

  #stands(offset: number, within: 'string' | 'code' | undefined): boolean {
    const kind = this.#kinds[offset] ?? inCode;
    if (kind === inComment) return false;
    return this.#isText || within === undefined || kind === (within === 'string' ? inString : inCode);
  }
}

/** Whether a character code is that of a letter, a digit or `_`; false for NaN. */
function isWordUnit(unit: number): boolean {
  return (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || unit === 95 || (unit >= 97 && unit <= 122);
}

/** The offset at which each line begins. */
function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The line of an offset, from 0: the last line that begins at or before it. */
export function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Converts offsets to lines and columns, from 1, as editors and SARIF count them. */
export function placesIn(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = lineStarts(text);
  return (offset) => {
    const line = lineAt(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}

/** The code of a notebook's cells as a single text, with the position of each character in the file. */
interface NotebookCode {
  readonly code: string;
  /** The language in lower case, as the notebook names it: `python`. */
  readonly language: string;
  /** The range in the file of a range in `code`. */
  readonly place: (start: number, end: number) => { readonly start: number; readonly end: number };
}

/** Undefined if the text is not a notebook. Text cells, images and outputs are not code. */
export function notebookCode(text: string): NotebookCode | undefined {
  let root: Node | undefined;
  try {
    root = parseTree(text);
  } catch {
    // The JSON is nested too deeply for the parser.
  }
  const cells = root && findNodeAtLocation(root, ['cells'])?.children;
  if (!root || !cells) return undefined;
  const code: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (const cell of cells) {
    const source = findNodeAtLocation(cell, ['source']);
    if (!source || valueAt(cell, 'cell_type') !== 'code') continue;
    for (const part of source.type === 'string' ? [source] : (source.children ?? [])) {
      if (part.type === 'string') decode(text, part, code, starts, ends);
    }
    code.push('\n');
    starts.push(source.offset + source.length - 1);
    ends.push(source.offset + source.length);
  }
  const named =
    valueAt(root, 'metadata', 'language_info', 'name') ?? valueAt(root, 'metadata', 'kernelspec', 'language');
  return {
    code: code.join(''),
    language: typeof named === 'string' ? named.toLowerCase() : 'python',
    place: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? 0 }),
  };
}

function valueAt(node: Node, ...path: string[]): unknown {
  const found = findNodeAtLocation(node, path);
  return found && getNodeValue(found);
}

/** Decodes a JSON string, one UTF-16 unit at a time. */
function decode(text: string, { offset, length }: Node, code: string[], starts: number[], ends: number[]): void {
  for (let at = offset + 1; at < offset + length - 1;) {
    const next = text[at] !== '\\' ? at + 1 : text[at + 1] === 'u' ? at + 6 : at + 2;
    const raw = text.slice(at, next);
    code.push(raw.length === 1 ? raw : unescaped(raw));
    starts.push(at);
    ends.push(next);
    at = next;
  }
}

function unescaped(raw: string): string {
  try {
    return String(JSON.parse(`"${raw}"`));
  } catch {
    return ' ';
  }
}
