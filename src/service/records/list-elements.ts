const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/**
 * Where a string ends whose opening quote is at an offset: after its closing quote, or at or after the end of the
 * bytes.
 */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at + 1;
}

/** Where the elements of a JSON list end, as far as they have arrived. */
export interface ListElements {
  /** Offsets of the commas after elements. */
  readonly commas: readonly number[];
  /** Offset of the bracket that closes the list; −1 if it was not reached. */
  readonly close: number;
}

/**
 * Finds the elements of a list by its brackets, commas and strings alone; only JSON.parse can tell whether they are
 * valid.
 *
 * @param bytes begin with the list's opening bracket
 * @param most stops after this many commas
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

/** Longer than any key on the path to the records, even with each letter escaped, a colon and some spaces. */
const longestKey = 150;

/** The key that these bytes are, with its colon; undefined if they are not one. */
function keyOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > longestKey) return undefined;
  try {
    return Object.keys(JSON.parse(`{${Buffer.from(bytes).toString()}0}`) as object)[0];
  } catch {
    return undefined;
  }
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** A list of records in a body. */
export interface ListPlace {
  /** Offset of its opening bracket. */
  readonly at: number;
  /** The path of keys to it. */
  readonly keys: readonly string[];
}

/**
 * The first list at one of the given paths of keys from the outermost object; undefined if it is not there (yet).
 *
 * @param lists the accepted paths of keys
 * @param from offset to begin at
 * @param inside path of keys to the object at `from`; undefined if `from` is outside of everything
 */
export function listPlace(
  bytes: Uint8Array,
  lists: readonly (readonly string[])[],
  from = 0,
  inside?: readonly string[],
): ListPlace | undefined {
  /** Keys of the objects and lists that are open, except for the outermost. */
  const keys: (string | undefined)[] = [...(inside ?? [])];
  let isOpen = inside !== undefined;
  let key = -1;
  for (let at = from; at < bytes.length; at += 1) {
    const byte = bytes[at];
    // An HTML page or a top-level list: nothing in it is the list of records, even if it looks like it.
    if (!isOpen && byte !== openBrace && !isSpace(byte)) return undefined;
    if (byte === quote) {
      key = at;
      at = endOfString(bytes, at) - 1;
    } else if (byte === openBrace || byte === openBracket) {
      if (!isOpen) {
        isOpen = true;
        continue;
      }
      const leads = lists.filter(
        (list) => list.length > keys.length && keys.every((each, index) => each === list[index]),
      );
      const own = leads.length > 0 && key >= 0 ? keyOf(bytes.subarray(key, at)) : undefined;
      keys.push(own);
      const found = byte === openBracket && leads.find((list) => list.length === keys.length && list.at(-1) === own);
      if (found) return { at, keys: found };
      key = -1;
    } else if (byte === closeBrace || byte === closeBracket) {
      if (keys.length === 0) isOpen = false;
      else keys.pop();
      key = -1;
    }
  }
  return undefined;
}
