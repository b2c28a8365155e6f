/**
 * A mask as base64 of its bits: bit `row % 8` of byte `row >> 3`. Messages to the host are JSON, in which this is
 * compact.
 */
export function rowBits(mask: Uint8Array): string {
  const bytes = new Uint8Array(Math.ceil(mask.length / 8));
  mask.forEach((passes, row) => {
    if (passes) bytes[row >> 3] = (bytes[row >> 3] ?? 0) | (1 << (row & 7));
  });
  let text = '';
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}
