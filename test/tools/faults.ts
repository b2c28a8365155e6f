// npm run faults [-- --quick] [--json] [--only T1,T3] [--speed 30] [--runs N]: tries to lose a session in every way there is, and shows a table.
import { readCommandLine, usage } from '../faults/command-line.ts';
import { Progress } from '../faults/progress.ts';
import type { Row } from '../faults/rows.ts';
import { runPlan, sizeOfPlan } from '../faults/run.ts';
import { markdown, table } from '../faults/table.ts';
import { runT10, sizeOfT10 } from '../faults/vscode/t10.ts';
import { writeOutcome } from './lib/outcome.ts';

/** A whole plan takes most of an hour. */
const tellEveryMs = 60_000;

try {
  const { form, quick, only, speed, runs } = readCommandLine(process.argv.slice(2));
  const startedAt = performance.now();
  // Its sample is a suite of its own, in test/ui.
  const isRealCodeWanted = !quick && (only?.includes('T10') ?? process.platform === 'linux');
  const progress = new Progress(sizeOfPlan({ quick, only }) + (isRealCodeWanted ? sizeOfT10(runs) : 0));
  const onRow = ({ test, scenario, ok }: Row) =>
    console.error(`${ok ? 'ok    ' : 'NOT OK'} ${test} ${scenario}${quick ? '' : ` (${String(progress)})`}`);
  if (!quick) setInterval(() => console.error(String(progress)), tellEveryMs).unref();
  const rows = [
    ...(await runPlan({ quick, only, speed, onRow, progress })),
    ...(isRealCodeWanted ? await runT10({ runs, onRow, progress }) : []),
  ];
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  if (form === 'json') console.log(JSON.stringify({ seconds, rows }, null, 2));
  else console.log(`${(form === 'markdown' ? markdown : table)(rows)}\nTook ${seconds} s.`);
  const passed = rows.filter(({ ok }) => ok).length;
  writeOutcome({ passed, failed: rows.length - passed });
  process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exitCode = 2;
}
