import { lineAt, lineStarts } from '../source/lines.ts';

/** Converts offsets to lines and columns, from 1, as editors and SARIF count them. */
export function placesIn(text: string): (offset: number) => { readonly line: number; readonly column: number } {
  const starts = lineStarts(text);
  return (offset) => {
    const line = lineAt(starts, offset);
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 };
  };
}
