/**
 * Works on JSON as text, without parsing it, so that each number, string and key keeps its exact spelling and duplicate
 * keys stay. The text must be valid JSON; it may be nested to any depth.
 */

const punctuation = '{}[],:';
const spaces = ' \t\r\n';

/** Deeper levels stay on one line: VS Code stalls over thousands of levels on as many lines. */
const mostIndented = 40;

/** A UTF-16 unit by its number, as JSON may write it: `\u00e9`. */
export function escapedUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Whether a text is JSON as a whole: the one function here that takes any text. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at + 1;
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length && !punctuation.includes(text[at] ?? '') && !spaces.includes(text[at] ?? '')) at += 1;
  return at;
}

/** Strings, numbers, literals and the punctuation between them, without whitespace. */
export function* tokensOf(text: string): Generator<string, void> {
  for (let at = 0; at < text.length;) {
    const from = at;
    const first = text[from] ?? '';
    if (first === '"') at = endOfString(text, from);
    else if (punctuation.includes(first) || spaces.includes(first)) at += 1;
    else at = endOfWord(text, from);
    if (!spaces.includes(first)) yield text.slice(from, at);
  }
}

/** Removes the whitespace between tokens. */
export function compactJson(text: string): string {
  return [...tokensOf(text)].join('');
}

/** How to show a string or a number that is a value; `name` is that of its member, if it is the value of one. */
export type ShownText = (value: string, name: string | undefined) => string;

/**
 * Formats each part on its own line, indented.
 *
 * @param inherits whether everything inside the value of a member with this name is shown as if it had that name itself
 */
export function indentedJson(
  text: string,
  shown?: ShownText,
  inherits: (name: string) => boolean = () => false,
): string {
  const pieces: string[] = [];
  let depth = 0;
  let before = '';
  let name = '';
  /** The name of the member whose value the last string is, if it is one. */
  let owner: string | undefined;
  /** The name that all values deeper than this inherit. */
  let inherited: { readonly name: string; readonly depth: number } | undefined;
  const breakLine = (indent: number) => pieces.push('\n', '  '.repeat(indent));
  const endText = () => {
    if (shown) pieces.push(shownText(pieces.pop() ?? '', inherited?.name ?? owner, shown));
  };
  const memberBefore = () => (before === ':' ? nameOf(name) : undefined);
  for (const token of tokensOf(text)) {
    const [first = ''] = token;
    if (before === '"') {
      // Only what follows a string tells whether it is a key.
      if (first === ':') name = pieces.at(-1) ?? '';
      else endText();
    }
    const isOpened = before === '{' || before === '[';
    const closes = first === '}' || first === ']';
    const breaks = closes ? !isOpened : isOpened || before === ',';
    if (breaks && depth <= mostIndented) breakLine(closes ? depth - 1 : depth);
    if (closes) {
      depth -= 1;
      if (depth === inherited?.depth) inherited = undefined;
    } else if (first === '{' || first === '[') {
      const member = inherited ? undefined : memberBefore();
      if (member !== undefined && inherits(member)) inherited = { name: member, depth };
      depth += 1;
    } else if (first === '"') owner = memberBefore();
    const isNumber = shown && first >= '-' && first <= '9';
    if (isNumber) pieces.push(shownNumber(token, inherited?.name ?? memberBefore(), shown));
    else pieces.push(first === ':' ? ': ' : token);
    before = first;
  }
  if (before === '"') endText();
  return pieces.join('');
}

function shownNumber(token: string, owner: string | undefined, shown: ShownText): string {
  const text = shown(token, owner);
  return text === token ? token : JSON.stringify(text);
}

/** Keeps the exact spelling if nothing in it is replaced. */
function shownText(token: string, owner: string | undefined, shown: ShownText): string {
  const value = JSON.parse(token) as string;
  const text = shown(value, owner);
  return text === value ? token : JSON.stringify(text);
}

/** An object or list that is still open. */
interface Level {
  readonly opening: string;
  readonly parts: { readonly name: string; readonly value: string }[];
  name: string;
  value: string;
}

/**
 * Sorts the members of each object by name and removes whitespace. Members with the same name keep their order.
 *
 * @param spelled how each string, number and literal is written; unchanged by default
 */
export function sortedJson(text: string, spelled: (token: string) => string = (token) => token): string {
  const begun = (opening: string): Level => ({ opening, parts: [], name: '', value: '' });
  const outside = begun('');
  const open: Level[] = [];
  let level = outside;
  const endPart = ({ parts, name, value }: Level) => {
    if (value !== '') parts.push({ name, value });
    level.name = level.value = '';
  };
  for (const token of tokensOf(text)) {
    if (token === '{' || token === '[') {
      open.push(level);
      level = begun(token);
    } else if (token === '}' || token === ']') {
      endPart(level);
      const { opening, parts } = level;
      if (token === '}') parts.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
      level = open.pop() ?? outside;
      // Appended directly: joining a list would copy deeply nested text once for each level.
      level.value += opening;
      for (const [at, { name, value }] of parts.entries()) {
        if (at > 0) level.value += ',';
        level.value += token === '}' ? `${name}:${value}` : value;
      }
      level.value += token;
    } else if (token === ',') {
      endPart(level);
    } else if (token === ':') {
      level.name = level.value;
      level.value = '';
    } else {
      level.value = spelled(token);
    }
  }
  return outside.value;
}

