import path from 'node:path';
import { Emitter } from '../common/event.ts';
import { log } from '../common/logger.ts';
import { t } from '../common/translate.ts';
import type { SandboxAddresses } from '../sandbox/control/contract.ts';
import {
  callControl,
  controlUrlAt,
  type Fetch,
  parseJson,
  probeSandbox,
  type SandboxInfo,
  unavailable,
  whoAnswers,
} from './control-client.ts';
import { isRunning, launchSandbox, processExit, StateRefused, withStartLock } from './sandbox-launch.ts';
import type { Sandbox, SandboxStatus } from './sandbox.ts';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { isRecord } from '../common/is-record.ts';
import { listenOnLoopback, portOf } from '../common/loopback/loopback-listeners.ts';
import { makePrivateFolder, readPrivate, writePrivate } from '../common/private-files.ts';

export interface SharedSandboxOptions {
  /** The bundled sandbox, `dist/sandbox.js`. */
  readonly script: string;
  /** Folder of the sandbox's files, the same for all windows on this machine; created if necessary. */
  readonly folder: string;
  /** Version of this extension. */
  readonly version: string;
  readonly fetch: Fetch;
}

interface Running extends SandboxInfo {
  readonly renewal: NodeJS.Timeout;
  /** When it last responded, in milliseconds of the monotonic clock. */
  seenAt: number;
}

/** How long a window that was killed still counts, in seconds; windows renew their lease three times as often. */
const leaseSeconds = 60;

/** How long a running sandbox is assumed to respond without being asked, in milliseconds. */
const trustMs = 2_000;

/**
 * The sandbox that all windows of this machine share. The first window that needs it finds or starts it. It outlives
 * that window, because it runs as long as there are leases. If its process is gone, the next use starts it again on the
 * same port with the same state.
 */
export class SharedSandbox implements Sandbox {
  readonly #options: SharedSandboxOptions;
  readonly #files: SandboxFiles;
  readonly #leaseId = crypto.randomUUID();
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  #running: Running | undefined;
  #isStarting = false;
  #isDisposed = false;
  #pending: Promise<SandboxAddresses> | undefined;

  constructor(options: SharedSandboxOptions) {
    this.#options = options;
    this.#files = sharedFiles(options.folder);
  }

