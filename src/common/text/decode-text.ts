import { t } from '../translate.ts';

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

/**
 * The part of VS Code's file system that is used. A set low bit in `type` means a file, also behind a symbolic link.
 */
export interface Files<Uri> {
  stat(uri: Uri): PromiseLike<{ readonly type: number; readonly size: number }>;
  readFile(uri: Uri): PromiseLike<Uint8Array>;
}

/**
 * Reads a file that the user opens, or says why it is not read. An untrusted folder may contain links to devices and
 * pipes, which never end, and files that fill the memory shared by all extensions.
 */
export async function readBounded<Uri>(files: Files<Uri>, uri: Uri, mostBytes: number): Promise<Uint8Array | string> {
  const { type, size } = await files.stat(uri);
  if ((type & 1) === 0) return t('This is not a file.');
  if (size <= mostBytes) {
    const bytes = await files.readFile(uri);
    if (bytes.length <= mostBytes) return bytes;
  }
  return t('The file is larger than {0} MB.', mostBytes >> 20);
}
