import { setTimeout as delay } from 'node:timers/promises';
import { t } from '../common/translate.ts';
import { unavailable } from './control-client.ts';

const goneLimitMs = 5_000;
const lookEveryMs = 20;

/** Whether a process with this id exists. It may be another one by now: a sandbox that is there also answers. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Of another user, but there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Resolves when the process has ended: its state is on disk then. Rejects with ServiceError after 5 seconds. */
export async function processExit(pid: number): Promise<void> {
  for (let waited = 0; waited < goneLimitMs; waited += lookEveryMs) {
    if (!isRunning(pid)) return;
    await delay(lookEveryMs);
  }
  throw unavailable(t('The sandbox (process {0}) did not stop.', pid), t('End process {0}, then retry.', pid));
}
