import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from './sandbox-control.ts';

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
export async function untilGone(pid: number): Promise<void> {
  for (let waited = 0; waited < goneLimitMs; waited += lookEveryMs) {
    if (!isRunning(pid)) return;
    await delay(lookEveryMs);
  }
  throw unavailable(`The sandbox (process ${pid}) was told to end and has not.`, `End process ${pid}, then retry.`);
}
