// npm run test:mutation [-- FILE ...]: breaks the token code on purpose, in every small way, and sees whether tests mind.
import { mutate } from '../faults/mutation.ts';

/** Share of the mutants that tests must notice. */
const least = 0.9;

const files = process.argv.slice(2);
const { killed, mutants, survivors, survivorsInOrder } = await mutate(files.length > 0 ? files : undefined);
for (const survivor of survivors) console.log(survivor);
const score = killed / mutants;
console.log(`${killed} of ${mutants} mutants noticed: ${(score * 100).toFixed(1)} %.`);
console.log(`${survivorsInOrder.length} survive in lock, fence and persist.`);
process.exitCode = score >= least ? 0 : 1;
