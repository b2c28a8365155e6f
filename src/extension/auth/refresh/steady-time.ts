import { uptime } from 'node:os';

/** How exact the machine's uptime is, in milliseconds. */
const uptimeStepMs = 1_000;

/**
 * Makes a clock that nobody sets and that does not stand still while the machine sleeps: milliseconds since anything.
 * The exact clock of the process stands still then on most systems; the uptime of the machine goes on.
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
