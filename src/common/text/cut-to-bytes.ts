const encoder = new TextEncoder();

/** The beginning of a text that takes no more bytes in UTF-8, in whole characters: file systems count bytes. */
export function cutToBytes(text: string, bytes: number): string {
  return text.slice(0, encoder.encodeInto(text, new Uint8Array(bytes)).read);
}
