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
    child.stderr.on('data', (part: Buffer) => (said += part.toString()));
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      if (code === 0) resolve(JSON.parse(Buffer.concat(parts).toString()) as JsonReport);
      else reject(new Error(said.trim().split('\n', 1)[0] || String(code ?? killedBy)));
    });
  });
}
