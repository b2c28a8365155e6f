import { wildmatch } from './wildmatch.ts';

/** The effect of a pattern on what it matches. */
export type Says = 'ignored' | 'not ignored';

interface Pattern {
  readonly says: Says;
  readonly onlyFolders: boolean;
  /** Its line: the last pattern that matches decides. */
  readonly place: number;
}

interface Glob extends Pattern {
  /** The literal text before the first wildcard. */
  readonly start: string;
  readonly rest: string;
  /** Whether it is matched against the path and not just the name. */
  readonly isPath: boolean;
}

const sign = /[*?[\\]/;

/**
 * The patterns of one file, parsed and matched as in git. Most patterns are names, extensions or paths; these are
 * looked up, so any number of them is fast. Characters represent bytes.
 */
export class IgnorePatterns {
  readonly #names = new Map<string, readonly Pattern[]>();
  readonly #endings = new Map<string, readonly Pattern[]>();
  readonly #endingLengths = new Set<number>();
  readonly #paths = new Map<string, readonly Pattern[]>();
  #longestPath = 0;
  /** In reverse order. */
  readonly #globs: readonly Glob[];
  readonly #ignoresCase: boolean;
  /** How many of the patterns that have to be tried one by one were left out. */
  readonly leftOut: number;

  /** @param mostGlobs how many patterns may be tried one by one */
  constructor(text: string, ignoresCase: boolean, mostGlobs: number) {
    this.#ignoresCase = ignoresCase;
    const globs: Glob[] = [];
    for (const [place, line] of text.split('\n').entries()) {
      const glob = this.#add(line, place);
      if (glob) globs.push(glob);
    }
    this.#globs = globs.slice(0, mostGlobs).reverse();
    this.leftOut = globs.length - this.#globs.length;
  }

  get globs(): number {
    return this.#globs.length;
  }

  get isEmpty(): boolean {
    return this.#globs.length + this.#names.size + this.#endings.size + this.#paths.size === 0;
  }

  /** The effect on an entry at a path relative to the file's folder; undefined if no pattern matches. */
  says(name: string, path: string, isFolder: boolean): Says | undefined {
    let last: Pattern | undefined;
    const look = (patterns: readonly Pattern[] | undefined) => {
      for (const each of patterns ?? []) {
        if ((isFolder || !each.onlyFolders) && each.place > (last?.place ?? -1)) last = each;
      }
    };
    const cased = this.#cased(asBytes(name));
    look(this.#names.get(cased));
    for (const length of this.#endingLengths) {
      if (length <= cased.length) look(this.#endings.get(cased.slice(cased.length - length)));
    }
    if (path.length <= this.#longestPath) look(this.#paths.get(this.#cased(asBytes(path))));
    let casedPath: string | undefined;
    for (const glob of this.#globs) {
      if (glob.place < (last?.place ?? -1)) break;
      if (glob.onlyFolders && !isFolder) continue;
      const text = glob.isPath ? (casedPath ??= this.#cased(asBytes(path))) : cased;
      if (!text.startsWith(glob.start)) continue;
      if (!wildmatch(glob.rest, text.slice(glob.start.length), glob.isPath, this.#ignoresCase)) continue;
      last = glob;
      break;
    }
    return last?.says;
  }

  /** Adds a pattern to the lookup tables, or returns it if it has to be tried. */
  #add(line: string, place: number): Glob | undefined {
    if (line === '' || line.startsWith('#')) return undefined;
    let text = withoutBlanks(line.replace(/\r$/, ''));
    const isNegated = text.startsWith('!');
    if (isNegated) text = text.slice(1);
    const onlyFolders = text.endsWith('/');
    if (onlyFolders) text = text.slice(0, -1);
    const pattern: Pattern = { says: isNegated ? 'not ignored' : 'ignored', onlyFolders, place };
    const isPath = text.includes('/');
    if (text.startsWith('/')) text = text.slice(1);
    const cased = this.#cased(text);
    if (cased === '') return undefined;
    const first = cased.search(sign);
    if (first < 0) {
      append(isPath ? this.#paths : this.#names, cased, pattern);
      if (isPath) this.#longestPath = Math.max(this.#longestPath, cased.length);
    } else if (!isPath && cased.startsWith('*') && !sign.test(cased.slice(1))) {
      append(this.#endings, cased.slice(1), pattern);
      this.#endingLengths.add(cased.length - 1);
    } else {
      const start = isPath ? cased.slice(0, first) : '';
      return { ...pattern, start, rest: text.slice(start.length), isPath };
    }
    return undefined;
  }

  #cased(text: string): string {
    return this.#ignoresCase ? text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase()) : text;
  }
}

/** As git matches names: `?` is a single byte. */
function asBytes(path: string): string {
  return /[^ -~]/.test(path) ? Buffer.from(path).toString('latin1') : path;
}

function append(patterns: Map<string, readonly Pattern[]>, key: string, pattern: Pattern): void {
  // Of patterns with the same key, only the last one of each sort counts.
  const others = patterns.get(key) ?? [];
  patterns.set(key, [...others.filter(({ onlyFolders }) => onlyFolders !== pattern.onlyFolders), pattern]);
}

/** Removes trailing blanks, except for one that is escaped by a backslash. */
function withoutBlanks(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ') end--;
  let backslashes = 0;
  while (line[end - 1 - backslashes] === '\\') backslashes++;
  return line.slice(0, backslashes % 2 === 1 ? Math.min(end + 1, line.length) : end);
}
