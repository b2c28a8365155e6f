import assert from 'node:assert/strict';

/**
 * Holds that work grows with its size, and not with the square of it: by the processor's time of this thread, whatever
 * else the machine does, the best of three. What takes less than a tenth of a second says nothing.
 *
 * @param run does the work for a size; what it needs is best made before, by `prepare`
 */
export async function growsWithSize<T>(
  [small, large]: readonly [number, number],
  prepare: (size: number) => T,
  run: (prepared: T) => unknown,
): Promise<void> {
  const best = async (size: number) => {
    const times: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const prepared = prepare(size);
      const before = process.threadCpuUsage();
      await run(prepared);
      times.push(process.threadCpuUsage(before).user / 1000);
    }
    return Math.min(...times);
  };
  // As compiled as the larger one.
  await best(small);
  const [less, more] = [await best(small), await best(large)];
  // Between the two: a square would be more by the ratio of the sizes once again.
  const most = (large / small) ** 1.5 * less;
  assert.ok(more < Math.max(most, 100), `${more} ms for ${large}, ${less} ms for ${small}`);
}
