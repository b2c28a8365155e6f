import * as fc from 'fast-check';
import { clocks, life } from './operation.ts';
import { Sequence } from './sequence.ts';

const longest = 40;

/** Throws with the shortest sequence that breaks the promise. `seed` repeats a run. */
export async function checkSequences(of: 'life' | 'clocks', runs: number, seed?: number): Promise<void> {
  const operations = fc.array(of === 'life' ? life : clocks, { minLength: 1, maxLength: longest, size: 'max' });
  const property = fc.asyncProperty(operations, (sequence) => new Sequence().run(sequence));
  await fc.assert(property, { numRuns: runs, ...(seed !== undefined && { seed }) });
}
