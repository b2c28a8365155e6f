/** Values within a text, found without making them: each stays to the letter. */
import { endOfString, endOfWord, spaces } from './json-text.ts';

/** A key of an object, or the number of an element. */
export type JsonPath = readonly (string | number)[];

/** Where a value ends that begins at a place: by its brackets and texts alone, JSON.parse says whether it is one. */
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

/** The value at a path, in a text that is JSON and has it. */
export function valueAt(text: string, path: JsonPath): string {
  let from = behindSpaces(text, 0);
  for (const step of path) from = partAt(text, from, step);
  return text.slice(from, endOfValue(text, from));
}

/** Where a part of the value begins that begins at a place. Of members with one name, JSON means the last. */
function partAt(text: string, from: number, step: string | number): number {
  const isObject = text[from] === '{';
  let found = from;
  let at = behindSpaces(text, from + 1);
  for (let number = 0; at < text.length && text[at] !== '}' && text[at] !== ']'; number += 1) {
    let name: unknown = number;
    if (isObject) {
      const end = endOfString(text, at);
      name = JSON.parse(text.slice(at, end));
      at = behindSpaces(text, end, ':');
    }
    if (name === step) found = at;
    if (name === step && !isObject) break;
    at = behindSpaces(text, endOfValue(text, at), ',');
  }
  return found;
}

/** A value in a text, with the place where it begins. */
export interface PlacedValue {
  readonly at: number;
  readonly json: string;
}

/** What could be values that follow each other in a text, with blanks or commas between them. */
export function* valuesIn(text: string): Generator<PlacedValue, void> {
  for (let at = behindSpaces(text, 0, ','); at < text.length;) {
    // A closing bracket of nothing is no value, and not nothing either.
    const end = Math.max(endOfValue(text, at), at + 1);
    yield { at, json: text.slice(at, end) };
    at = behindSpaces(text, end, ',');
  }
}
