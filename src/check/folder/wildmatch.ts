/**
 * Whether a git pattern matches a name or a path, exactly as git does it, with all its peculiarities. Characters
 * represent bytes. If case is ignored, the text must be in lower case.
 *
 * @param isPath whether a slash is matched only by a slash and by `**`
 */
export function wildmatch(pattern: string, text: string, isPath: boolean, ignoresCase: boolean): boolean {
  return new Match(pattern, text, isPath, ignoresCase).from(0, 0) === matched;
}

const matched = 0;
const differs = 1;
/** No other match of an earlier star can help. */
const neverMatches = 2;
/** Only another match of a `**` can help. */
const needsStarStar = 3;
type Result = typeof matched | typeof differs | typeof neverMatches | typeof needsStarStar;

const classes: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  // eslint-disable-next-line no-control-regex
  cntrl: /[\0-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

class Match {
  readonly #pattern: string;
  readonly #text: string;
  readonly #isPath: boolean;
  readonly #ignoresCase: boolean;
  /** Results by position in the pattern and the text: without this cache, several stars would take exponential time. */
  readonly #known = new Map<number, Result>();

  constructor(pattern: string, text: string, isPath: boolean, ignoresCase: boolean) {
    this.#pattern = pattern;
    this.#text = text;
    this.#isPath = isPath;
    this.#ignoresCase = ignoresCase;
  }

  from(p: number, t: number): Result {
    const key = p * (this.#text.length + 1) + t;
    const known = this.#known.get(key) ?? this.#from(p, t);
    this.#known.set(key, known);
    return known;
  }

  #from(startP: number, startT: number): Result {
    let t = startT;
    for (let p = startP; p < this.#pattern.length; p++, t++) {
      const sign = this.#pattern[p];
      if (sign === '*') {
        const after = this.#afterStar(p, t);
        if (typeof after === 'number') return after;
        [p, t] = after;
        continue;
      }
      const character = this.#text[t];
      if (character === undefined) return neverMatches;
      if (sign === '?') {
        if (this.#isPath && character === '/') return differs;
      } else if (sign === '[') {
        const end = this.#bracket(p, character);
        if (typeof end !== 'number') return end.result;
        p = end;
      } else {
        // As in git, quoted capitals and those in brackets are not converted, so they match no name.
        const wanted =
          sign === '\\'
            ? this.#pattern[++p]
            : this.#ignoresCase
              ? sign?.replace(/[A-Z]/, (upper) => upper.toLowerCase())
              : sign;
        if (wanted !== character) return differs;
      }
    }
    return t < this.#text.length ? differs : matched;
  }

  /** The positions of the slash at which `*` ends, in the pattern and the text, or the result. */
  #afterStar(star: number, from: number): readonly [p: number, t: number] | Result {
    const pattern = this.#pattern;
    const text = this.#text;
    let p = star + 1;
    let takesSlash = !this.#isPath;
    if (pattern[p] === '*') {
      while (pattern[p] === '*') p++;
      const isWhole = star === 0 || pattern[star - 1] === '/';
      if (this.#isPath && isWhole && (p === pattern.length || pattern[p] === '/' || pattern.startsWith('\\/', p))) {
        if (pattern[p] === '/' && this.from(p + 1, from) === matched) return matched;
        takesSlash = true;
      }
    }
    if (p === pattern.length) return takesSlash || !text.includes('/', from) ? matched : needsStarStar;
    if (!takesSlash && pattern[p] === '/') {
      const slash = text.indexOf('/', from);
      return slash < 0 ? needsStarStar : [p, slash];
    }
    for (let t = from; t < text.length; t++) {
      const result = this.from(p, t);
      if (result !== differs) {
        if (!takesSlash || result !== needsStarStar) return result;
      } else if (!takesSlash && text[t] === '/') {
        return needsStarStar;
      }
    }
    return neverMatches;
  }

  /** The position of the end of a bracket expression that contains the character, or the result. */
  #bracket(start: number, character: string): number | { readonly result: Result } {
    const pattern = this.#pattern;
    const isNegated = pattern[start + 1] === '!' || pattern[start + 1] === '^';
    let p = start + (isNegated ? 2 : 1);
    let isIn = false;
    let before = '';
    do {
      let member = pattern[p];
      if (member === '\\') {
        member = pattern[++p];
        isIn ||= member === character;
      } else if (member === '-' && before !== '' && p + 1 < pattern.length && pattern[p + 1] !== ']') {
        if (pattern[++p] === '\\') p++;
        const last = pattern[p] ?? '';
        isIn ||= this.#forms(character).some((form) => form >= before && form <= last);
        member = p < pattern.length ? '' : undefined;
      } else if (member === '[' && pattern[p + 1] === ':') {
        const end = pattern.indexOf(']', p + 2);
        if (end < 0) return { result: neverMatches };
        if (end > p + 2 && pattern[end - 1] === ':') {
          const members = classes[pattern.slice(p + 2, end - 1)];
          if (!members) return { result: neverMatches };
          isIn ||= this.#forms(character).some((form) => members.test(form));
          member = '';
          p = end;
        } else {
          isIn ||= character === '[';
        }
      } else {
        isIn ||= member === character;
      }
      if (member === undefined) return { result: neverMatches };
      before = member;
      p++;
    } while (pattern[p] !== ']');
    return isIn === isNegated || (this.#isPath && character === '/') ? { result: differs } : p;
  }

  #forms(character: string): readonly string[] {
    return this.#ignoresCase && /[a-z]/.test(character) ? [character, character.toUpperCase()] : [character];
  }
}
