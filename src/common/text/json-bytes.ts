import { decodeText } from './decode-text.ts';

/**
 * Parses the JSON of a user's file as editors and shells write it: UTF-8 or UTF-16, with or without a byte order mark.
 * Throws a SyntaxError.
 */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  if (text === undefined) throw new SyntaxError('The text is neither UTF-8 nor UTF-16');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SyntaxError(visible((error as Error).message), { cause: error });
  }
}

/** The engine's message quotes the unexpected character, which is often an invisible one. */
function visible(message: string): string {
  return message.replace(
    /[\p{Cc}\p{Cf}]/gu,
    (sign) => `U+${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  );
}
