import { lstat, readdir, rm, rmdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { makePrivateFolder, openPrivate, readPrivate } from '../../common/private-files.ts';
import { proofFolder } from '../../common/loopback/proof-secret.ts';

const windowEntry = z.object({
  /** Of a Unix socket, or of a named pipe. */
  address: z.string(),
  secret: z.string().regex(/^[\w-]{43}$/),
  /** Which VS Code, with its own accounts: windows of one have the same. */
  storage: z.string(),
});
export type WindowEntry = z.output<typeof windowEntry>;

export interface FoundWindow extends WindowEntry {
  readonly file: string;
}

/** Of the user, like the secret by which our programs know each other; private to the user. */
export function windowsFolder(): string {
  return path.join(proofFolder(), 'windows');
}

/** Rejects where the folder can't be kept from others. */
export async function writeWindow(folder: string, id: string, entry: WindowEntry): Promise<string> {
  await makePrivateFolder(folder);
  const file = path.join(folder, `${id}.json`);
  const handle = await openPrivate(file, 'wx');
  await handle.writeFile(JSON.stringify(entry)).finally(() => handle.close());
  return file;
}

/** The window is in use now: it is asked before the others. */
export async function touchWindow(file: string, now: Date): Promise<void> {
  await utimes(file, now, now).catch(() => undefined);
}

/** All windows, the one that was in use last first. Entries that can't be read, or not by us alone, are left out. */
export async function findWindows(folder: string): Promise<readonly FoundWindow[]> {
  const names = await readdir(folder).catch(() => []);
  const found = names.filter((name) => name.endsWith('.json')).map((name) => readWindow(path.join(folder, name)));
  const windows = (await Promise.all(found)).flatMap((each) => each ?? []);
  return windows.sort((a, b) => b.usedAt - a.usedAt || (a.file < b.file ? -1 : 1));
}

/** Removes what a window left that is gone: its file, and the socket that it had made. */
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

/** Where a window listens: beside its file, or in a folder for this alone where that is too long for a socket. */
export function socketBeside(file: string): string {
  return file.replace(/\.json$/, '.sock');
}
export const shortFolder = 'vehicle-data-';
export const shortSocket = 'window.sock';
export const pipePrefix = '\\\\.\\pipe\\vehicle-data-';

/** Where the window of a file listens; undefined where that is no place of a window: agents would be led anywhere. */
function addressOf(file: string, said: string): string | undefined {
  if (process.platform === 'win32') return said.startsWith(pipePrefix) ? said : undefined;
  const beside = socketBeside(file);
  const { dir, base } = path.parse(said);
  // The window may know the folder by another path.
  if (base === path.basename(beside)) return beside;
  return path.isAbsolute(dir) && base === shortSocket && path.basename(dir).startsWith(shortFolder) ? said : undefined;
}

async function readWindow(file: string): Promise<(FoundWindow & { readonly usedAt: number }) | undefined> {
  try {
    const { mode, uid, mtimeMs } = await stat(file);
    const user = process.getuid?.();
    if (user !== undefined && (uid !== user || (mode & 0o077) !== 0)) return undefined;
    const entry = windowEntry.parse(JSON.parse((await readPrivate(file)).toString()));
    const address = addressOf(file, entry.address);
    return address === undefined ? undefined : { ...entry, address, file, usedAt: mtimeMs };
  } catch {
    return undefined;
  }
}
