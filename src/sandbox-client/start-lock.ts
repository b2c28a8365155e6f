import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type KernelLock, tryKernelLock } from '../common/kernel-lock.ts';
import type { Logger } from '../common/logger.ts';
import { isNotPrivate, makePrivateFolder } from '../common/private-files.ts';
import { t } from '../common/translate.ts';
import { unavailable } from './control-client.ts';

/** Longer than two failed starts. */
const limitMs = 40_000;

/**
 * Runs `work` while no other process on this machine does so with the same file. If locks are not available, it runs
 * anyway: only one sandbox can get the port, which is the second safeguard. Rejects with ServiceError after 40 seconds.
 */
export async function withStartLock<T>(file: string, log: Logger, work: () => Promise<T>): Promise<T> {
  await makePrivateFolder(path.dirname(file)).catch((error: unknown) => {
    throw isNotPrivate(error)
      ? unavailable((error as Error).message, t('Make the folder yours alone, for example with “chmod 700”.'))
      : error;
  });
  const lock = await acquire(file, log);
  try {
    return await work();
  } finally {
    lock?.close();
  }
}

async function acquire(file: string, log: Logger): Promise<KernelLock | undefined> {
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
