// npm run bench -- soak [--json] [--repetitions N] [--idle SECONDS]: what working 1,000 times leaves in an extension host, on
// the disk and in the sandbox, what three idle minutes cost, and whether the bench sees a leak. Views are open, and a
// webhook's receiver isn't running. Takes a quarter of an hour. Linux. Ends with 1 where a target is missed.
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runSuiteInServer } from '../host/run-suite.ts';
import { build } from '../tools/lib/build.ts';
import { cache, freshFolder, root } from '../tools/lib/paths.ts';
import { startSandbox } from '../tools/lib/sandbox.ts';
import { stopServices } from '../tools/lib/service.ts';
import { closedPort } from '../unit/service/http/proxies.ts';
import { atLeast, atMost, linesOf, reportFrom, short, table, verdictRows } from './figures.ts';
import { machineLine, MachineWatch } from './machine.ts';
import { type Look, type Looks, type SoakTask, taskVariable } from './soak/task.ts';

const most = { heap: 4000, handles: 0.01, files: 0.01, requests: 0.05, saves: 0.05, busy: 1 };

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    repetitions: { type: 'string', default: '1000' },
    idle: { type: 'string', default: '180' },
  },
});
const [repetitions, idleMs] = [Number(values.repetitions), 1000 * Number(values.idle)];

const folder = await freshFolder('bench/soak');
const machine = new MachineWatch();
try {
  await build('--production', '--host-tests');
  const state = join(folder, 'state', 'state.json');
  const storage = join(
    cache,
    'host-tests/current/server-data/data/User/globalStorage/vehicle-data.vehicle-data-explorer',
  );
  await mkdir(join(folder, 'state'));
  const sandbox = await startSandbox(join(folder, 'sandbox.log'), '--auto-approve', '--state', state);
  const result = join(folder, 'looks.json');
  const receiver = `http://127.0.0.1:${await closedPort()}/hook`;
  const task: SoakTask = { controlUrl: sandbox.controlUrl, receiver, storage, state, repetitions, idleMs, result };
  const env = { ...sandbox.env, [taskVariable]: JSON.stringify(task) };
  // A repetition sends 35 requests: 0.7 seconds on two quiet processors, and several under load.
  const code = await runSuiteInServer('current', env, 'soak', root, 300_000 + 5000 * repetitions + idleMs);
  if (code !== 0) throw new Error(`The extension host ended with ${code}`);
  const looks = JSON.parse(await readFile(result, 'utf8')) as Looks;
  const half = Math.round(repetitions / 2);
  const per = ([before, after]: readonly [Look, Look], count: number, what: keyof Look) =>
    (after[what] - before[what]) / count;
  const what = ['heap', 'handles', 'files', 'requests', 'saves'] as const;
  const rows = [
    ['a repetition adds', '1st half', '2nd half', 'with a leak', 'unit'],
    ...what.map((each) => [
      each,
      ...[per(looks.early, half, each), per(looks.late, half, each), per(looks.leaking, 100, each)].map(short),
      each === 'heap' ? 'B' : '',
    ]),
  ];
  // Requests and saves are what a repetition is about: it needs no more of them than before.
  const grows = (each: (typeof what)[number], look = looks.late) =>
    each === 'requests' || each === 'saves'
      ? per(look, half, each) - per(looks.early, half, each)
      : per(look, half, each);
  const [before, after] = looks.idle;
  const percent = (ms: number) => (100 * ms) / idleMs;
  const verdicts = [
    ...what.map((each) => atMost(`${each}, a repetition`, grows(each), most[each], each === 'heap' ? 'B' : '')),
    ...(['heap', 'handles', 'files'] as const).map((each) =>
      atLeast(`${each}, with a leak`, per(looks.leaking, 100, each), most[each], each === 'heap' ? 'B' : ''),
    ),
    atMost('requests, idle', after.requests - before.requests, 0, ''),
    atMost('saves, idle', after.saves - before.saves, 0, ''),
    atMost('processor of the window, idle', percent(after.windowMs - before.windowMs), most.busy, '%'),
    atMost('processor of the sandbox, idle', percent(after.sandboxMs - before.sandboxMs), most.busy, '%'),
  ];
  const report = reportFrom(rows, verdicts);
  if (values.json) console.log(JSON.stringify({ ...machine.seen, looks, ...report }, null, 2));
  else console.log(linesOf([[machineLine(machine.seen)], table(rows), table(verdictRows(verdicts))]).join('\n'));
  process.exitCode = report.met ? 0 : 1;
  await sandbox.stop();
} finally {
  await stopServices();
}
