import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNotPrivate, makePrivateFolder, readPrivate, writePrivate } from '../../common/private-files.ts';
import { proofFolder } from '../../common/loopback/listener-proof.ts';

/** A small file that starts the extension's server from wherever the last update has put it. */
export interface Launcher {
  readonly file: string;
  readonly text: string;
}

/**
 * @param script the bundled server, `dist/mcp.js`
 * @param sandboxFolder the folder of the sandbox that windows share, so that agents and people use the same one
 */
export function launcherOf(script: string, sandboxFolder: string, folder = proofFolder()): Launcher {
  return {
    file: path.join(folder, 'vehicle-data-mcp.mjs'),
    text: `// Written by the extension Vehicle Data Explorer, anew after each update.
process.argv.splice(2, 0, '--sandbox-folder', ${JSON.stringify(sandboxFolder)});
await import(${JSON.stringify(pathToFileURL(script).href)});
`,
  };
}

/** Rejects if the file cannot be protected from other users. */
export async function writeLauncher({ file, text }: Launcher): Promise<void> {
  await makePrivateFolder(path.dirname(file));
  await writePrivate(file, [text]);
}

/** Updates the launcher after an update of the extension, if it exists. */
export async function refreshLauncher(launcher: Launcher): Promise<void> {
  if (await isOutOfDate(launcher)) await writeLauncher(launcher);
}

/** Also true if the file is not private to this user, whatever its content. */
async function isOutOfDate({ file, text }: Launcher): Promise<boolean> {
  try {
    return (await readPrivate(file)).toString() !== text;
  } catch (error) {
    return isNotPrivate(error);
  }
}
