import { readdir, rm, stat, utimes } from 'node:fs/promises';
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

/** Removes what a window left that is gone. */
export async function removeWindow({ file, address }: Pick<FoundWindow, 'file' | 'address'>): Promise<void> {
  await rm(file, { force: true });
  if (path.isAbsolute(address) && process.platform !== 'win32') await rm(address, { force: true });
}

async function readWindow(file: string): Promise<(FoundWindow & { readonly usedAt: number }) | undefined> {
  try {
    const { mode, uid, mtimeMs } = await stat(file);
    const user = process.getuid?.();
    if (user !== undefined && (uid !== user || (mode & 0o077) !== 0)) return undefined;
    const entry = windowEntry.parse(JSON.parse((await readPrivate(file)).toString()));
    return { ...entry, file, usedAt: mtimeMs };
  } catch {
    return undefined;
  }
}
