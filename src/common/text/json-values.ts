/** Finds values within a JSON text without parsing them, so that each keeps its exact spelling. */
import { endOfString, endOfWord, spaces } from './json-text.ts';

/** A step is a key of an object or the index of an element. */
export type JsonPath = readonly (string | number)[];

/** Finds where a value ends by brackets and strings alone; only JSON.parse can tell whether it is valid. */
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

/** The value at a path, in a text that is valid JSON and has that path. */
export function valueAt(text: string, path: JsonPath): string {
  let from = behindSpaces(text, 0);
  for (const step of path) from = partAt(text, from, step);
  return text.slice(from, endOfValue(text, from));
}

/**
 * Where a member or element begins in the value at `from`. If several members have one name, the last counts, as in
 * JSON.parse.
 */
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
