import { spawn } from 'node:child_process';
import type { FolderReport } from '../../check/folder/check-folder.ts';

/** Runs the check in a process of its own, so that a large folder does not block the extension host. */
export function runCheck(script: string, folder: string, signal: AbortSignal): Promise<FolderReport> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, folder], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      windowsHide: true,
      signal,
      // In VS Code the executable is Electron, which this makes run as plain Node.
      env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
    });
    let report: FolderReport | undefined;
    let said = '';
    child.on('message', (message) => (report = message as unknown as FolderReport));
    child.stderr?.setEncoding('utf8').on('data', (part: string) => (said += part));
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      if (report && code === 0) return resolve(report);
      const [reason = String(code ?? killedBy)] = /\S.*/.exec(said) ?? [];
      reject(new Error(reason));
    });
  });
}
