// npm run bench -- sandbox [--json] [--quick]: the sandbox's speed beside Prism and oauth2-mock-server, in one run, and
// its memory over a million requests. Ends with 1 where a target is missed.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { build } from '../tools/lib/build.ts';
import { stopServices } from '../tools/lib/service.ts';
import { LoadProcess } from './load-process.ts';
import { peers } from './sandbox-contenders.ts';
import { type Memory, measureMemory, mostBytesPerRequest } from './sandbox-memory.ts';
import { measureSpeed, type Row, type Speed } from './sandbox-speed.ts';

/** Times the faster peer. */
const wantedRatio = 2;

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
});

const load = new LoadProcess();
try {
  await build('--production');
  const speed = await measureSpeed(
    load,
    values.quick ? { rounds: 3, milliseconds: 300 } : { rounds: 5, milliseconds: 1000 },
  );
  const memory = await measureMemory(load, values.quick ? 50_000 : 1_000_000);
  const ratios = ratiosOf(speed.rows);
  // So few requests end before V8's heap has its size: they tell nothing about memory.
  const isFlat = values.quick || memory.bytesPerRequest <= mostBytesPerRequest;
  const met = ratios.every(({ ratio }) => ratio >= wantedRatio) && isFlat;
  const machine = { node: process.version, processors: cpus().length, load: loadavg()[0], peers };
  if (values.json) console.log(JSON.stringify({ machine, ...speed, ratios, memory, met }, null, 2));
  else print(speed, memory, ratios);
  process.exitCode = met ? 0 : 1;
} finally {
  load.stop();
  await stopServices();
}

interface Ratio {
  readonly task: string;
  readonly connections: number;
  readonly peer: string;
  /** Requests per second of the sandbox, over those of its fastest peer. */
  readonly ratio: number;
}

function ratiosOf(rows: readonly Row[]): Ratio[] {
  return rows
    .filter(({ contender }) => contender === 'sandbox')
    .map(({ task, connections, perSecond }) => {
      const rivals = rows.filter(
        (row) => row.task === task && row.connections === connections && row.contender !== 'sandbox',
      );
      const fastest = rivals.reduce((best, rival) => (rival.perSecond > best.perSecond ? rival : best));
      return { task, connections, peer: fastest.contender, ratio: perSecond / fastest.perSecond };
    });
}

function print({ rows, startMs }: Speed, memory: Memory, ratios: readonly Ratio[]): void {
  console.log('task     connections  server                requests/s   p99 ms  bytes');
  for (const { task, connections, contender, perSecond, p99, bytesPerAnswer } of rows) {
    const cells = [
      task.padEnd(7),
      String(connections).padStart(11),
      contender.padEnd(20),
      perSecond.toFixed(0).padStart(11),
    ];
    console.log([...cells, p99.toFixed(2).padStart(7), bytesPerAnswer.toFixed(0).padStart(5)].join('  '));
  }
  for (const { task, connections, peer, ratio } of ratios) {
    const verdict = ratio >= wantedRatio ? 'good' : `below ${wantedRatio}`;
    console.log(`${task}, ${connections} connections: ${ratio.toFixed(2)} times ${peer} (${verdict})`);
  }
  const starts = Object.entries(startMs).map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`);
  console.log(`until it answers: ${starts.join(', ')}`);
  const flat = memory.bytesPerRequest <= mostBytesPerRequest ? 'flat' : values.quick ? 'too few to tell' : 'it grows';
  console.log(
    `memory over ${memory.requests} requests, in MB: ${memory.megabytes.map((each) => each.toFixed(0)).join(' ')}`,
  );
  console.log(`${memory.bytesPerRequest.toFixed(1)} bytes a request, at most ${mostBytesPerRequest}: ${flat}`);
}
