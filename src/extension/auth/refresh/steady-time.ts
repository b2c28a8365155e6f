import { uptime } from 'node:os';

/** Resolution of the machine's uptime, in milliseconds. */
const uptimeStepMs = 1_000;

/**
 * Creates a clock that can't be set and keeps running while the machine sleeps: milliseconds from an arbitrary start.
 * On most systems, the precise clock of the process stops during sleep, whereas the uptime of the machine does not.
 */
export function steadyTime(
  processMs: () => number = () => performance.now(),
  machineMs: () => number = () => uptime() * 1000,
): () => number {
  const lead = machineMs() - processMs();
  let sleptMs = 0;
  return () => {
    const ahead = machineMs() - processMs() - lead;
    if (ahead > sleptMs + uptimeStepMs) sleptMs = ahead;
    return processMs() + sleptMs;
  };
}
