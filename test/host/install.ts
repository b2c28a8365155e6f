import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { installOnce } from '../tools/lib/install-once.ts';
import { npmInstall } from '../tools/lib/npm.ts';
import { installNode, nodeOfOldestVsCode } from '../tools/lib/other-nodes.ts';
import { cache } from '../tools/lib/paths.ts';

/**
 * A VS Code that comes from npm alone: code-server's package carries the built VS Code server and workbench, and asks
 * for its dependencies in a second step. No native module is built, so its logs complain about some; nothing needs them.
 */
export interface HostVersion {
  readonly vscode: string;
  readonly codeServer: string;
  /** The Node that it runs on, if not the one that runs the tools. */
  readonly node?: string;
  /** Dependencies of code-server that fetch a binary from outside the registry, and the release that brings its own. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Dependencies of VS Code that its lock file takes from outside the registry, and the release to take instead. */
  readonly replaced: Readonly<Record<string, string>>;
  /** It opens a page of this machine without the path and the query of its address; desktop VS Code doesn't. */
  readonly losesPaths?: boolean;
}

/** The newest VS Code that is served, and the oldest that `engines.vscode` admits. */
export const hostVersions = {
  current: { vscode: '1.139.1', codeServer: '4.139.1', replaced: {} },
  floor: {
    vscode: '1.105.1',
    codeServer: '4.105.1',
    node: nodeOfOldestVsCode,
    overrides: { argon2: '0.44.0' },
    replaced: { '@parcel/watcher': '2.5.1' },
    losesPaths: true,
  },
} as const satisfies Record<string, HostVersion>;

export type HostName = keyof typeof hostVersions;

/** Where the parts of an installed VS Code are. */
export interface Host {
  readonly name: HostName;
  readonly vscode: string;
  readonly losesPaths: boolean;
  readonly node: string;
  /** code-server's folder: VS Code as its users have it starts from `out/node/entry.js`. */
  readonly codeServer: string;
  /** The VS Code server alone, in code-server's folder. */
  readonly server: string;
}

/** The VS Code of that name, installed on first use (about ten seconds, 600 MB). */
export async function installHost(name: HostName): Promise<Host> {
  if (process.platform === 'win32') {
    throw new Error('VS Code is not served on Windows: code-server has no Windows build. Use WSL or desktop VS Code.');
  }
  const version: HostVersion = hostVersions[name];
  const home = join(cache, 'hosts', folderName(version));
  const node = version.node ? await installNode(version.node) : process.execPath;
  await installOnce(`VS Code ${version.vscode}`, home, (folder) => install(version, folder, node));
  const codeServer = join(home, 'node_modules/code-server');
  return {
    name,
    vscode: version.vscode,
    losesPaths: version.losesPaths ?? false,
    node,
    codeServer,
    server: join(codeServer, 'lib/vscode'),
  };
}

/** Names everything that decides the content, so that a change of the recipe installs anew. */
function folderName({ codeServer, node, overrides, replaced }: HostVersion): string {
  const changes = Object.entries({ ...overrides, ...replaced }).map(
    ([name, version]) => `${basename(name)}-${version}`,
  );
  return [`code-server-${codeServer}`, ...(node ? [`node-${node}`] : []), ...changes].join('+');
}

async function install(version: HostVersion, home: string, node: string): Promise<void> {
  await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, overrides: version.overrides }));
  await npmInstall([`code-server@${version.codeServer}`], { cwd: home, nodeFolder: dirname(process.execPath) });

  const server = join(home, 'node_modules/code-server/lib/vscode');
  await replaceDependencies(server, version.replaced);
  await npmInstall([], { cwd: server, nodeFolder: dirname(node) });
}

interface LockFile {
  packages: Record<string, { dependencies?: Record<string, string> } | undefined>;
}

/** Changes the named dependencies in package.json and lock file; all others stay as locked. */
async function replaceDependencies(folder: string, replaced: HostVersion['replaced']): Promise<void> {
  if (Object.keys(replaced).length === 0) return;
  await editJson<{ dependencies: Record<string, string> }>(join(folder, 'package.json'), (manifest) => {
    Object.assign(manifest.dependencies, replaced);
  });
  await editJson<LockFile>(join(folder, 'npm-shrinkwrap.json'), ({ packages }) => {
    const dependencies = packages['']?.dependencies;
    if (dependencies) Object.assign(dependencies, replaced);
    for (const name of Object.keys(replaced)) delete packages[`node_modules/${name}`];
  });
}

async function editJson<T>(file: string, edit: (content: T) => void): Promise<void> {
  const content = JSON.parse(await readFile(file, 'utf8')) as T;
  edit(content);
  await writeFile(file, JSON.stringify(content, null, 2));
}
