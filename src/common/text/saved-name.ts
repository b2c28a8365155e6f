const encoder = new TextEncoder();

/** File systems count bytes: this leaves room for the extension, and for the number of a copy. */
const mostBytes = 150;

/**
 * The name that a file is offered to be saved by, valid on every file system: letters and digits of any script, and no
 * dot or hyphen at the beginning.
 *
 * @param extension without its dot
 */
export function savedName(stem: string, extension: string): string {
  const name = stem.replaceAll(/[^\p{L}\p{M}\p{N}._]+/gu, '-').replace(/^[-.]+/, '');
  // Cut between characters.
  return `${name.slice(0, encoder.encodeInto(name, new Uint8Array(mostBytes)).read)}.${extension}`;
}
