import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root } from './paths.ts';
import { patienceMs } from './patience.ts';

export interface ServiceOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Where its output goes. */
  readonly log: string;
  /** Milliseconds that it has to end when asked to, before it is killed; 3000 unless given. */
  readonly patience?: number;
}

const running = new Set<Service>();

/** A program that runs in the background until it is stopped, with everything that it started. */
export class Service {
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #log: string;
  readonly #patience: number;
  readonly #watchers = new Set<() => void>();
  #output = '';

  constructor(command: string, args: readonly string[], options: ServiceOptions) {
    mkdirSync(dirname(options.log), { recursive: true });
    const log = createWriteStream(options.log);
    this.#log = options.log;
    this.#patience = options.patience ?? 3000;
    // A process group of its own, so that a signal reaches its children as well.
    this.#child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        log.write(text);
        this.#output = (this.#output + text).slice(-20_000);
        this.#notify();
      });
    }
    this.exited = new Promise((resolve) => {
      const ended = () => {
        running.delete(this);
        log.end();
        resolve();
        this.#notify();
      };
      this.#child.on('close', ended);
      this.#child.on('error', (error) => {
        this.#output += error.message;
        ended();
      });
    });
    running.add(this);
    stopServicesWithThisProcess();
  }

  /** Resolves once the output matches. Rejects if the program ends before, or does not say it for long. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>();
    const failed = (what: string) =>
      reject(new Error(`${this.#child.spawnargs.join(' ')} ${what} (${this.#log}):\n${this.#output.slice(-2000)}`));
    const look = () => {
      const match = pattern.exec(this.#output);
      if (match) resolve(match);
      else if (!running.has(this)) failed('ended early');
    };
    const timer = setTimeout(() => failed(`did not say ${String(pattern)} in ${patienceMs} ms`), patienceMs);
    this.#watchers.add(look);
    look();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#watchers.delete(look);
    }
  }

  /** Asks it and its children to end, and insists after a while. */
  async stop(): Promise<void> {
    this.kill('SIGTERM');
    await Promise.race([this.exited, delay(this.#patience, undefined, { ref: false })]);
    this.kill('SIGKILL');
    await this.exited;
  }

  kill(signal: NodeJS.Signals): void {
    const pid = this.#child.pid;
    if (pid === undefined) return;
    if (process.platform === 'win32') {
      spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
      return;
    }
    try {
      process.kill(-pid, signal);
    } catch {
      // The whole group has ended.
    }
  }

  #notify(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

/** Stops everything that this process has in the background. */
export async function stopServices(): Promise<void> {
  await Promise.all([...running].map((service) => service.stop()));
}

let prepared = false;

/** No service outlives this process: not its end, not Ctrl+C, not the end of the terminal. */
function stopServicesWithThisProcess(): void {
  if (prepared) return;
  prepared = true;
  process.once('exit', () => {
    for (const service of running) service.kill('SIGKILL');
  });
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      void stopServices().then(() => process.exit(process.exitCode ?? 130));
    });
  }
}
