import { t } from '../translate.ts';

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
