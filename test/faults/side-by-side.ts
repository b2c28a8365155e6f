/** Runs `work` for 0 … `count` - 1, at most `width` at a time. Rejects with the first failure, once all have ended. */
export async function sideBySide<T>(
  count: number,
  width: number,
  work: (index: number) => Promise<T>,
): Promise<readonly T[]> {
  const results: T[] = [];
  let next = 0;
  const failures: unknown[] = [];
  async function lane(): Promise<void> {
    while (next < count && failures.length === 0) {
      const index = next++;
      try {
        results[index] = await work(index);
      } catch (error) {
        failures.push(error);
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(width, count) }, lane));
  if (failures.length > 0) throw failures[0];
  return results;
}
