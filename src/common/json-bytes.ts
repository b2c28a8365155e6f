/**
 * JSON of a person's file, as editors and shells write it: UTF-8 or UTF-16, with or without a byte order mark.
 * Throws a SyntaxError.
 */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new SyntaxError('The text is neither UTF-8 nor UTF-16');
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(visible((error as Error).message), { cause: error });
  }
}

/** The engine quotes what it stumbled over, which is often something that nobody sees. */
function visible(message: string): string {
  return message.replace(
    /[\p{Cc}\p{Cf}]/gu,
    (sign) => `U+${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  );
}

/** JSON begins with ASCII: where there is no mark, a zero byte tells UTF-16 (RFC 4627, section 3). */
function encodingOf([first, second]: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if ((first === 0xff && second === 0xfe) || second === 0) return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || first === 0) return 'utf-16be';
  return 'utf-8';
}
