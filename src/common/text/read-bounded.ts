import { t } from '../translate.ts';

/** VS Code's file system, as far as it is used; `1` in `type` says that it is a file, also through a link. */
export interface Files<Uri> {
  stat(uri: Uri): PromiseLike<{ readonly type: number; readonly size: number }>;
  readFile(uri: Uri): PromiseLike<Uint8Array>;
}

/**
 * The bytes of a file that a person opens, or why it is not read. A folder from elsewhere may hold links to devices and
 * pipes, which have no end, and files that fill the memory of all extensions.
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
