import * as fc from 'fast-check';
import { clocks, life, type Operation } from './operation.ts';
import { Sequence } from './sequence.ts';

const longest = 40;

/**
 * Rejects with the promise that was broken, then the shortest sequence that breaks it, whole. `seed` repeats a run;
 * `run` replaces the model.
 */
export async function checkSequences(
  of: 'life' | 'clocks',
  runs: number,
  seed?: number,
  run = (operations: readonly Operation[]) => new Sequence().run(operations),
): Promise<void> {
  const operations = fc.array(of === 'life' ? life : clocks, { minLength: 1, maxLength: longest, size: 'max' });
  const result = await fc.check(fc.asyncProperty(operations, run), {
    numRuns: runs,
    ...(seed !== undefined && { seed }),
  });
  if (!result.failed) return;
  const { errorInstance: cause, counterexample, numRuns } = result;
  const promise = cause instanceof Error ? cause.message : String(cause);
  const sequence = JSON.stringify(counterexample?.[0]);
  const message = `${promise}\nafter ${sequence}\n(of '${of}', seed ${result.seed}, sequence ${numRuns} of ${runs})`;
  throw new Error(message, { cause });
}
