import { spawn } from 'node:child_process';
import type { JsonReport } from '../../check/report/listed.ts';

/** Runs the check in a process of its own, so that a large folder does not block the extension host. */
export function runCheck(script: string, folder: string, signal: AbortSignal): Promise<JsonReport> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, folder, '--format', 'json', '--fail-on', 'none'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      signal,
      // In VS Code the executable is Electron, which this makes run as plain Node.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    const parts: Buffer[] = [];
    let said = '';
    child.stdout.on('data', (part: Buffer) => parts.push(part));
    child.stderr.setEncoding('utf8').on('data', (part: string) => (said += part));
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      if (code === 0) return resolve(JSON.parse(Buffer.concat(parts).toString()) as JsonReport);
      const [reason = String(code ?? killedBy)] = /\S.*/.exec(said) ?? [];
      reject(new Error(reason));
    });
  });
}
