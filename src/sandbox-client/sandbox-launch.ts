import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { makePrivateFolder, openPrivate } from '../common/private-files.ts';
import { t } from '../common/translate.ts';
import { sandboxAddresses } from '../sandbox/control/contract.ts';
import type { SandboxAddresses } from '../sandbox/control/contract.ts';
import { ServiceError } from '../service/model/errors.ts';
import { parseJson, unavailable } from './control-client.ts';

export interface Launch {
  /** The bundled sandbox, `dist/sandbox.js`. */
  readonly script: string;
  readonly port: number;
  readonly stateFile: string;
  /** Takes what the sandbox complains of; emptied first. */
  readonly logFile: string;
  /** How long it stays when no window needs it, in seconds. */
  readonly idleSeconds: number;
  /** Moves a state that can't be used aside, and starts with a new one. */
  readonly replaceState?: boolean;
}

/** The sandbox can't use its state file, which stays as it is. */
export class StateRefused extends ServiceError {
  /** @param why the sandbox's own words, which name the file */
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

/**
 * Starts the sandbox so that it outlives this process: detached, and holding no pipe to it. Resolves when it listens.
 * Rejects with ServiceError ({@link StateRefused} among others), and leaves nothing running then.
 */
export async function launchSandbox({
  script,
  port,
  stateFile,
  logFile,
  idleSeconds,
  replaceState = false,
}: Launch): Promise<SandboxAddresses> {
  const folder = path.dirname(stateFile);
  await makePrivateFolder(folder);
  const log = await openPrivate(logFile, 'w');
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
        stdio: ['ignore', 'pipe', log.fd],
      },
    );
    child.unref();
    return await firstLine(child, () => readFile(logFile, 'utf8').catch(() => ''));
  } finally {
    await log.close();
  }
}

/**
 * VS Code's own executable is Electron, which has to be told to be Node; what VS Code and a debugger put into the
 * environment of an extension host is not meant for this process.
 */
export function cleanEnvironment(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(variables).filter(([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$)/i.test(name));
  return { ...Object.fromEntries(kept), ELECTRON_RUN_AS_NODE: '1' };
}

/** The sandbox prints its addresses as one line once it listens; before that, its log says why it can't. */
function firstLine(child: ChildProcess, complaint: () => Promise<string>): Promise<SandboxAddresses> {
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
