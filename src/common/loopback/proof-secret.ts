import type { Stats } from 'node:fs';
import { constants, copyFile, link, rm, stat } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { makePrivateFolder, openPrivate } from '../private-files.ts';
import { randomSecret } from '../random-secret.ts';

const [forOthers, forOthersToWrite] = [0o077, 0o022];

/**
 * The folder belongs to the user, not to one product, so that windows of any VS Code and a sandbox started in a
 * terminal can prove themselves to each other. It comes from the user database if that lists the user, because `HOME`
 * may differ between these programs. Tests set a folder of their own.
 */
export function proofFolder(): string {
  const { VEHICLE_DATA_PROOF_FOLDER: given } = process.env;
  if (given) return given;
  let home: string;
  try {
    home = userInfo().homedir;
  } catch {
    home = homedir();
  }
  return path.join(home, '.vehicle-data');
}

/**
 * Returns the secret. Creates a new one if there is none that only this user can read. Rejects if it can't be kept
 * private.
 */
export async function ensureProofSecret(folder = proofFolder()): Promise<string> {
  const file = fileIn(folder);
  const wasOpen = await stat(folder).then(
    (place) => isOpenTo(place, forOthersToWrite),
    () => false,
  );
  await makePrivateFolder(folder);
  // Others may have put this secret there.
  if (wasOpen) await rm(file, { recursive: true, force: true });
  const secret = (await readProofSecret(folder)) ?? (await createIn(folder));
  if (secret !== undefined) return secret;
  // The existing file is not a valid secret, or is not private to this user.
  await rm(file, { recursive: true, force: true });
  const anew = await createIn(folder);
  if (anew === undefined) throw new Error(`${file} can’t be kept from other users`);
  return anew;
}

/** Undefined if there is no secret, or if others may know it or may have put it there. */
export async function readProofSecret(folder = proofFolder()): Promise<string | undefined> {
  try {
    if (!isPrivate(await stat(folder))) return undefined;
    const handle = await openPrivate(fileIn(folder), 'r');
    try {
      const text = await handle.readFile('utf8');
      return isPrivate(await handle.stat()) && /^[\w-]{43}$/.test(text) ? text : undefined;
    } finally {
      await handle.close();
    }
  } catch {
    return undefined;
  }
}

function fileIn(folder: string): string {
  return path.join(folder, 'proof-secret');
}

/**
 * Creates the file in one step, and only if it does not exist: when two programs do this at once, both use the same
 * secret.
 */
async function createIn(folder: string): Promise<string | undefined> {
  const file = fileIn(folder);
  const draft = `${file}.${randomSecret()}`;
  try {
    const handle = await openPrivate(draft, 'wx');
    await handle.writeFile(randomSecret()).finally(() => handle.close());
    // Not every file system supports links. A copy is just as exclusive, but takes a moment to complete.
    await link(draft, file).catch(() => copyFile(draft, file, constants.COPYFILE_EXCL));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readProofSecret(folder);
}

function isPrivate(stats: Stats): boolean {
  return (process.getuid === undefined || stats.uid === process.getuid()) && !isOpenTo(stats, forOthers);
}

/** Windows reports neither owners nor permissions, and protects a user's folders from other users by itself. */
function isOpenTo({ mode }: Stats, others: number): boolean {
  return process.getuid !== undefined && (mode & others) !== 0;
}
