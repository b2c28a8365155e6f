import { setTimeout as delay } from 'node:timers/promises';
import { t } from '../common/translate.ts';
import { unavailable } from './control-client.ts';

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
