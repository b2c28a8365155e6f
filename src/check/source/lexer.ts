import type { Language } from './languages.ts';

/** What a character is part of. */
export const inCode = 0;
export const inString = 1;
export const inComment = 2;

/** In these languages nearly everything may be a URL: what is not a comment counts as both code and string. */
export const isText = (language: Language) => ['shell', 'http', 'env', 'yaml', 'json', 'text'].includes(language);

interface Syntax {
  /** Starts a comment that ends with the line. */
  readonly line: RegExp;
  readonly block?: readonly [start: string, end: string];
  /** Longest first. Strings with single-character quotes end with the line, except for backticks. */
  readonly quotes: readonly string[];
}

const slashes = /\/\//y;
const hash = /#/y;
/** A `#` inside a word does not start a comment: `a#b`, `$#`. */
const hashAfterBlank = /(?<=^|\s)#/my;
const never = /(?!)/y;
const block = ['/*', '*/'] as const;

const syntaxes: Readonly<Record<Language, Syntax>> = {
  javascript: { line: slashes, block, quotes: ['`', '"', "'"] },
  python: { line: hash, quotes: ['"""', "'''", '"', "'"] },
  java: { line: slashes, block, quotes: ['"""', '"', "'"] },
  kotlin: { line: slashes, block, quotes: ['"""', '"', "'"] },
  go: { line: slashes, block, quotes: ['`', '"', "'"] },
  ruby: { line: hash, block: ['\n=begin', '\n=end'], quotes: ['"', "'"] },
  csharp: { line: slashes, block, quotes: ['"""', '"', "'"] },
  php: { line: /\/\/|#(?!\[)/y, block, quotes: ['"', "'"] },
  swift: { line: slashes, block, quotes: ['"""', '"'] },
  dart: { line: slashes, block, quotes: ['"""', "'''", '"', "'"] },
  // An apostrophe starts a lifetime.
  rust: { line: slashes, block, quotes: ['"'] },
  groovy: { line: slashes, block, quotes: ['"""', "'''", '"', "'"] },
  scala: { line: slashes, block, quotes: ['"""', '"'] },
  elixir: { line: hash, quotes: ['"""', '"', "'"] },
  basic: { line: /'/y, quotes: ['"'] },
  fsharp: { line: slashes, block: ['(*', '*)'], quotes: ['"""', '"'] },
  lua: { line: /--(?!\[\[)/y, block: ['--[[', ']]'], quotes: ['"', "'"] },
  perl: { line: hashAfterBlank, block: ['\n=pod', '\n=cut'], quotes: ['"', "'"] },
  c: { line: slashes, block, quotes: ['"', "'"] },
  powershell: { line: hashAfterBlank, block: ['<#', '#>'], quotes: ['"', "'"] },
  script: { line: hash, quotes: ['"', "'"] },
  // Only its cells are read: see notebook.ts.
  notebook: { line: never, quotes: [] },
  shell: { line: hashAfterBlank, quotes: [] },
  http: { line: /(?<=^[ \t]{0,40})(?:#|\/\/)/my, quotes: [] },
  env: { line: hashAfterBlank, quotes: [] },
  yaml: { line: hashAfterBlank, quotes: [] },
  json: { line: never, quotes: [] },
  text: { line: /(?<=^[ \t]{0,40})(?:#|\/\/|;|--|%|')/my, block: ['<!--', '-->'], quotes: [] },
};

/**
 * Determines for each character whether it is part of code, a string or a comment. This is not a parser: it knows how
 * each language writes strings and comments, and recovers from mistakes at the next line.
 */
export function lex(text: string, language: Language): Uint8Array {
  const { line, block, quotes } = syntaxes[language];
  const kinds = new Uint8Array(text.length);
  let at = 0;
  const mark = (kind: number, end: number) => {
    kinds.fill(kind, at, end);
    at = end;
  };
  while (at < text.length) {
    if (matches(line, text, at)) {
      mark(inComment, endOfLine(text, at));
    } else if (block && text.startsWith(block[0], at)) {
      mark(inComment, endAfter(text, block[1], at + block[0].length));
    } else if (language === 'javascript' && text[at] === '/' && beginsPattern(text, at)) {
      mark(inCode, endOfPattern(text, at));
    } else {
      const quote = quotes.find((candidate) => text.startsWith(candidate, at));
      if (quote === undefined) at++;
      else if (isDocumentation(text, at, quote, language)) mark(inComment, endAfter(text, quote, at + quote.length));
      else mark(inString, endOfString(text, at, quote));
    }
  }
  return kinds;
}

function matches(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function endAfter(text: string, token: string, from: number): number {
  const end = text.indexOf(token, from);
  return end < 0 ? text.length : end + token.length;
}

/**
 * Whether a triple-quoted string is a statement of its own, like Python's docstrings. Elixir marks documentation
 * explicitly.
 */
function isDocumentation(text: string, at: number, quote: string, language: Language): boolean {
  const before = () => text.slice(Math.max(0, at - 200), at);
  if (language === 'elixir') return /@(?:module|type)?doc[ \t]+(?:~[sS])?$/.test(before());
  return language === 'python' && quote.length === 3 && /(?:^|\n)[ \t]*[rRuU]?$/.test(before());
}

function endOfString(text: string, at: number, quote: string, depth = 0): number {
  const spans = quote.length === 3 || quote === '`';
  let index = at + quote.length;
  while (index < text.length) {
    const character = text[index];
    if (character === '\\') index += 2;
    else if (text.startsWith(quote, index)) return index + quote.length;
    else if (character === '\n' && !spans) return index;
    else if (quote === '`' && depth < deepest && text.startsWith('${', index))
      index = endOfHole(text, index + 2, depth);
    else index++;
  }
  return text.length;
}

/** The maximum nesting of templates; more does not occur in practice. */
const deepest = 20;

/** The end of `${…}`, including its `}`, skipping strings and nested templates. */
function endOfHole(text: string, from: number, depth: number): number {
  let open = 1;
  let index = from;
  while (index < text.length) {
    const character = text[index] ?? '';
    if (character === '}' && --open === 0) return index + 1;
    if (character === '{') open++;
    index = '`"\''.includes(character) ? endOfString(text, index, character, depth + 1) : index + 1;
  }
  return text.length;
}

/** Whether a slash starts a JavaScript regular expression: it does where a value is expected. */
function beginsPattern(text: string, at: number): boolean {
  const before = /(?:^|[(,=:[!&|?{};\n]|\breturn)[ \t]*$/.test(text.slice(Math.max(0, at - 40), at));
  return before && /^\/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//.test(text.slice(at, at + 400));
}

function endOfPattern(text: string, at: number): number {
  const [found] = /^\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//.exec(text.slice(at, at + 400)) ?? ['/'];
  return at + found.length;
}
