import type { ChildProcess } from 'node:child_process';
import type { Logger } from '../common/logger.ts';
import { ServiceError } from '../service/errors.ts';
import type { SandboxAddresses } from './presets.ts';

export interface SandboxProcessOptions {
  /** The bundled sandbox, `dist/sandbox.js`. */
  readonly script: string;
  /** Folder for the sandbox's state and for {@link discoveryFile}; created when needed. */
  readonly folder: string;
  /** A running sandbox to adopt in place of an own one (`VEHICLE_DATA_SANDBOX_URL`): its control address. */
  readonly controlUrl?: string | undefined;
  readonly fetch: typeof globalThis.fetch;
  readonly log: Logger;
}

/** Tells the other windows of this machine where the sandbox listens. */
const discoveryFile = 'sandbox.json';
const stateFile = 'sandbox-state.json';
const startLimitMs = 15_000;
const probeLimitMs = 2_000;

/**
 * The sandbox of this machine: adopted where one runs, started where none does. It lives as long as the window that
 * started it; another window then starts it again on the same port and the same state, so grants outlive it.
 */
export class SandboxProcess {
  readonly #options: SandboxProcessOptions;
  #own: { readonly child: ChildProcess; readonly addresses: SandboxAddresses } | undefined;
  #pending: Promise<SandboxAddresses> | undefined;

  constructor(options: SandboxProcessOptions) {
    this.#options = options;
  }

  /** Addresses of a sandbox that answers now. Rejects with ServiceError when it can't be started. */
  addresses(): Promise<SandboxAddresses> {
    if (this.#own) return Promise.resolve(this.#own.addresses);
    this.#pending ??= this.#findOrStart().finally(() => (this.#pending = undefined));
    return this.#pending;
  }

  /** Whether this window started the sandbox, and so may stop it. */
  get isOwn(): boolean {
    return this.#own !== undefined;
  }

  /** Ends the sandbox of this window and waits until it is gone. */
  async stop(): Promise<void> {
    const child = this.#own?.child;
    this.#own = undefined;
    if (child?.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.stdin?.end();
    await gone;
  }

  dispose(): void {
    // The sandbox ends with its standard input, which also closes when this process is killed.
    this.#own?.child.stdin?.end();
    this.#own = undefined;
  }

  async #findOrStart(): Promise<SandboxAddresses> {
    const { controlUrl } = this.#options;
    if (controlUrl) {
      const given = await this.#probe(controlUrl);
      if (given) return given;
      throw unavailable(`The sandbox at ${controlUrl} does not answer.`, 'Start it again (npm start), then retry.');
    }
    const known = await this.#discovered();
    const running = known && (await this.#probe(known.controlUrl));
    if (running) return running;
    const port = known ? new URL(known.controlUrl).port : '0';
    return this.#start(port).catch((error: unknown) => {
      // The port may have gone to another program since; a free one always does.
      if (port === '0') throw error;
      return this.#start('0');
    });
  }

  async #start(port: string): Promise<SandboxAddresses> {
    const { spawn } = await import('node:child_process');
    const { mkdir, writeFile } = await import('node:fs/promises');
    const path = await import('node:path');
    const { script, folder, log } = this.#options;
    await mkdir(folder, { recursive: true });
    const child = spawn(
      process.execPath,
      [script, '--port', port, '--state', path.join(folder, stateFile), '--stop-with-stdin'],
      // VS Code's own executable is Electron; NODE_OPTIONS may hold a debugger's flags that are not meant for this.
      { env: { ...process.env, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' }, stdio: ['pipe', 'pipe', 'pipe'] },
    );
    const addresses = await firstLine(child);
    this.#own = { child, addresses };
    child.once('exit', () => {
      if (this.#own?.child === child) this.#own = undefined;
    });
    const { clientSecret: _, ...shared } = addresses;
    await writeFile(path.join(folder, discoveryFile), JSON.stringify(shared)).catch((error: unknown) => {
      log.warn(`Other windows can't find the sandbox: ${String(error)}`);
    });
    log.info(`Sandbox started at ${addresses.baseUrl}`);
    return addresses;
  }

  async #discovered(): Promise<Pick<SandboxAddresses, 'controlUrl'> | undefined> {
    const { readFile } = await import('node:fs/promises');
    const path = await import('node:path');
    try {
      const found = JSON.parse(await readFile(path.join(this.#options.folder, discoveryFile), 'utf8')) as unknown;
      return hasControlUrl(found) ? found : undefined;
    } catch {
      return undefined;
    }
  }

  async #probe(controlUrl: string): Promise<SandboxAddresses | undefined> {
    try {
      const response = await this.#options.fetch(`${controlUrl}/`, { signal: AbortSignal.timeout(probeLimitMs) });
      const body: unknown = await response.json();
      return isAddresses(body) ? body : undefined;
    } catch {
      return undefined;
    }
  }
}

/** The sandbox prints its addresses as one line once it listens; before that, what it prints says why it can't. */
function firstLine(child: ChildProcess): Promise<SandboxAddresses> {
  return new Promise((resolve, reject) => {
    let output = '';
    let complaint = '';
    const fail = (message: string) => {
      clearTimeout(limit);
      child.kill();
      reject(unavailable(message, 'Run "Vehicle Data: Start Sandbox" to try again; the log says more.'));
    };
    const limit = setTimeout(() => fail(`The sandbox did not start within ${startLimitMs / 1000} s.`), startLimitMs);
    child.stderr?.on('data', (chunk: Buffer) => (complaint = (complaint + chunk.toString()).slice(-500)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const end = output.indexOf('\n');
      if (end < 0) return;
      clearTimeout(limit);
      child.stdout?.removeAllListeners('data').resume();
      const line = parse(output.slice(0, end));
      if (isAddresses(line)) resolve(line);
      else fail('The sandbox printed something other than its addresses.');
    });
    child.once('error', (error) => fail(`The sandbox could not be started: ${error.message}`));
    child.once('exit', (code) => fail(`The sandbox ended at once (exit code ${code}). ${complaint}`.trim()));
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function hasControlUrl(value: unknown): value is Pick<SandboxAddresses, 'controlUrl'> {
  return typeof value === 'object' && value !== null && 'controlUrl' in value && typeof value.controlUrl === 'string';
}

function isAddresses(value: unknown): value is SandboxAddresses {
  const fields = ['authUrl', 'baseUrl', 'connectUrl', 'clientId', 'clientSecret', 'controlUrl'];
  return hasControlUrl(value) && fields.every((field) => typeof (value as Record<string, unknown>)[field] === 'string');
}

function unavailable(message: string, nextStep: string): ServiceError {
  return new ServiceError(message, { kind: 'network', turn: 'retry', nextStep, sent: false });
}
