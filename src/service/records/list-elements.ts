const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Where the string ends whose opening quote is at an offset: behind its closing quote, or at least the end of the bytes. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at + 1;
}

/** Where the elements of a JSON list end, as far as they are there. */
export interface ListElements {
  /** Offsets of the commas behind elements. */
  readonly commas: readonly number[];
  /** Offset of the bracket that closes the list; −1 if it was not reached. */
  readonly close: number;
}

/**
 * Finds the elements of a list by its brackets, commas and strings alone: JSON.parse says whether they are JSON.
 *
 * @param bytes begin with the list's opening bracket
 * @param most stops after so many commas
 */
export function elementsOf(bytes: Uint8Array, most = Infinity): ListElements {
  const commas: number[] = [];
  let depth = 0;
  for (let at = 1; at < bytes.length && commas.length < most; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      at = endOfString(bytes, at) - 1;
    } else if (byte === comma) {
      if (depth === 0) commas.push(at);
    } else if (byte === openBrace || byte === openBracket) {
      depth += 1;
    } else if (byte === closeBrace || byte === closeBracket) {
      if (depth === 0) return { commas, close: at };
      depth -= 1;
    }
  }
  return { commas, close: -1 };
}

/** Longer than `"records"` with each of its letters escaped, a colon and some spaces. */
const longestKey = 100;

function isRecordsKey(bytes: Uint8Array): boolean {
  try {
    return (
      bytes.length <= longestKey &&
      Object.hasOwn(JSON.parse(`{${Buffer.from(bytes).toString()}0}`) as object, 'records')
    );
  } catch {
    return false;
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/**
 * Where the opening bracket is of a list under the key `records` of the outermost object; −1 if it is not there (yet).
 *
 * @param from offset to begin at
 * @param depth how many objects and lists are open there
 */
export function recordsList(bytes: Uint8Array, from = 0, depth = 0): number {
  let open = depth;
  let key = -1;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    // A page or a list: nothing in it is the list of records, whatever it looks like.
    if (open === 0 && byte !== openBrace && !isSpace(byte)) return -1;
    if (byte === quote) {
      if (open === 1) key = at;
      at = endOfString(bytes, at) - 1;
    } else if (byte === openBrace || byte === openBracket) {
      if (byte === openBracket && open === 1 && key >= 0 && isRecordsKey(bytes.subarray(key, at))) return at;
      open += 1;
    } else if (byte === closeBrace || byte === closeBracket) {
      open -= 1;
    }
  }
  return -1;
}
