import type { Language } from './languages.ts';
import { lineAt, lineStarts } from './lines.ts';
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
