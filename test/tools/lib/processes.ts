import { execFile, spawn, type SpawnOptions } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './paths.ts';

/** Runs a program to its end. Resolves to its exit code, 1 if a signal ended it. */
export function run(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    child.on('error', reject);
    child.on('close', (code) => resolve(code ?? 1));
  });
}

/** Like {@link run}, but rejects unless the program ends well. Its output goes to stderr. */
export async function runOrFail(command: string, args: readonly string[], options: SpawnOptions = {}): Promise<void> {
  const code = await run(command, args, { stdio: ['ignore', 2, 2], ...options });
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} ended with exit code ${code}`);
}

/** What a script prints in a process of its own; rejects if it ends with another code than 0. */
export async function outputOf(script: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], { cwd: root });
  return stdout;
}
