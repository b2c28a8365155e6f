/** A place in a text. Line and column count from 1, the others from 0; bytes are those of UTF-8. */
export interface TextPlace {
  readonly at: number;
  readonly byte: number;
  readonly line: number;
  readonly column: number;
}

/** Where a text stops being JSON; undefined where it is JSON. */
export function jsonBreak(text: string): TextPlace | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    // The engine says where, unless it is the end.
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    return placeOf(text, position === undefined ? text.length : Number(position));
  }
}

export function placeOf(text: string, at: number): TextPlace {
  const before = text.slice(0, at);
  const lines = before.split('\n');
  return { at, byte: Buffer.byteLength(before), line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
