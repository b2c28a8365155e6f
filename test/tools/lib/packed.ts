import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { freshFolder, root } from './paths.ts';

/** The packed package, installed where nothing else is: an empty home, no registry, npm's own Node. */
export interface PackedPackage {
  /** A project of somebody's, with the package in it. */
  readonly app: string;
  readonly bin: string;
  readonly environment: Record<string, string>;
  /** Of the tarball. */
  readonly bytes: number;
}

export async function installPacked(name: string): Promise<PackedPackage> {
  const folder = await freshFolder(name);
  // 20 or newer; this process has the newer one that the tools bring.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const [home, packed, app] = ['home', 'packed', 'app'].map((each) => join(folder, each)) as [string, string, string];
  for (const each of [home, packed, app]) await mkdir(each);
  await writeFile(join(app, 'package.json'), '{}');
  const environment = { PATH: [dirname(node), process.env.PATH].join(delimiter), HOME: home, USERPROFILE: home };
  const npm = (cwd: string, ...args: string[]) =>
    promisify(execFile)('npm', args, { cwd, env: environment, encoding: 'utf8' });
  const { stdout } = await npm(root, 'pack', '--ignore-scripts', '--json', '--pack-destination', packed);
  const [{ filename, size }] = JSON.parse(stdout) as [{ filename: string; size: number }];
  // Offline and with nothing in a cache: it needs no other package.
  await npm(app, 'install', '--offline', '--no-audit', '--no-fund', join(packed, filename));
  return { app, bin: join(app, 'node_modules', '.bin'), environment, bytes: size };
}