  get status(): SandboxStatus {
    if (this.#running) return { kind: 'running', addresses: this.#running.addresses };
    return { kind: this.#isStarting ? 'starting' : 'stopped' };
  }

  addresses(replaceState = false): Promise<SandboxAddresses> {
    this.#pending ??= this.#findOrStart(replaceState).finally(() => (this.#pending = undefined));
    return this.#pending;
  }

  async find(): Promise<SandboxAddresses | undefined> {
    if (this.#running && (await this.#answers(this.#running))) return this.#running?.addresses;
    const found = await this.#infoAt(await readPort(this.#files));
    // If it stops between two requests, it counts as not running.
    return found && this.#mayUse(found) ? this.#adopt(found).catch(() => undefined) : undefined;
  }

  async others(): Promise<number> {
    const addresses = await this.find();
    if (!addresses) return 0;
    const leases = (await probeSandbox(addresses.controlUrl, this.#options.fetch))?.leases ?? 0;
    return Math.max(0, leases - 1);
  }

  async stop(): Promise<void> {
    await this.find();
    const running = this.#running;
    if (!running) return;
    await this.#end(running);
    this.#forget();
  }

  dispose(): void {
    this.#isDisposed = true;
    const running = this.#running;
    if (!running) return;
    clearInterval(running.renewal);
    this.#running = undefined;
    this.#changed.dispose();
    // The window may close before this arrives; then the lease expires.
    const { controlUrl } = running.addresses;
    callControl(this.#options.fetch, controlUrl, 'releaseLease', { params: { id: this.#leaseId } }).catch(
      () => undefined,
    );
  }

  async #findOrStart(replaceState: boolean): Promise<SandboxAddresses> {
    const found = await this.find();
    if (found) return found;
    const { folder } = this.#options;
    this.#setStarting(true);
    try {
      return await withStartLock(path.join(folder, 'sandbox-start.lock'), () => this.#findOrStartAlone(replaceState));
    } finally {
      this.#setStarting(false);
    }
  }

  /** Looks again, because another window may have started it while this one waited for the lock. */
  async #findOrStartAlone(replaceState: boolean): Promise<SandboxAddresses> {
    const found = await this.#infoAt(await readPort(this.#files));
    if (found && this.#mayUse(found)) return this.#adopt(found);
    if (found) await this.#end(found);
    return this.#start(replaceState);
  }

  /** One of another version, which its windows go on to use, is replaced once nobody does. */
  #mayUse({ version, leases }: SandboxInfo): boolean {
    return leases > 0 || isCompatible(version, this.#options.version);
  }

  async #start(replaceState: boolean): Promise<SandboxAddresses> {
    const { script } = this.#options;
    const launch = async (port: number) => {
      await writePort(this.#files, port);
      await launchSandbox({ script, port, replaceState, ...this.#files });
      const info = await this.#infoAt(port);
      if (!info) {
        throw unavailable(t('The sandbox started but does not respond.'), t('Try again. The log has details.'));
      }
      log.info(`Sandbox started at ${info.addresses.baseUrl}`);
      return this.#adopt(info);
    };
    const known = await readPort(this.#files);
    if (known === undefined) return launch(await freePort());
    return launch(known).catch(async (error: unknown) => {
      if (error instanceof StateRefused) throw error;
      // Another program may use the port by now, or a sandbox whose starting window was killed before it was ready.
      const info = await this.#infoAt(known);
      return info && this.#mayUse(info) ? this.#adopt(info) : launch(await freePort());
    });
  }

  async #infoAt(port: number | undefined): Promise<SandboxInfo | undefined> {
    return port === undefined ? undefined : probeSandbox(controlUrlAt(port), this.#options.fetch);
  }

  /** Takes a lease before announcing the sandbox, so that it keeps running. */
  async #adopt(info: SandboxInfo): Promise<SandboxAddresses> {
    await this.#renew(info.addresses);
    if (this.#isDisposed || this.#running) return info.addresses;
    const renewal = setInterval(
      () => void (this.#running && this.#answers(this.#running, 0)),
      (leaseSeconds * 1000) / 3,
    ).unref();
    this.#running = { ...info, renewal, seenAt: performance.now() };
    this.#changed.fire();
    return info.addresses;
  }

  /** Whether it still responds; otherwise it is forgotten. */
  async #answers(running: Running, trust = trustMs): Promise<boolean> {
    if (isRunning(running.pid)) {
      if (performance.now() - running.seenAt < trust) return true;
      try {
        // The process ID and the port may both belong to another process by now.
        if ((await whoAnswers(running.addresses.controlUrl)) !== 'sandbox') throw new Error('not ours');
        await this.#renew(running.addresses);
        running.seenAt = performance.now();
        return true;
      } catch {
        // It is gone, or too busy to respond. Looking for it again will tell.
      }
    }
    if (this.#running === running) this.#forget();
    return false;
  }

  async #renew({ controlUrl }: SandboxAddresses): Promise<void> {
    const body = { id: this.#leaseId, ttlSeconds: leaseSeconds };
    await callControl(this.#options.fetch, controlUrl, 'takeLease', { body });
  }

  async #end({ addresses, pid }: SandboxInfo): Promise<void> {
    await callControl(this.#options.fetch, addresses.controlUrl, 'stop', {});
    await processExit(pid);
    log.info(`Sandbox at ${addresses.baseUrl} stopped`);
  }

  #forget(): void {
    clearInterval(this.#running?.renewal);
    this.#running = undefined;
    this.#changed.fire();
  }

  #setStarting(isStarting: boolean): void {
    this.#isStarting = isStarting;
    this.#changed.fire();
  }
}

/** The files of a sandbox on this machine, through which the windows find it. */
interface SandboxFiles {
  /** Contains the port on which it listens, or is about to. */
  readonly discoveryFile: string;
  readonly stateFile: string;
  readonly logFile: string;
}

/** Files of the one sandbox that all windows share. */
export function sharedFiles(folder: string): SandboxFiles {
  return {
    discoveryFile: path.join(folder, 'sandbox.json'),
    stateFile: path.join(folder, 'sandbox-state.json'),
    logFile: path.join(folder, 'sandbox.log'),
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

/** A port on which nobody listens now, at any of the loopback addresses. */
export async function freePort(): Promise<number> {
  const servers = await listenOnLoopback(() => createServer(), 0);
  const port = portOf(servers);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return port;
}

/** Versions of the same release line are compatible: `2` of `2.4.1`, `0.3` of `0.3.9`. */
export function isCompatible(version: string, ours: string): boolean {
  return releaseLine(version) === releaseLine(ours);
}

function releaseLine(version: string): string {
  const [major = '', minor = ''] = version.split('.');
  return major === '0' ? `0.${minor}` : major;
}
