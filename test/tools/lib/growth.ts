import assert from 'node:assert/strict';

/**
 * Holds that work grows with its size, and not with the square of it: work of the large size takes no longer than as
 * much work in small pieces, by the processor's time of this thread. What takes less than a tenth of a second says
 * nothing, and one measurement in three is enough: a square is one each time.
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
  const timeOf = async (size: number, times: number) => {
    const prepared = Array.from({ length: times }, () => prepare(size));
    const before = process.threadCpuUsage();
    for (const each of prepared) await run(each);
    return process.threadCpuUsage(before).user / 1000;
  };
  const found: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const [parts, whole] = [await timeOf(small, pieces), await timeOf(large, 1)];
    // Between the two: a square takes as many times as there are pieces.
    const most = Math.sqrt(pieces) * parts;
    if (whole < Math.max(most, 100)) return;
    found.push(`${whole} ms for ${large}, ${parts} ms for ${pieces} times ${small}`);
  }
  assert.fail(found.join('; '));
}
