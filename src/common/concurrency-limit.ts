import { unlessAborted } from './abort-with.ts';

/**
 * Runs a task when there is room for it. Rejects with the reason of an aborted signal, even if the task ignores the
 * signal.
 */
export type Limited = <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/**
 * Lets at most `width` tasks run at once; the others wait in the order in which they came. An aborted task frees its
 * slot, even if it hangs.
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
      // The slot goes to the task that has waited longest, or becomes free.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
