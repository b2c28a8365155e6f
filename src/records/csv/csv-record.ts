import { type Member, membersOf } from '../../common/text/json-text.ts';
import type { CsvColumn } from './csv-columns.ts';

/** A cell's value as JSON, digit by digit; undefined: it has none. */
export type CellJson = string | undefined;

/** The members of a record, each with its value as JSON. */
export type RecordMembers = Map<string, string>;

/** @param values one for each column */
export function membersOfCells(columns: readonly CsvColumn[], values: readonly CellJson[]): RecordMembers {
  const members: RecordMembers = new Map();
  const inside = new Map<string, RecordMembers>();
  for (const [at, { path, scale }] of columns.entries()) {
    const value = values[at];
    const [name = '', inner] = path;
    if (value === undefined) continue;
    if (inner === undefined) {
      members.set(name, scaled(value, scale));
      continue;
    }
    const part = inside.get(name) ?? new Map<string, string>();
    inside.set(name, part.set(inner, scaled(value, scale)));
    members.set(name, '');
  }
  for (const [name, part] of inside) members.set(name, jsonOfMembers(part));
  return members;
}

function scaled(json: string, scale: 1 | 100): string {
  if (scale === 1 || !/^-?\d/.test(json)) return json;
  // The product of two decimals has digits that no one wrote.
  return String(Math.round(Number(json) * scale * 1e6) / 1e6);
}

export function jsonOfMembers(members: ReadonlyMap<string, string>): string {
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

/** The members of a text that is JSON, and an object; undefined if it isn't. */
export function membersOfText(text: string): readonly Member[] | undefined {
  return isJson(text) ? membersOf(text) : undefined;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
