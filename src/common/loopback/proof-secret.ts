import type { Stats } from 'node:fs';
import { constants, copyFile, link, rm, stat } from 'node:fs/promises';
import { homedir, userInfo } from 'node:os';
import path from 'node:path';
import { makePrivateFolder, openPrivate } from '../private-files.ts';
import { randomSecret } from '../random-secret.ts';

const [forOthers, forOthersToWrite] = [0o077, 0o022];

/**
 * Of the user, not of one product: windows of any VS Code and a sandbox from a terminal prove themselves to each other.
 * Therefore from the user database, where it has this user: `HOME` may differ among them. Tests name a folder of their own.
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

/** The secret, made anew where there is none that only this user knows. Rejects where it can't be kept from others. */
export async function ensureProofSecret(folder = proofFolder()): Promise<string> {
  const file = fileIn(folder);
  const wasOpen = await stat(folder).then(
    (place) => isOpenTo(place, forOthersToWrite),
    () => false,
  );
  await makePrivateFolder(folder);
  // Others may have put it there.
  if (wasOpen) await rm(file, { recursive: true, force: true });
  const secret = (await readProofSecret(folder)) ?? (await createIn(folder));
  if (secret !== undefined) return secret;
  // What is there is no secret, or not one of this user alone.
  await rm(file, { recursive: true, force: true });
  const anew = await createIn(folder);
  if (anew === undefined) throw new Error(`${file} can’t be kept from other users`);
  return anew;
}

/** Undefined where there is none, or one that others may know or have put there. */
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

/** Whole at once, and only where there is none: another program may do the same, and both then have that one. */
async function createIn(folder: string): Promise<string | undefined> {
  const file = fileIn(folder);
  const draft = `${file}.${randomSecret()}`;
  try {
    const handle = await openPrivate(draft, 'wx');
    await handle.writeFile(randomSecret()).finally(() => handle.close());
    // Not every file system has links. A copy is as exclusive, and whole a moment later.
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

/** Windows tells nothing of owners and permissions, and keeps other users out of a user's folders by itself. */
function isOpenTo({ mode }: Stats, others: number): boolean {
  return process.getuid !== undefined && (mode & others) !== 0;
}
