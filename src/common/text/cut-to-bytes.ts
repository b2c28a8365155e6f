const encoder = new TextEncoder();

/**
 * The beginning of a text that fits into this many bytes of UTF-8, cut between characters: file systems count bytes.
 */
export function cutToBytes(text: string, bytes: number): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read);
}
