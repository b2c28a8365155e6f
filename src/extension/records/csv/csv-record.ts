import { isJson, type Member, membersOf } from '../../../common/text/json-text.ts';
import type { CsvColumn } from './csv-columns.ts';

/** A cell's value as JSON, with its digits unchanged; undefined: there is no value. */
export type CellJson = string | undefined;

/** The members of a record, each with its value as JSON. */
export type RecordMembers = Map<string, string>;

/** @param values one for each column */
export function membersOfCells(columns: readonly CsvColumn[], values: readonly CellJson[]): RecordMembers {
  const members: RecordMembers = new Map();
  // Created only if needed: an export calls this for each record.
  let inside: Map<string, RecordMembers> | undefined;
  for (let at = 0; at < columns.length; at += 1) {
    const [column, value] = [columns[at], values[at]];
    if (column === undefined || value === undefined) continue;
    const { path, scale } = column;
    const [name, inner] = path;
    if (inner === undefined) {
      members.set(name, scaled(value, scale));
      continue;
    }
    inside ??= new Map();
    const part = inside.get(name) ?? new Map<string, string>();
    inside.set(name, part.set(inner, scaled(value, scale)));
    members.set(name, '');
  }
  for (const [name, part] of inside ?? []) members.set(name, jsonOfMembers(part));
  return members;
}

function scaled(json: string, scale: number): string {
  if (scale === 1 || !/^-?\d/.test(json)) return json;
  // Rounded, because multiplying decimals yields digits that nobody wrote.
  const number = Number((Number(json) * scale).toPrecision(15));
  return Number.isFinite(number) ? String(number) : json;
}

export function jsonOfMembers(members: ReadonlyMap<string, string>): string {
  return `{${[...members].map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

/** The members of a text that is a JSON object; undefined if it is not. */
export function membersOfText(text: string): readonly Member[] | undefined {
  return isJson(text) ? membersOf(text) : undefined;
}

/**
 * What makes a cell a formula, even if the spreadsheet's list separator is not a comma: such a spreadsheet ignores
 * quotation marks that do not enclose a whole cell. Apostrophes in front are included, so that each text has a guarded
 * form of its own.
 */
const formulaSign = /(?<=(?:^|[;\t\r\n])"*)(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
/** Some spreadsheets also look for a formula after these. */
const formulaSpace = /^(?='*[\t\r\n])/;

const guardOfSign = /(?<=(?:^|[;\t\r\n])"*)'(?='*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;
const guardOfSpace = /^'(?='*[\t\r\n])/;

/**
 * Makes a text from elsewhere safe to open in a spreadsheet: puts an apostrophe before whatever could be a formula, at
 * the start of the text and after each `;`, tab and line break, skipping any quotation marks there.
 */
export function guarded(text: string): string {
  return text.replace(formulaSign, "'").replace(formulaSpace, "'");
}

/** The original of a guarded text. */
export function unguarded(text: string): string {
  return text.replace(guardOfSpace, '').replace(guardOfSign, '');
}
