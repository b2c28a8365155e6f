/** A place in a text. Line and column count from 1, the others from 0; bytes are those of UTF-8. */
export interface TextPlace {
  readonly at: number;
  readonly byte: number;
  readonly line: number;
  readonly column: number;
}

/** Where a text stops being JSON; undefined where it is JSON. */
export function jsonBreak(text: string): TextPlace | undefined {
  const error = errorOf(text);
  if (!error) return undefined;
  if (endsEarly(error, text.length)) return placeOf(text, text.length);
  // The engine gives a position for some errors only, and quotes the file. So: the shortest beginning that nothing mends.
  let [mendable, broken] = [0, text.length];
  while (broken - mendable > 1) {
    const middle = (mendable + broken) >> 1;
    const found = errorOf(text.slice(0, middle));
    if (!found || endsEarly(found, middle)) mendable = middle;
    else broken = middle;
  }
  return placeOf(text, mendable);
}

function errorOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Whether nothing is wrong with a text but its end. */
function endsEarly(message: string, length: number): boolean {
  if (/^Unexpected end of JSON input$|^Unterminated string in JSON /.test(message)) return true;
  return Number(/ in JSON at position (\d+) \(line \d+ column \d+\)$/.exec(message)?.[1]) === length;
}

export function placeOf(text: string, at: number): TextPlace {
  const before = text.slice(0, at);
  const lines = before.split('\n');
  return { at, byte: Buffer.byteLength(before), line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
