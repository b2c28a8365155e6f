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
  readonly encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
  /** Whether some bytes are in another encoding; each is replaced with U+FFFD. */
  readonly isDamaged: boolean;
}

/**
 * Decodes a file from a program that did not have to declare its encoding. Text without any valid UTF-8 is read as
 * Windows-1252, which Western European spreadsheets write. Undefined if it can't be text.
 */
export function findText(bytes: Uint8Array): FoundText | undefined {
  const found = encodingOf(bytes);
  const encoding = found === 'utf-8' ? 'UTF-8' : 'UTF-16';
  const text = decodeText(bytes);
  if (text !== undefined) return { text, encoding, isDamaged: false };
  const damaged = new TextDecoder(found).decode(bytes);
  // In text of a single-byte encoding, no two letters form a UTF-8 character.
  if (encoding === 'UTF-16' || /[^\0-\x7f\ufffd]/.test(damaged)) return { text: damaged, encoding, isDamaged: true };
  const western = windows1252(bytes);
  return western === undefined ? undefined : { text: western, encoding: 'Windows-1252', isDamaged: false };
}

const upper = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Decoded here because TextDecoder reads it as Latin-1 in some versions of Node. Undefined for bytes that it does not
 * define.
 */
function windows1252(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  // eslint-disable-next-line no-control-regex
  if (/[\0-\x08\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]/.test(text)) return undefined;
  return text.replace(/[\x80-\x9f]/g, (sign) => upper[sign.charCodeAt(0) - 0x80] ?? sign);
}

/** Text begins with ASCII, so without a byte order mark a zero byte means UTF-16 (RFC 4627, section 3). */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}
