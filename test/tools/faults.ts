// npm run faults [-- --quick] [--json] [--only T1,T3] [--speed 30] [--runs N] [--report]: tries to lose a session in every way there is, and shows a table.
import { join } from 'node:path';
import { type CommandLine, readCommandLine, usage } from '../faults/command-line.ts';
import { KeptRows, type Row } from '../faults/rows.ts';
import { Progress } from '../faults/progress.ts';
import { runPlan, sizeOfPlan } from '../faults/run.ts';
import { markdown, table } from '../faults/table.ts';
import { runT10, sizeOfT10 } from '../faults/vscode/window-kills.ts';
import { writeOutcome } from './lib/outcome.ts';
import { cache } from './lib/paths.ts';

/** A whole plan takes most of an hour. */
const tellEveryMs = 60_000;

try {
  const { form, quick, only, speed, runs, report } = readCommandLine(process.argv.slice(2));
  const kept = new KeptRows(join(cache, 'faults-rows.json'));
  if (report) print(form, await kept.read());
  else {
    const startedAt = performance.now();
    // Its sample is a suite of its own, in test/ui.
    const isRealCodeWanted = !quick && (only?.includes('T10') ?? process.platform === 'linux');
    const progress = new Progress(sizeOfPlan({ quick, only }) + (isRealCodeWanted ? sizeOfT10(runs) : 0));
    let keeping = Promise.resolve();
    const onRow = (row: Row) => {
      console.error(`${brief(row)}${quick ? '' : ` (${String(progress)})`}`);
      if (!quick) keeping = keeping.then(() => kept.keep(row, new Date()));
    };
    if (!quick) setInterval(() => console.error(String(progress)), tellEveryMs).unref();
    const rows = [
      ...(await runPlan({ quick, only, speed, onRow, progress })),
      ...(isRealCodeWanted ? await runT10({ runs, onRow, progress }) : []),
    ];
    await keeping;
    print(form, rows, Math.round((performance.now() - startedAt) / 1000));
    const failures = rows.filter(({ ok }) => !ok).map(brief);
    writeOutcome({ passed: rows.length - failures.length, failures });
    process.exitCode = failures.length === 0 ? 0 : 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error(usage);
  process.exitCode = 2;
}

function brief({ ok, test, scenario, lost, runs, complaints }: Row): string {
  const wrong = Object.entries(complaints).map(([complaint, times]) => `; ${complaint} (${times}×)`);
  return `${ok ? 'ok    ' : 'NOT OK'} ${test} ${scenario}: ${lost} of ${runs} lost${ok ? '' : wrong.join('')}`;
}

function print(form: CommandLine['form'], rows: readonly Row[], seconds?: number): void {
  if (form === 'json') console.log(JSON.stringify({ seconds, rows }, null, 2));
  else console.log((form === 'markdown' ? markdown : table)(rows));
  if (form !== 'json' && seconds !== undefined) console.log(`Took ${seconds} s.`);
}
