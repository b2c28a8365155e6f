import { spawn } from 'node:child_process';

interface Running {
  readonly signal: AbortSignal;
  /** What the program is told, if anything. */
  readonly task?: object;
  /** What it says. */
  readonly onMessage: (message: unknown) => void;
}

/** Runs one of our programs to its end, in a process of its own, so that the extension host goes on. */
export function runProgram(
  script: string,
  args: readonly string[],
  { signal, task, onMessage }: Running,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, ...args], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
      signal,
      // In VS Code the executable is Electron, which this makes run as plain Node.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    let said = '';
    child.on('message', onMessage);
    child.stderr?.setEncoding('utf8').on('data', (part: string) => (said += part));
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      if (code === 0) return resolve();
      const [reason = String(code ?? killedBy)] = /\S.*/.exec(said) ?? [];
      reject(new Error(reason));
    });
    if (task) child.send(task);
  });
}
