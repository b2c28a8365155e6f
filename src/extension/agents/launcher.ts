import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isNotPrivate, makePrivateFolder, readPrivate, writePrivate } from '../../common/private-files.ts';
import { proofFolder } from '../../common/loopback/proof-secret.ts';

/** A small file that starts the server of the extension, wherever an update has put that. */
export interface Launcher {
  readonly file: string;
  readonly text: string;
}

/**
 * @param script the bundled server, `dist/mcp.js`
 * @param sandboxFolder of the sandbox that windows share, so that agents and people see the same one
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

/** Rejects where the file can't be kept from others. */
export async function writeLauncher({ file, text }: Launcher): Promise<void> {
  await makePrivateFolder(path.dirname(file));
  await writePrivate(file, text);
}

/** After an update, where agents were set up. */
export async function refreshLauncher(launcher: Launcher): Promise<void> {
  if (await isOutOfDate(launcher)) await writeLauncher(launcher);
}

/** Also where another user has put it there, whatever it says now. */
async function isOutOfDate({ file, text }: Launcher): Promise<boolean> {
  try {
    return (await readPrivate(file)).toString() !== text;
  } catch (error) {
    return isNotPrivate(error);
  }
}
