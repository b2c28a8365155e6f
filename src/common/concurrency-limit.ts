import { unlessAborted } from './unless-aborted.ts';

/** Runs a task in its turn. Rejects with the reason of an aborted signal, whether or not the task heeds it. */
export type Limited = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * Lets at most `width` tasks run at once; the others wait in the order in which they came. A task that is aborted holds
 * no place any more, even if it hangs.
 */
export function limit(width: number): Limited {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (task, signal) => {
    if (running >= width) await new Promise<void>((resume) => waiting.push(resume));
    else running += 1;
    try {
      signal.throwIfAborted();
      return await unlessAborted(task(), signal);
    } finally {
      // The place goes to whoever waits longest, or is given back.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
