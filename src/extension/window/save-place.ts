import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { temporaryName, type WriteFailure, writeAtomically, writeFailure } from '../../common/files/write-file.ts';

const { l10n } = vscode;

/**
 * Writes to the place that a person has chosen, on this machine or a remote one, completely or not at all. Rejects as
 * `writeAtomically` does; {@link saveFailure} turns that into a message.
 *
 * @param onPiece called with the number of pieces written so far
 */
export async function savePlace(
  target: vscode.Uri,
  pieces: Iterable<string | Uint8Array>,
  signal?: AbortSignal,
  onPiece?: (written: number) => void,
): Promise<void> {
  if (target.scheme === 'file') {
    await writeAtomically(target.fsPath, pieces, signal, onPiece);
    return;
  }
  const { fs } = vscode.workspace;
  // Such a file system only writes whole files.
  const parts: Uint8Array[] = [];
  for (const piece of pieces) {
    signal?.throwIfAborted();
    parts.push(typeof piece === 'string' ? Buffer.from(piece) : piece);
    onPiece?.(parts.length);
    await setImmediate();
  }
  signal?.throwIfAborted();
  const beside = vscode.Uri.joinPath(target, '..', temporaryName());
  try {
    await fs.writeFile(beside, Buffer.concat(parts));
    signal?.throwIfAborted();
    await fs.rename(beside, target, { overwrite: true });
  } catch (error) {
    await Promise.resolve(fs.delete(beside)).catch(() => undefined);
    throw error;
  }
}

/** Why the file was not saved, and what to do now. */
export function saveFailure(target: vscode.Uri, error: unknown): string {
  return texts[writeFailure(error)](target.fsPath, error instanceof Error ? error.message : String(error));
}

const texts: Readonly<Record<WriteFailure, (path: string, reason: string) => string>> = {
  full: (path) => l10n.t('The disk is full: {0} was not saved. Free up space or choose another location.', path),
  readOnly: (path) => l10n.t('{0} is on a read-only file system. Choose another location.', path),
  denied: (path) =>
    l10n.t('You don’t have permission to write {0}. Choose another location or change its permissions.', path),
  held: (path) => l10n.t('{0} is open in another program. Close it there, or choose another location.', path),
  missing: (path) => l10n.t('The folder of {0} does not exist. Choose another location.', path),
  isFolder: (path) => l10n.t('{0} is a folder. Choose another name.', path),
  other: (path, reason) => l10n.t('{0} could not be saved: {1}', path, reason),
};
