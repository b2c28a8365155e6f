/**
 * Decodes a user's file as editors and shells write it: UTF-8 or UTF-16, with or without a byte order mark. Undefined
 * if it is neither.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export interface FoundText {
  readonly text: string;
  readonly encoding: 'UTF-8' | 'UTF-16';
  /** Whether some bytes are in another encoding; each is replaced with U+FFFD. */
  readonly isDamaged: boolean;
}

/**
 * Decodes a file from a program that did not have to declare its encoding. Undefined if it can't be text.
 */
export function findText(bytes: Uint8Array): FoundText | undefined {
  const found = encodingOf(bytes);
  const encoding = found === 'utf-8' ? 'UTF-8' : 'UTF-16';
  const text = decodeText(bytes);
  if (text !== undefined) return { text, encoding, isDamaged: false };
  const damaged = new TextDecoder(found).decode(bytes);
  // eslint-disable-next-line no-control-regex
  return /[\0-\x08\x0e-\x1f]/.test(damaged) ? undefined : { text: damaged, encoding, isDamaged: true };
}

/** Text begins with ASCII, so without a byte order mark a zero byte means UTF-16 (RFC 4627, section 3). */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}
