/** Lets at most `width` tasks run at once; the others wait in the order in which they came. */
export function limit(width: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (task) => {
    if (running >= width) await new Promise<void>((resume) => waiting.push(resume));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place goes to whoever waits longest, or is given back.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
