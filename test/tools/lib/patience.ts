import { availableParallelism, loadavg } from 'node:os';

/** Carries the patience of the process that began the run to those that it starts, so that all of them wait alike. */
const variable = 'VEHICLE_DATA_PATIENCE_MS';

/** How many processes wanted each processor in the last minute: 1 to 4. Windows doesn't count them. */
const crowding = Math.min(4, Math.max(1, Math.ceil((loadavg()[0] ?? 0) / availableParallelism())));

process.env[variable] ??= String(120_000 * crowding);

/**
 * How long a test waits for what it knows will come, in milliseconds: two minutes, and more where the machine does much
 * else. Nothing is measured by it, and a test that waits for what never comes fails all the same.
 */
export const patienceMs = Number(process.env[variable]);

/** How long a whole test may take, in milliseconds. A wait that fails says more, so this is longer. */
export const testLimitMs = 2.5 * patienceMs;

/**
 * Does again what something else may undo at any moment (a menu that closes when its window loses the focus), until it
 * succeeds. Each attempt has twice the time of the one before, so that one is long enough however slow the machine is.
 */
export async function insist(attempt: (limitMs: number) => Promise<unknown>): Promise<void> {
  for (let limitMs = 2000; limitMs < patienceMs; limitMs *= 2) {
    const isDone = await attempt(limitMs).then(
      () => true,
      () => false,
    );
    if (isDone) return;
  }
  await attempt(patienceMs);
}
