import path from 'node:path';
import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type KernelLock, tryKernelLock } from '../common/kernel-lock.ts';
import { log } from '../common/logger.ts';
import { isNotPrivate, makePrivateFolder, openPrivate } from '../common/private-files.ts';
import { t } from '../common/translate.ts';
import { controlContract, parseJson, unavailable } from './control-client.ts';
import type { SandboxAddresses } from '../sandbox/control/contract.ts';
import type * as z from 'zod';
import { ServiceError } from '../service/model/errors.ts';

interface Launch {
  /** The bundled sandbox, `dist/sandbox.js`. */
  readonly script: string;
  readonly port: number;
  readonly stateFile: string;
  /** Receives the sandbox's error output; emptied first. */
  readonly logFile: string;
  /** Moves a state file that cannot be used aside, and starts with a new state. */
  readonly replaceState?: boolean;
}

/** The sandbox cannot use its state file, which remains unchanged. */
export class StateRefused extends ServiceError {
  /** @param why the sandbox's own message, which names the file */
  constructor(why: string) {
    super(`${t('The sandbox can’t use its saved state.')} ${why}`, {
      kind: 'network',
      turn: 'retry',
      nextStep: t('To start with a new state, run “Vehicle Sandbox: Start Sandbox”, or move the file.'),
      sent: false,
    });
  }
}

const startLimitMs = 15_000;

/** How long the sandbox keeps running when no window needs it, in seconds. */
const idleSeconds = 30;

/**
 * Starts the sandbox so that it outlives this process: detached, and without a pipe to it. Resolves when it listens.
 * Rejects with ServiceError (including {@link StateRefused}), and then leaves no process running.
 */
export async function launchSandbox({
  script,
  port,
  stateFile,
  logFile,
  replaceState = false,
}: Launch): Promise<SandboxAddresses> {
  const folder = path.dirname(stateFile);
  await makePrivateFolder(folder);
  const { sandboxAddresses } = await controlContract();
  const said = await openPrivate(logFile, 'w');
  try {
    const child = spawn(
      process.execPath,
      [
        script,
        '--port',
        String(port),
        '--state',
        stateFile,
        ...(replaceState ? ['--replace-state'] : []),
        '--exit-when-idle',
        String(idleSeconds),
      ],
      {
        cwd: folder,
        env: cleanEnvironment(process.env),
        detached: true,
        windowsHide: true,
        stdio: ['ignore', 'pipe', said.fd],
      },
    );
    child.unref();
    return await firstLine(child, sandboxAddresses, () => readFile(logFile, 'utf8').catch(() => ''));
  } finally {
    await said.close();
  }
}

/**
 * VS Code's own executable is Electron, which needs a variable to run as Node. Variables that VS Code or a debugger has
 * set for the extension host must not reach this process.
 */
export function cleanEnvironment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(variables).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/i.test(name));
  return { ...Object.fromEntries(kept), ELECTRON_RUN_AS_NODE: '1' };
}

/** Once it listens, the sandbox prints its addresses on one line; if it cannot, its log says why. */
function firstLine(
  child: ChildProcess,
  sandboxAddresses: z.ZodType<SandboxAddresses>,
  complaint: () => Promise<string>,
): Promise<SandboxAddresses> {
  return new Promise((resolve, reject) => {
    let output = '';
    const settle = () => {
      clearTimeout(limit);
      child.removeAllListeners();
      child.stdout?.destroy();
    };
    const failWith = (error: ServiceError) => {
      settle();
      child.kill('SIGKILL');
      reject(error);
    };
    const fail = (message: string) =>
      failWith(unavailable(message, t('Start the sandbox again. The log has details.')));
    const limit = setTimeout(
      () => fail(t('The sandbox did not start within {0} s.', startLimitMs / 1000)),
      startLimitMs,
    );
    child.once('error', (error) => fail(t('The sandbox could not be started: {0}', error.message)));
    child.once('exit', (code) => {
      void complaint().then((text) => {
        const refused = /^vehicle-data-sandbox: (.+) To move it aside .*--replace-state\.$/m.exec(text)?.[1];
        if (refused !== undefined) failWith(new StateRefused(refused));
        else fail(`${t('The sandbox exited with code {0}.', String(code))} ${text.trim().slice(-500)}`.trim());
      });
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const end = output.indexOf('\n');
      if (end < 0) return;
      const line = sandboxAddresses.safeParse(parseJson(output.slice(0, end)));
      if (!line.success) return fail(t('The sandbox started with unexpected output.'));
      settle();
      resolve(line.data);
    });
  });
}

const goneLimitMs = 5_000;
const lookEveryMs = 20;

/** Whether a process with this ID exists. It may be a different one by now, so a sandbox must also respond. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Resolves when the process has ended; its state is then on disk. Rejects with ServiceError after 5 seconds. */
export async function processExit(pid: number): Promise<void> {
  for (let waited = 0; waited < goneLimitMs; waited += lookEveryMs) {
    if (!isRunning(pid)) return;
    await delay(lookEveryMs);
  }
  throw unavailable(t('The sandbox (process {0}) did not stop.', pid), t('End process {0}, then retry.', pid));
}

/** Longer than two failed starts. */
const limitMs = 40_000;

/**
 * Runs `work` while no other process on this machine does so with the same file. If locks are not available, it runs
 * anyway: only one sandbox can get the port, which is the second safeguard. Rejects with ServiceError after 40 seconds.
 */
export async function withStartLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  await makePrivateFolder(path.dirname(file)).catch((error: unknown) => {
    throw isNotPrivate(error)
      ? unavailable((error as Error).message, t('Make the folder yours alone, for example with “chmod 700”.'))
      : error;
  });
  const lock = await acquire(file);
  try {
    return await work();
  } finally {
    lock?.close();
  }
}

async function acquire(file: string): Promise<KernelLock | undefined> {
  for (let waited = 0; waited < limitMs;) {
    try {
      const lock = tryKernelLock(file);
      if (lock) return lock;
    } catch (error) {
      log.warn(`The start of the sandbox is not locked: ${String(error)}`);
      return undefined;
    }
    // Random pauses, so that waiting windows do not retry in step.
    const pause = 30 + Math.random() * 40;
    waited += pause;
    await delay(pause);
  }
  throw unavailable(
    t('Another window has been starting the sandbox for {0} s.', limitMs / 1000),
    t('Close VS Code windows that do not respond, then retry.'),
  );
}
