import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { cache } from '../tools/lib/paths.ts';
import { installHost } from './install.ts';
import type { Host, HostName } from './install.ts';
import { mendedPaths } from './proxy-paths.ts';

/** Changes the program of the served workbench, given as its text. Throws where it is not the text that it knows. */
export type WorkbenchChange = (workbench: string) => string;

const program = 'out/vs/code/browser/workbench/workbench.js';

/** The VS Code of that name, installed on first use, mended where tests need it, and with further changes. */
export async function hostWith(name: HostName, ...changes: readonly WorkbenchChange[]): Promise<Host> {
  const host = await installHost(name);
  return changed(host, [...mendedPaths(host), ...changes]);
}

/**
 * The same VS Code with another workbench: a copy of its programs, made on first use (half a second, 50 MB), with links
 * to all else; the installed one stays as it is. A change in transit would cost every window its browser's cache, and
 * so seconds for each start.
 */
async function changed(host: Host, changes: readonly WorkbenchChange[]): Promise<Host> {
  if (changes.length === 0) return host;
  const workbench = changes.reduce((text, change) => change(text), await readFile(join(host.server, program), 'utf8'));
  const digest = createHash('sha256').update(workbench).digest('hex').slice(0, 12);
  const home = join(cache, 'hosts', `changed-${host.vscode}-${digest}`);
  const copy = { ...host, codeServer: join(home, 'code-server'), server: join(home, 'code-server/lib/vscode') };
  if (existsSync(home)) return copy;

  const unfinished = `${home}.${randomUUID()}.${process.pid}.unfinished`;
  const server = join(unfinished, 'code-server/lib/vscode');
  await mkdir(server, { recursive: true });
  await link(dirname(host.codeServer), join(unfinished, 'node_modules'));
  await copyOut(host.codeServer, join(unfinished, 'code-server'), ['lib']);
  await copyOut(host.server, server);
  await writeFile(join(server, program), workbench);
  // Another process may have made the same one meanwhile.
  await rename(unfinished, home).catch(() => rm(unfinished, { recursive: true, force: true }));
  return copy;
}

/** Copies `out`, whose programs find the rest from where they are themselves, and links everything else. */
async function copyOut(from: string, to: string, except: readonly string[] = []): Promise<void> {
  for (const name of await readdir(from)) {
    if (except.includes(name)) continue;
    if (name === 'out') await cp(join(from, name), join(to, name), { recursive: true });
    else await link(join(from, name), join(to, name));
  }
}

/** Relative, so that the folder of all hosts can be moved. */
function link(target: string, path: string): Promise<void> {
  return symlink(relative(dirname(path), target), path);
}
