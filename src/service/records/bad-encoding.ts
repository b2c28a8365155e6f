const mark = [0xef, 0xbb, 0xbf];

/**
 * How the encoding of these bytes keeps them from being JSON, if it does. A character cut at their end does not count.
 */
export function badEncoding(bytes: Uint8Array): 'byte-order-mark' | 'not-utf-8' | undefined {
  if (mark.every((byte, at) => bytes[at] === byte)) return 'byte-order-mark';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return undefined;
  } catch {
    return 'not-utf-8';
  }
}