/** Where a value ends, found by brackets and strings alone; only JSON.parse can tell whether it is valid. */
function endOfValue(text: string, from: number): number {
  const first = text[from];
  if (first === '"') return endOfString(text, from);
  if (first !== '{' && first !== '[') return endOfWord(text, from);
  const signs = /["{}[\]]/g;
  signs.lastIndex = from;
  for (let depth = 0; ;) {
    const at = signs.exec(text)?.index;
    if (at === undefined) return text.length;
    const sign = text[at];
    if (sign === '"') signs.lastIndex = endOfString(text, at);
    else depth += sign === '{' || sign === '[' ? 1 : -1;
    if (depth === 0) return at + 1;
  }
}

function behindSpaces(text: string, from: number, more = ''): number {
  let at = from;
  while (at < text.length && (spaces.includes(text[at] ?? '') || more.includes(text[at] ?? ''))) at += 1;
  return at;
}

/** A member or an element, by where its value is in the text. */
interface Part {
  /** The name of a member as JSON, with its exact spelling; empty for an element. */
  readonly key: string;
  readonly from: number;
  readonly end: number;
}

/** The parts of the object or the list that begins at an offset, including duplicates. */
function* partsAt(text: string, opening: number): Generator<Part, void> {
  let at = behindSpaces(text, opening + 1);
  while (at < text.length && text[at] !== '}' && text[at] !== ']') {
    const endOfKey = text[opening] === '{' ? endOfString(text, at) : at;
    const key = text.slice(at, endOfKey);
    const from = behindSpaces(text, endOfKey, ':');
    const end = endOfValue(text, from);
    yield { key, from, end };
    at = behindSpaces(text, end, ',');
  }
}

/** A member of an object. */
export interface Member {
  readonly name: string;
  /** Its name as JSON, with its exact spelling. */
  readonly key: string;
  /** Its value as JSON, with its exact spelling except for whitespace. */
  readonly value: string;
}

/** The members of an object in order, including duplicates; undefined if the text is not an object. */
export function membersOf(text: string): readonly Member[] | undefined {
  const parts = partsOf(text, '{');
  return parts?.map(({ key, ...place }) => ({ name: nameOf(key), key, value: valueOf(text, place) }));
}

/** The elements of a list with their exact spelling except for whitespace; undefined if the text is not a list. */
export function elementsOf(text: string): readonly string[] | undefined {
  return partsOf(text, '[')?.map((part) => valueOf(text, part));
}

function partsOf(text: string, opening: '{' | '['): readonly Part[] | undefined {
  const at = behindSpaces(text, 0);
  return text[at] === opening ? [...partsAt(text, at)] : undefined;
}

function nameOf(key: string): string {
  return key.includes('\\') ? (JSON.parse(key) as string) : key.slice(1, -1);
}

function valueOf(text: string, { from, end }: Pick<Part, 'from' | 'end'>): string {
  const value = text.slice(from, end);
  return /[ \t\r\n]/.test(value) ? compactJson(value) : value;
}

/** A step is a key of an object or the index of an element. */
export type JsonPath = readonly (string | number)[];

/**
 * The value at a path, with its exact spelling, in a text that is valid JSON and has that path. If several members have
 * one name, the last counts, as in JSON.parse.
 */
export function valueAt(text: string, path: JsonPath): string {
  let at = behindSpaces(text, 0);
  for (const step of path) {
    let index = 0;
    for (const { key, from } of partsAt(text, at)) {
      const isElement = key === '';
      if (step !== (isElement ? index++ : nameOf(key))) continue;
      at = from;
      if (isElement) break;
    }
  }
  return text.slice(at, endOfValue(text, at));
}

/** A value in a text, and the position where it begins. */
export interface PlacedValue {
  readonly at: number;
  readonly json: string;
}

/** The candidates for values that follow each other in a text, separated by whitespace or commas. */
export function* valuesIn(text: string): Generator<PlacedValue, void> {
  for (let at = behindSpaces(text, 0, ','); at < text.length;) {
    // A closing bracket without an opening one is not a value, but must be consumed.
    const end = Math.max(endOfValue(text, at), at + 1);
    yield { at, json: text.slice(at, end) };
    at = behindSpaces(text, end, ',');
  }
}

/**
 * The same spelling for all JSON texts that mean the same. Numbers are compared digit by digit, beyond the precision of
 * a JavaScript number.
 */
export function canonicalJson(text: string): string {
  return sortedJson(text, canonicalToken);
}

function canonicalToken(token: string): string {
  if (token.startsWith('"')) return token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
  return /^[-\d]/.test(token) ? canonicalNumber(token) : token;
}

/** Longer exponents are left as they are: nobody sends them, and computing with them takes time. */
const longestExponent = 15;

function canonicalNumber(token: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  if (power.length > longestExponent) return token;
  const digits = whole + fraction;
  let [from, end] = [0, digits.length];
  while (digits[from] === '0') from += 1;
  if (from === end) return '0';
  while (digits[end - 1] === '0') end -= 1;
  return `${sign}${digits.slice(from, end)}e${Number(power) - fraction.length + digits.length - end}`;
}
