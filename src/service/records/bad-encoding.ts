const mark = [0xef, 0xbb, 0xbf];

/** What of their encoding keeps bytes from being JSON, if that does. A character that their end divides is none of it. */
export function badEncoding(bytes: Uint8Array): 'byte-order-mark' | 'not-utf-8' | undefined {
  if (mark.every((byte, at) => bytes[at] === byte)) return 'byte-order-mark';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return undefined;
  } catch {
    return 'not-utf-8';
  }
}
