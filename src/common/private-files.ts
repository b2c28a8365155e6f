/**
 * Files and folders that only this user may access: sessions, locks, the sandbox's state. A symbolic link in place of a
 * file is refused, as is a folder in which others could create one. Windows has no modes: it protects what is below a
 * user's profile, and elsewhere the folder's owner decides who else may read it.
 */
import { execFile } from 'node:child_process';
import { chmodSync, closeSync, constants, fstatSync, lstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { chmod, mkdir, open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pathBelow } from './files/path-below.ts';
import { replaceFile } from './files/write-file.ts';
import { t } from './translate.ts';

const { O_RDONLY, O_RDWR, O_WRONLY, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;
// Windows has neither flag; elsewhere, opening a pipe would wait for a writer.
const plainFile = ((O_NOFOLLOW as number | undefined) ?? 0) | ((O_NONBLOCK as number | undefined) ?? 0);
const flagsOf = {
  r: O_RDONLY | plainFile,
  'r+': O_RDWR | plainFile,
  // Not truncated on opening, but only once its owner is known.
  w: O_WRONLY | O_CREAT | plainFile,
  wx: O_WRONLY | O_CREAT | O_EXCL | plainFile,
};

const [ownerOnlyFolder, ownerOnlyFile] = [0o700, 0o600];
const [anythingToOthers, writableByOthers] = [0o077, 0o022];

/**
 * Creates the folder, or removes other users' permissions on it. Rejects if others can still write to it; on Windows, if
 * it is neither below the user's profile nor shown to be the user's or an administrator's.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: ownerOnlyFolder });
  const user = process.getuid?.();
  if (user === undefined) return checkOwnerOnWindows(folder);
  let stats = await stat(folder);
  if ((stats.mode & anythingToOthers) !== 0) {
    // Some file systems have no modes and reject changes to them.
    await chmod(folder, ownerOnlyFolder).catch(() => undefined);
    stats = await stat(folder);
  }
  if (isOfAnotherUser(stats) || (stats.mode & writableByOthers) !== 0)
    throw notPrivate(t('Other users may write to {0}.', folder));
}

const ownFolders = new Set<string>();

/** Node doesn't tell owners on Windows. The owner is asked for once, because PowerShell takes a second to start. */
async function checkOwnerOnWindows(folder: string): Promise<void> {
  if (ownFolders.has(folder)) return;
  const [profile, place] = await Promise.all([realpath(userInfo().homedir), realpath(folder)]);
  if (pathBelow(profile, place) === undefined) {
    const system = path.join(process.env.SystemRoot ?? 'C:\\Windows', 'System32');
    const env = { ...process.env, VEHICLE_DATA_FOLDER: place, VEHICLE_DATA_WHOAMI: path.join(system, 'whoami.exe') };
    const script =
      "$a = Get-Acl -LiteralPath $env:VEHICLE_DATA_FOLDER; if ($a -and ($a.Owner -eq (& $env:VEHICLE_DATA_WHOAMI) -or $a.Sddl -match '^O:(BA|SY|LA)')) { 'own' }";
    const args = ['-NoProfile', '-NonInteractive', '-InputFormat', 'None', '-Command', script];
    const powershell = path.join(system, 'WindowsPowerShell', 'v1.0', 'powershell.exe');
    const options = { env, windowsHide: true, timeout: 30_000 };
    const { stdout } = await promisify(execFile)(powershell, args, options).catch(() => ({ stdout: '' }));
    if (stdout.trim() !== 'own')
      throw notPrivate(t('Nothing shows that {0} is yours. Use a folder in your user profile.', folder));
  }
  ownFolders.add(folder);
}

/**
 * Opens a file as Node does. Rejects if there is a symbolic link or anything else that is not a file at this path, or a
 * file owned by another user, who could write to it later.
 */
export async function openPrivate(file: string, flags: keyof typeof flagsOf): Promise<FileHandle> {
  const handle = await open(file, flagsOf[flags], ownerOnlyFile);
  try {
    checkOwned(file, await handle.stat());
    if (flags === 'w') await handle.truncate();
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * Replaces the file, or anything else at this path except a folder, as a whole or not at all. The new file belongs to
 * this user.
 */
export async function writePrivate(file: string, pieces: Iterable<string | Uint8Array>): Promise<void> {
  await replaceFile(file, pieces, { newMode: ownerOnlyFile });
}

export async function readPrivate(file: string): Promise<Buffer> {
  const handle = await openPrivate(file, 'r');
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Like {@link openPrivate}, but for files that the user may name: those may belong to another user. */
export function openPrivateSync(file: string, flags: 'r' | 'wx'): number {
  const handle = openSync(file, flagsOf[flags], ownerOnlyFile);
  if (fstatSync(handle).isFile()) return handle;
  closeSync(handle);
  throw notPrivate(`${file} is not a file`);
}

export function readPrivateSync(file: string): Buffer {
  const handle = openPrivateSync(file, 'r');
  try {
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * Creates an empty file if there is none, for a library that opens it by path and would follow a symbolic link. An
 * existing file is not opened, because closing it would release the locks that this process holds on it. Throws for
 * anything but a file.
 */
export function ensurePrivateFileSync(file: string): void {
  try {
    closeSync(openPrivateSync(file, 'wx'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    const stats = lstatSync(file);
    checkOwned(file, stats);
    if (process.getuid?.() === stats.uid && (stats.mode & anythingToOthers) !== 0) chmodSync(file, ownerOnlyFile);
  }
}

/** Whether access was refused because others may write to a folder, or because something else is in place of a file. */
export function isNotPrivate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTPRIVATE' || error.code === 'ELOOP');
}

/** Files of root are accepted, because root may do everything anyway. */
export function isOfAnotherUser({ uid }: Pick<Stats, 'uid'>, user = process.getuid?.()): boolean {
  return user !== undefined && uid !== user && uid !== 0;
}

/** Throws unless this is a file, and one that nobody else may change later. */
function checkOwned(file: string, stats: Stats): void {
  if (!stats.isFile()) throw notPrivate(`${file} is not a file`);
  if (isOfAnotherUser(stats)) throw notPrivate(t('{0} belongs to another user. Delete it, or move it away.', file));
}

function notPrivate(message: string): Error {
  return Object.assign(new Error(message), { code: 'ENOTPRIVATE' });
}
