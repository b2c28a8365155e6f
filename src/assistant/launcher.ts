import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { makePrivateFolder, openPrivate, readPrivate } from '../common/private-files.ts';
import { proofFolder } from '../common/loopback/proof-secret.ts';

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
  const handle = await openPrivate(file, 'w');
  await handle.writeFile(text).finally(() => handle.close());
}

/** After an update, where agents were set up. */
export async function refreshLauncher(launcher: Launcher): Promise<void> {
  const known = await readPrivate(launcher.file).catch(() => undefined);
  if (known !== undefined && known.toString() !== launcher.text) await writeLauncher(launcher);
}
