// npm run test:mutation [-- FILE ...]: breaks the token code on purpose, in every small way, and sees whether tests mind.
import { mutate } from '../faults/mutation.ts';
import type { FileScore } from '../faults/mutation.ts';

/** Share of a file's mutants that tests must notice; all of them where lock, fence and persist are put in order. */
const least = 0.9;

const files = process.argv.slice(2);
const scores = await mutate(files.length > 0 ? files : undefined);
for (const { file, survivors } of scores) for (const survivor of survivors) console.log(`${file}:${survivor}`);
const sum = (part: 'mutants' | 'noticed') => scores.reduce((total, score) => total + score[part], 0);
const all = { file: 'all of it', mutants: sum('mutants'), noticed: sum('noticed'), survivors: [], isOrder: false };
console.log(['', 'mutants  noticed   share  file', ...scores.map(line), line(all)].join('\n'));
if (!scores.every(isGood)) {
  console.log(`NOT OK: under ${least * 100} %, or under 100 % where lock, fence and persist are put in order (*).`);
  process.exitCode = 1;
}

function isGood({ noticed, mutants, isOrder }: FileScore): boolean {
  return noticed >= mutants * (isOrder ? 1 : least);
}

function line(score: FileScore): string {
  const { file, mutants, noticed, isOrder } = score;
  const share = `${((100 * noticed) / mutants).toFixed(1)} %`;
  const [first, second, third] = [String(mutants).padStart(7), String(noticed).padStart(7), share.padStart(7)];
  return `${first}  ${second}  ${third}  ${file}${isOrder ? ' *' : ''}${isGood(score) ? '' : '  NOT OK'}`;
}
