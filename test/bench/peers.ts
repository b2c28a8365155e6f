import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { npmInstall } from '../tools/lib/npm.ts';
import { cache } from '../tools/lib/paths.ts';

/** What a bench measures against: exact versions, so that the same command measures the same programs next year. */
export type Peers = Readonly<Record<string, string>>;

/**
 * Installs the packages on first use into a folder under `.vscode-test/bench`, named after `name` and the versions, and
 * returns that folder; the packages are in its `node_modules`. Install scripts don't run. The folder is made aside and
 * then renamed, so that neither an interruption nor a second process leaves half of one.
 */
export async function installPeers(name: string, peers: Peers): Promise<string> {
  const versions = Object.entries(peers).map(([peer, version]) => `${peer}@${version}`);
  const folder = join(cache, 'bench', [name, ...versions].join('+').replaceAll('/', '-'));
  if (existsSync(folder)) return folder;
  console.error(`Installing ${versions.join(', ')} into ${folder} (once) ...`);
  const unfinished = `${folder}.${process.pid}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true });
  await writeFile(join(unfinished, 'package.json'), '{"private":true}\n');
  await npmInstall(versions, { cwd: unfinished, nodeFolder: dirname(process.execPath) });
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

/** The script that a package's command starts. Throws where the package has no such command. */
export async function peerCommand(folder: string, peer: string, command: string): Promise<string> {
  const home = join(folder, 'node_modules', peer);
  const { bin } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as {
    bin?: string | Record<string, string>;
  };
  const script = typeof bin === 'string' ? bin : bin?.[command];
  if (script === undefined) throw new Error(`${peer} has no command ${command}`);
  return join(home, script);
}
