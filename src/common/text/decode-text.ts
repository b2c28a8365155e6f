/**
 * The text of a person's file, as editors and shells write it: UTF-8 or UTF-16, with or without a byte order mark.
 * Undefined where it is neither.
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
  /** Whether some of the bytes are of another encoding: U+FFFD stands in their place. */
  readonly isDamaged: boolean;
}

/**
 * The text of a file that some program wrote, which did not have to say its encoding. What is no UTF-8 anywhere is taken
 * for Windows-1252, as spreadsheets of western languages write. Undefined where it can't be text.
 */
export function findText(bytes: Uint8Array): FoundText | undefined {
  const found = encodingOf(bytes);
  const encoding = found === 'utf-8' ? 'UTF-8' : 'UTF-16';
  const text = decodeText(bytes);
  if (text !== undefined) return { text, encoding, isDamaged: false };
  const damaged = new TextDecoder(found).decode(bytes);
  // Text of a single-byte encoding has no two letters that are a character of UTF-8.
  if (encoding === 'UTF-16' || /[^\0-\x7f\ufffd]/.test(damaged)) return { text: damaged, encoding, isDamaged: true };
  const western = windows1252(bytes);
  return western === undefined ? undefined : { text: western, encoding: 'Windows-1252', isDamaged: false };
}

const upper = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/** By hand: TextDecoder takes it for Latin 1 in some versions of Node. Undefined where there are bytes that it has not. */
function windows1252(bytes: Uint8Array): string | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  // eslint-disable-next-line no-control-regex
  if (/[\0-\x08\x0e-\x1f\x7f\x81\x8d\x8f\x90\x9d]/.test(text)) return undefined;
  return text.replace(/[\x80-\x9f]/g, (sign) => upper[sign.charCodeAt(0) - 0x80] ?? sign);
}

/** Text begins with ASCII: where there is no mark, a zero byte tells UTF-16 (RFC 4627, section 3). */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}
