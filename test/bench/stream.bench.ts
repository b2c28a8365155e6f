// npm run bench -- stream [--json] [--runs N] [--large-runs N] [--sizes 100000,1000000]: the host's side of the viewer, from the response
// to the columns that are posted, beside text + JSON.parse of the same body. Ends with 1 where a target is missed.
import { execFile } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { BodyServer } from './body-server.ts';
import { atMost, median, short, table, type Verdict, verdictTable } from './figures.ts';
import type { BodyKind } from './record-body.ts';
import type { StreamRun, Way } from './stream-way.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '7' },
    // Of more than 100,000 records: one of these takes as long as ten others.
    'large-runs': { type: 'string', default: '7' },
    sizes: { type: 'string', default: '100000,1000000' },
  },
});
const runsOf = (size: number) => Number(size > 100_000 ? values['large-runs'] : values.runs);
const sizes = values.sizes.split(',').map(Number);

/** Medians over the runs, each in a fresh process. */
interface Row extends StreamRun {
  readonly size: number;
  readonly runs: number;
  readonly kind: BodyKind;
  readonly way: Way;
}

const entries: readonly (readonly [BodyKind, Way])[] = [
  ['good', 'floor'],
  ['good', 'columns'],
  ['bad', 'floor'],
  ['bad', 'columns'],
];

const server = new BodyServer();
const origin = await server.start();
try {
  const rows: Row[] = [];
  for (const size of sizes) {
    for (const [kind] of entries) server.add(size, kind);
    rows.push(...(await measureSize(size)));
  }
  const verdicts = judge(rows);
  const met = verdicts.every((verdict) => verdict.met);
  const machine = { node: process.version, processors: cpus().length, load: loadavg()[0] };
  if (values.json) console.log(JSON.stringify({ machine, rows, verdicts, met }, null, 2));
  else print(rows, verdicts);
  process.exitCode = met ? 0 : 1;
} finally {
  server.stop();
}

/** The ways in turn, every other round in the opposite order. */
async function measureSize(size: number): Promise<Row[]> {
  const found: Row[] = [];
  const runs = runsOf(size);
  for (let round = 0; round < runs; round += 1) {
    console.error(`${size} records, round ${round + 1} of ${runs} ...`);
    for (const [kind, way] of round % 2 ? entries.toReversed() : entries) {
      const run = await runOnce(way, `${origin}/${kind}/${size}`);
      if (run.records !== size) throw new Error(`${way} read ${run.records} of ${size} records`);
      found.push({ size, runs, kind, way, ...run });
    }
  }
  return entries.map(([kind, way]) => medians(found.filter((row) => row.kind === kind && row.way === way)));
}

async function runOnce(way: Way, url: string): Promise<StreamRun> {
  const script = join(import.meta.dirname, 'stream-way.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, way, url]);
  return JSON.parse(stdout) as StreamRun;
}

function medians(rows: readonly Row[]): Row {
  const [first] = rows;
  if (!first) throw new Error('Nothing was measured');
  const of = (field: keyof StreamRun) => median(rows.map((row) => row[field]));
  return {
    ...first,
    firstRow: of('firstRow'),
    allRows: of('allRows'),
    longestBlock: of('longestBlock'),
    longestWork: of('longestWork'),
    maxRss: of('maxRss'),
    postedBytes: of('postedBytes'),
  };
}

/** The targets that the issue sets. */
function judge(rows: readonly Row[]): Verdict[] {
  return rows
    .filter(({ way }) => way === 'columns')
    .flatMap((row) => {
      const { size, kind } = row;
      const floor = rows.find((other) => other.size === size && other.kind === kind && other.way === 'floor');
      const large = size > 100_000;
      const name = (figure: string) => `${figure}, ${size} ${kind}`;
      // In processor time: what other programs of the machine take meanwhile is no block of the host's making.
      const block = atMost(name('longest block'), row.longestWork, large ? 25 : 16, 'ms of processor');
      const memory = atMost(name('resident memory'), row.maxRss, 400, 'MB');
      // How fast bad records are told is no target: that they hold up nothing is.
      if (kind === 'bad') return [block, memory];
      // So few take their time from the code's first run, and their bytes from the texts that come once.
      if (size < 100_000) return [atMost(name('first row'), row.firstRow, 60, 'ms'), block, memory];
      return [
        atMost(name('first row'), row.firstRow, large ? 80 : 60, 'ms'),
        atMost(name('all rows'), row.allRows / (floor?.allRows ?? NaN), large ? 1.3 : 1.5, '× text + JSON.parse'),
        block,
        memory,
        atMost(name('posted bytes a record'), row.postedBytes / size, 40, 'B'),
      ];
    });
}

function print(rows: readonly Row[], verdicts: readonly Verdict[]): void {
  const head = [
    'records',
    'runs',
    'kind',
    'way',
    'first row ms',
    'all rows ms',
    'longest block ms',
    'longest work ms',
    'max RSS MB',
    'B/record',
  ];
  const lines = rows.map((row) => [
    String(row.size),
    String(row.runs),
    row.kind,
    row.way,
    ...[row.firstRow, row.allRows, row.longestBlock, row.longestWork, row.maxRss].map(short),
    row.way === 'floor' ? '-' : short(row.postedBytes / row.size),
  ]);
  for (const line of table([head, ...lines])) console.log(line);
  console.log('');
  for (const line of verdictTable(verdicts)) console.log(line);
}
