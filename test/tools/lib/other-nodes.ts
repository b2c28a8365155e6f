import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installOnce } from './install-once.ts';
import { npmInstall } from './npm.ts';
import { cache, root } from './paths.ts';

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { engines: { node: string } };

/** The oldest Node that the package takes. */
export const oldestNode = engines.node.replace('>=', '');
/** What the oldest VS Code brings that the package takes. */
export const nodeOfOldestVsCode = '22.19.0';

/** The executable of that version of Node, which npm brings on first use. */
export async function installNode(version: string): Promise<string> {
  const home = join(cache, 'nodes', version);
  await installOnce(`Node ${version}`, home, async (folder) => {
    await writeFile(join(folder, 'package.json'), '{"private":true}');
    await npmInstall([`${nodePackage()}@${version}`], { cwd: folder, nodeFolder: dirname(process.execPath) });
  });
  return join(home, 'node_modules', nodePackage(), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** The package that holds Node's binary for this machine, as the package `node` names it. */
function nodePackage(): string {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}
