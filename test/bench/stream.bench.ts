// npm run bench -- stream [--json] [--runs N] [--records N] [--kinds usual,pretty,…]: the host's side of the
// viewer, from a body's bytes to columns, beside text + JSON.parse of the same bytes, for each kind of body; and the memory
// that a million records take. Ends with 1 where a target is missed.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { outputOf } from '../tools/lib/processes.ts';
import { MachineWatch } from './machine.ts';
import { type BodyKind, bodyKinds, recordBody } from './record-body.ts';
import { type Found, reportLines, reportOf } from './stream-report.ts';
import type { StreamRun, Way } from './stream-way.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '7' },
    records: { type: 'string', default: '250000' },
    // 0 for no look at the memory.
    'large-records': { type: 'string', default: '1000000' },
    kinds: { type: 'string', default: bodyKinds.join(',') },
  },
});
const count = Number(values.records);
const largeCount = Number(values['large-records']);
const largeRuns = 3;

const folder = await mkdtemp(join(tmpdir(), 'stream-bench-'));
const file = join(folder, 'body.json');
// Bundled, because Node's reader of TypeScript takes 40 MB and a time.
const script = join(folder, 'stream-way.mjs');
const machine = new MachineWatch();
try {
  const entry = join(import.meta.dirname, 'stream-way.ts');
  await build({ entryPoints: [entry], outfile: script, bundle: true, platform: 'node', format: 'esm' });
  const found: Found[] = [];
  for (const kind of bodyKinds.filter((each) => values.kinds.split(',').includes(each))) {
    found.push(await measure(kind));
  }
  const large = { count: largeCount, maxRss: largeCount > 0 ? await memory() : [] };
  const measured = { ...machine.seen, count, found, large };
  const report = reportOf(measured);
  process.exitCode = report.met ? 0 : 1;
  if (values.json) console.log(JSON.stringify({ ...measured, ...report }, null, 2));
  else console.log(reportLines(measured).join('\n'));
} finally {
  await rm(folder, { recursive: true });
}

/** All ways in turn, every other round in the opposite order. */
async function measure(kind: BodyKind): Promise<Found> {
  console.error(`${count} records, ${kind} ...`);
  await writeFile(file, recordBody(count, kind));
  const noRuns = (): StreamRun[] => [];
  const runs = { floor: noRuns(), columns: noRuns(), once: noRuns() };
  const inOrder = ['floor', 'columns', 'once'] as const;
  for (let round = 0; round < Number(values.runs); round += 1) {
    for (const way of round % 2 ? inOrder.toReversed() : inOrder) runs[way].push(await runOnce(way, count, kind));
  }
  return { kind, ...runs };
}

async function memory(): Promise<number[]> {
  console.error(`${largeCount} records ...`);
  await writeFile(file, recordBody(largeCount));
  const most: number[] = [];
  for (let round = 0; round < largeRuns; round += 1) most.push((await runOnce('stream', largeCount, 'usual')).maxRss);
  return most;
}

/** A process of its own, whose parent is a small one: see `stream-way.ts`. */
async function runOnce(way: Way, count: number, kind: BodyKind): Promise<StreamRun> {
  const run = JSON.parse(await outputOf(script, way, file, kind)) as StreamRun;
  const records = kind === 'lean past' && way !== 'floor' ? 0 : count;
  if (run.records !== records) throw new Error(`${way} read ${run.records} of ${records} records`);
  return run;
}
