import type { Stats } from 'node:fs';
import { once } from 'node:events';
import { lstat, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import * as z from 'zod';
import { makePrivateFolder, readPrivate, writePrivate } from '../../common/private-files.ts';
import { proofFolder } from '../../common/loopback/listener-proof.ts';

const windowEntry = z.object({
  /** The address of a Unix socket or of a named pipe. */
  address: z.string(),
  secret: z.string().regex(/^[\w-]{43}$/),
  /** Identifies the VS Code installation, which has its own accounts: all of its windows have the same value. */
  storage: z.string(),
});
export type WindowEntry = z.output<typeof windowEntry>;

export interface FoundWindow extends WindowEntry {
  readonly file: string;
}

/** A private folder of the user, next to the secret with which our programs recognize each other. */
export function windowsFolder(): string {
  return path.join(proofFolder(), 'windows');
}

/** Rejects if the folder cannot be protected from other users. */
export async function writeWindow(folder: string, id: string, entry: WindowEntry): Promise<string> {
  await makePrivateFolder(folder);
  const file = path.join(folder, `${id}.json`);
  await writePrivate(file, [JSON.stringify(entry)]);
  return file;
}

/** Marks the window as being in use, so that it is asked before the others. */
export async function touchWindow(file: string, now: Date): Promise<void> {
  await utimes(file, now, now).catch(() => undefined);
}

/**
 * All windows, the most recently used first. Entries that cannot be read, or that other users can read, are left out;
 * so are all where others could make the folder or change it.
 */
export async function findWindows(folder: string): Promise<readonly FoundWindow[]> {
  const isPrivate = await stat(folder).then(isOwn, () => false);
  const names = isPrivate ? await readdir(folder).catch(() => []) : [];
  const found = names.filter((name) => name.endsWith('.json')).map((name) => readWindow(path.join(folder, name)));
  const windows = (await Promise.all(found)).flatMap((each) => each ?? []);
  return windows.sort((a, b) => b.usedAt - a.usedAt || (a.file < b.file ? -1 : 1));
}

/** Removes what a closed window has left behind: its file and its socket. */
export async function removeWindow({ file, address }: Pick<FoundWindow, 'file' | 'address'>): Promise<void> {
  await rm(file, { force: true });
  if (process.platform === 'win32') return;
  const isSocket = await lstat(address).then(
    (stats) => stats.isSocket(),
    () => false,
  );
  if (isSocket) await rm(address, { force: true });
  if (path.dirname(address) !== path.dirname(file)) await rmdir(path.dirname(address)).catch(() => undefined);
}

/** Removes what windows have left behind that were closed or reloaded before they could do so. */
export async function removeGone(folder: string): Promise<void> {
  for (const each of await findWindows(folder)) {
    const socket = connect(each.address);
    const isGone = await once(socket, 'connect').then(() => false, saysGone);
    socket.destroy();
    if (isGone) await removeWindow(each);
  }
}

/** Whether an error of a connection says that no window listens there any more. */
export function saysGone(error: unknown): boolean {
  return ['ECONNREFUSED', 'ENOENT'].includes(String((error as NodeJS.ErrnoException).code));
}

/** The path of a window's socket: next to its file, or in a folder of its own if that path is too long for a socket. */
export function socketBeside(file: string): string {
  return file.replace(/\.json$/, '.sock');
}
export const shortFolder = 'vehicle-data-';
export const shortSocket = 'window.sock';
export const pipePrefix = '\\\\.\\pipe\\vehicle-data-';

/**
 * The address at which a file's window listens; undefined if it cannot be one. Otherwise a file could direct agents to
 * any socket.
 */
function addressOf(file: string, said: string): string | undefined {
  if (process.platform === 'win32') return said.startsWith(pipePrefix) ? said : undefined;
  const beside = socketBeside(file);
  const { dir, base } = path.parse(said);
  // The window may know the folder by a different path.
  if (base === path.basename(beside)) return beside;
  return path.isAbsolute(dir) && base === shortSocket && path.basename(dir).startsWith(shortFolder) ? said : undefined;
}

function isOwn({ mode, uid }: Stats): boolean {
  const user = process.getuid?.();
  return user === undefined || (uid === user && (mode & 0o077) === 0);
}

async function readWindow(file: string): Promise<(FoundWindow & { readonly usedAt: number }) | undefined> {
  try {
    const stats = await stat(file);
    if (!isOwn(stats)) return undefined;
    const entry = windowEntry.parse(JSON.parse((await readPrivate(file)).toString()));
    const address = addressOf(file, entry.address);
    return address === undefined ? undefined : { ...entry, address, file, usedAt: stats.mtimeMs };
  } catch {
    return undefined;
  }
}
