// npm run faults [-- --quick] [--json] [--only T1,T3] [--speed 30] [--runs N]: tries to lose a session in every way there is, and shows a table.
import { readCommandLine, usage } from '../faults/command-line.ts';
import { table } from '../faults/rows.ts';
import type { Row } from '../faults/rows.ts';
import { runPlan } from '../faults/run.ts';
import { runT10 } from '../faults/vscode/t10.ts';
import { writeOutcome } from './lib/outcome.ts';

try {
  const { json, quick, only, speed, runs } = readCommandLine(process.argv.slice(2));
  const startedAt = performance.now();
  const onRow = ({ test, scenario, ok }: Row) => console.error(`${ok ? 'ok    ' : 'NOT OK'} ${test} ${scenario}`);
  // Its sample is a suite of its own, in test/ui.
  const isRealCodeWanted = !quick && (only?.includes('T10') ?? process.platform === 'linux');
  const rows = [
    ...(await runPlan({ quick, only, speed, onRow })),
    ...(isRealCodeWanted ? await runT10({ runs, onRow }) : []),
  ];
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(json ? JSON.stringify({ seconds, rows }, null, 2) : `${table(rows)}\nTook ${seconds} s.`);
  const passed = rows.filter(({ ok }) => ok).length;
  writeOutcome({ passed, failed: rows.length - passed });
  process.exitCode = rows.every(({ ok }) => ok) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exitCode = 2;
}
