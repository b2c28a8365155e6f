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

  /** Matches that begin outside comments; `within` narrows it to strings or to code. */
  *matches(pattern: RegExp, within?: 'string' | 'code'): Generator<RegExpExecArray> {
    for (const match of this.text.matchAll(pattern)) {
      if (this.#stands(match.index, within)) yield match;
    }
  }

  /** Whether the pattern is anywhere outside comments. */
  has(pattern: RegExp, within?: 'string' | 'code'): boolean {
    for (const _ of this.matches(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`), within)) return true;
    return false;
  }

  /** The line of an offset, from 0. */
  lineOf(offset: number): number {
    return lineAt(this.#lineStarts, offset);
  }

  isCode(offset: number): boolean {
    return this.#stands(offset, 'code');
  }

  #stands(offset: number, within: 'string' | 'code' | undefined): boolean {
    const kind = this.#kinds[offset] ?? inCode;
    if (kind === inComment) return false;
    return this.#isText || within === undefined || kind === (within === 'string' ? inString : inCode);
  }
}
