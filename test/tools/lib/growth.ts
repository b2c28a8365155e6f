import assert from 'node:assert/strict';

/**
 * Holds that work grows with its size, and not with the square of it: work of the large size takes no longer than as
 * much work in small pieces, by the processor's time of this thread, the best of five. What takes less than a tenth of
 * a second says nothing.
 *
 * @param sizes sixteen times apart or more: a busy machine takes caches and the collector's threads away, and up to
 *   four times the time
 * @param run does the work for a size; what it needs is best made before, by `prepare`
 */
export async function growsWithSize<T>(
  [small, large]: readonly [number, number],
  prepare: (size: number) => T,
  run: (prepared: T) => unknown,
): Promise<void> {
  const pieces = Math.floor(large / small);
  assert.ok(pieces >= 16, `${small} and ${large} are too close to tell a square from a busy machine`);
  const time = async (size: number, times: number) => {
    const prepared = Array.from({ length: times }, () => prepare(size));
    const before = process.threadCpuUsage();
    for (const each of prepared) await run(each);
    return process.threadCpuUsage(before).user / 1000;
  };
  let [parts, whole] = [Infinity, Infinity];
  for (let round = 0; round < 5; round += 1) {
    parts = Math.min(parts, await time(small, pieces));
    whole = Math.min(whole, await time(large, 1));
  }
  // Between the two: a square takes as many times as there are pieces.
  const most = Math.sqrt(pieces) * parts;
  assert.ok(whole < Math.max(most, 100), `${whole} ms for ${large}, ${parts} ms for ${pieces} times ${small}`);
}
