import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Has `install` fill the folder, unless it is there already. It is made in a folder of its own and then renamed, so that
 * neither an interruption nor a second process leaves half of one.
 */
export async function installOnce(what: string, home: string, install: (folder: string) => Promise<void>) {
  if (existsSync(home)) return;
  console.error(`Installing ${what} into ${home} (once) ...`);
  await removeLeftovers(dirname(home));
  const unfinished = `${home}.${process.pid}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await install(unfinished);
  await renameUnlessThere(unfinished, home);
}

/** Another process may have finished the same folder meanwhile; then that one serves. */
async function renameUnlessThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    await rm(from, { recursive: true, force: true });
    if (!existsSync(to)) throw error;
  }
}

/** Removes what interrupted installations left: folders whose process no longer runs. */
async function removeLeftovers(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) {
    const pid = /\.(\d+)\.unfinished$/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) await rm(`${folder}/${name}`, { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
