import path from 'node:path';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isRecord } from '../common/is-record.ts';
import { listenOnLoopback, portOf } from '../common/loopback/loopback-listeners.ts';
import { makePrivateFolder, readPrivate, writePrivate } from '../common/private-files.ts';
import { parseJson } from './control-client.ts';

/** The files of a sandbox on this machine, through which the windows find it. */
export interface SandboxFiles {
  /** Contains the port on which it listens, or is about to. */
  readonly discoveryFile: string;
  readonly stateFile: string;
  readonly logFile: string;
}

/** Files of the one sandbox that all windows share. */
export function sharedFiles(folder: string): SandboxFiles {
  return filesNamed(folder, '');
}

/** Files of this version's own sandbox, used while another version uses the shared files. */
export function versionFiles(folder: string, version: string): SandboxFiles {
  return filesNamed(folder, `-${releaseLine(version).replace(/[^\w.]/g, '_')}`);
}

function filesNamed(folder: string, suffix: string): SandboxFiles {
  return {
    discoveryFile: path.join(folder, `sandbox${suffix}.json`),
    stateFile: path.join(folder, `sandbox-state${suffix}.json`),
    logFile: path.join(folder, `sandbox${suffix}.log`),
  };
}

/** The port on which the sandbox last listened; undefined if there is none or the file is damaged. */
export async function readPort({ discoveryFile }: SandboxFiles): Promise<number | undefined> {
  const found = parseJson(String(await readPrivate(discoveryFile).catch(() => '')));
  const port = isRecord(found) ? found.port : undefined;
  return typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined;
}

/** Called before the sandbox starts, so that it can be found even if the window that starts it is killed. */
export async function writePort({ discoveryFile }: SandboxFiles, port: number): Promise<void> {
  await makePrivateFolder(path.dirname(discoveryFile));
  await writePrivate(discoveryFile, [JSON.stringify({ port })]);
}

export function controlUrlAt(port: number): string {
  return `http://localhost:${port}/sandbox`;
}

/** A port on which nobody listens now, at any of the loopback addresses. */
export async function freePort(): Promise<number> {
  const servers = await listenOnLoopback(() => createServer(), 0);
  const port = portOf(servers);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return port;
}

/** What to do about a sandbox that is already running on this machine. */
type Verdict =
  /** It provides what this version of the extension needs: use it. */
  | 'adopt'
  /** Another version that is no longer used: stop it, and take over its port and state. */
  | 'replace'
  /** Another version that other windows use: keep it, and start this version's own sandbox with its own state. */
  | 'beside';

/**
 * @param running version of the running sandbox, and how many windows hold a lease on it
 * @param ours version of this extension
 */
export function judgeRunning(running: { version: string; leases: number }, ours: string): Verdict {
  if (releaseLine(running.version) === releaseLine(ours)) return 'adopt';
  return running.leases === 0 ? 'replace' : 'beside';
}

/** Versions of the same release line are compatible: `2` of `2.4.1`, `0.3` of `0.3.9`. */
function releaseLine(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}
