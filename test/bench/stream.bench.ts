// npm run bench -- stream [--json | --markdown] [--runs N] [--large-runs N] [--sizes 100,10000,…] [--kinds good,bad,…]: the
// host's side of the viewer, from the response to the columns that are posted, beside text + JSON.parse of the same body.
// Ends with 1 where a target is missed.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { outputOf } from '../tools/lib/processes.ts';
import { BodyProcess } from './body-process.ts';
import { median } from './figures.ts';
import { MachineWatch } from './machine.ts';
import { type BodyKind, bodyKinds } from './record-body.ts';
import { lookElsewhere } from './reference.ts';
import { reportLines, reportOf } from './stream-report.ts';
import type { Found } from './stream-results.ts';
import type { StreamRun, Way } from './stream-way.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    runs: { type: 'string', default: '7' },
    // Of more than 100,000 records: one of these takes as long as ten others.
    'large-runs': { type: 'string', default: '7' },
    sizes: { type: 'string', default: '100,10000,100000,1000000' },
    kinds: { type: 'string', default: bodyKinds.join(',') },
  },
});
const kinds = bodyKinds.filter((kind) => values.kinds.split(',').includes(kind));

const bodies = new BodyProcess();
const machine = new MachineWatch();
try {
  const found: Found[] = [];
  const idle: number[] = [];
  const looks: number[] = [];
  for (const size of values.sizes.split(',').map(Number)) {
    for (const kind of kinds) {
      const url = await bodies.add({ count: size, kind });
      idle.push((await runOnce('idle', url)).maxRss);
      looks.push(await lookElsewhere());
      found.push(...(await measure(size, kind, url)));
    }
  }
  const measured = { ...machine.seen, found, idleRss: median(idle), slowness: median(looks) };
  const report = reportOf(measured);
  process.exitCode = report.met ? 0 : 1;
  if (values.json) console.log(JSON.stringify({ ...measured, ...report }, null, 2));
  else console.log(reportLines(measured, values.markdown ? 'markdown' : 'text').join('\n'));
} finally {
  bodies.stop();
}

/** Both ways in turn, every other round in the opposite order. */
async function measure(size: number, kind: BodyKind, url: string): Promise<Found[]> {
  const rounds = Number(values[size > 100_000 ? 'large-runs' : 'runs']);
  const runs = { floor: [] as StreamRun[], columns: [] as StreamRun[] };
  for (let round = 0; round < rounds; round += 1) {
    console.error(`${size} records, ${kind}, round ${round + 1} of ${rounds} ...`);
    for (const way of round % 2 ? (['columns', 'floor'] as const) : (['floor', 'columns'] as const)) {
      const run = await runOnce(way, url);
      if (run.records !== size) throw new Error(`${way} read ${run.records} of ${size} records`);
      runs[way].push(run);
    }
  }
  return [
    { size, kind, way: 'floor', runs: runs.floor },
    { size, kind, way: 'columns', runs: runs.columns },
  ];
}

/** A process of its own, whose parent is a small one: see `stream-way.ts`. */
async function runOnce(way: Way, url: string): Promise<StreamRun> {
  const script = join(import.meta.dirname, 'stream-way.ts');
  return JSON.parse(await outputOf(script, way, url)) as StreamRun;
}
