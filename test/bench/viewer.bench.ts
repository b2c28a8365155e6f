// npm run bench -- viewer [--json] [--runs N] [--minutes N] [--sizes 100,10000,…] [--only viewer,ag-grid]
// [--no-webview]: the viewer in the webview of a served VS Code and in a bare page, beside the least that a table can be
// and beside grids of others. Each run has a fresh browser. Everything is measured once; after so many minutes nothing
// is measured again, and the table says how many runs each median is of. Ends with 1 where a target is missed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../tools/lib/build.ts';
import { stopServices } from '../tools/lib/service.ts';
import { BodyServer } from './body-server.ts';
import { short, table, verdictTable } from './figures.ts';
import { countPlaces } from './record-body.ts';
import { runBare } from './viewer-bare.ts';
import { buildPages, type Contender, contenders, type Pages } from './viewer-pages.ts';
import {
  fedWithObjects,
  judge,
  medians,
  type Row,
  type Subject,
  subjects,
  sizeTable,
  sizeVerdict,
} from './viewer-report.ts';
import { type Figures, filterText } from './viewer-run.ts';
import { WebviewBench } from './viewer-webview.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '7' },
    minutes: { type: 'string', default: '12' },
    sizes: { type: 'string', default: '100,10000,100000,1000000' },
    only: { type: 'string', default: contenders.join(',') },
    webview: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const runs = Number(values.runs);
/** Each step after the first run begins before this, in milliseconds. */
const timeToMeasure = Number(values.minutes) * 60_000;
/** A step that takes longer hangs; VS Code's is one for all sizes. */
const mostPerStep = { bare: 240_000, webview: 480_000 } as const;
/** So many objects take a grid a minute or more, and how far behind it is shows in one run. */
const manyObjects = 1_000_000;
const measured = values.sizes.split(',').map(Number);
const chosen = contenders.filter((contender) => values.only.split(',').includes(contender));

const bodies = new BodyServer();
const bodiesUrl = await bodies.start();
const start = performance.now();
try {
  // Before the pages, because it builds what they show.
  if (!values.webview) await build('--production');
  const webview = values.webview ? await WebviewBench.start(bodiesUrl) : undefined;
  const pages = await buildPages();
  webview?.use(pages.probeScript);
  const host = await startHost(pages);
  for (const size of [100, ...measured]) bodies.add(size);
  const rows = await measure(host.origin, webview);
  host.stop();
  report(rows, pages);
} finally {
  bodies.stop();
  await stopServices();
}

/** The extension host's stand-in, warm: in VS Code its code has run when the second viewer opens. */
async function startHost(pages: Pages): Promise<{ origin: string; stop: () => void }> {
  const process = fork(join(import.meta.dirname, 'viewer-host.ts'), { execArgv: ['--max-old-space-size=8192'] });
  process.send({ files: pages.files, bodies: bodiesUrl });
  const [origin] = (await once(process, 'message')) as [string];
  const { path } = bodies.add(10_000);
  for (const kind of ['columns', 'objects', 'columns', 'objects']) {
    await (await fetch(`${origin}/${kind}/${path.split('/')[2] ?? ''}`)).arrayBuffer();
  }
  return { origin, stop: () => process.disconnect() };
}

async function measure(origin: string, webview: WebviewBench | undefined): Promise<Row[]> {
  const found = new Map<string, Figures[]>();
  const keep = (subject: Subject, size: number, figures: Figures) => {
    const key = `${subject} ${size}`;
    found.set(key, [...(found.get(key) ?? []), figures]);
  };
  const matches = new Map([100, ...measured].map((size) => [size, countPlaces(size, filterText)]));
  const isDue = (run: number) => run === 1 || performance.now() - start < timeToMeasure;
  for (let run = 1; run <= runs && isDue(run); run += 1) {
    if (webview) {
      tell(run, 'VS Code');
      const all = await inTime(
        webview.run(measured, (size) => matches.get(size) ?? 0),
        'VS Code',
        mostPerStep.webview,
      );
      for (const [size, figures] of all) keep('viewer in VS Code', size, figures);
    }
    for (const size of measured) {
      if (!isDue(run)) break;
      tell(run, `${size} records`);
      // Every other run the other way round: none is always measured on a machine that another has warmed.
      for (const contender of run % 2 ? chosen : chosen.toReversed()) {
        if (!isDue(run) || (run > 1 && size >= manyObjects && fedWithObjects.includes(contender))) continue;
        keep(contender, size, await tried(origin, contender, size, matches.get(size) ?? 0));
      }
    }
  }
  return measured.flatMap((size) =>
    subjects.flatMap((subject) => {
      const all = found.get(`${subject} ${size}`);
      return all ? [{ subject, size, runs: all.length, figures: medians(all) }] : [];
    }),
  );
}

/** A failure names what failed. */
async function tried(origin: string, contender: Contender, size: number, matches: number): Promise<Figures> {
  const name = `${contender} with ${size} records`;
  try {
    return await inTime(runBare(origin, contender, size, matches), name, mostPerStep.bare);
  } catch (cause) {
    throw new Error(name, { cause });
  }
}

/** What hangs ends the bench, and says so. */
async function inTime<T>(work: Promise<T>, name: string, most: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const say = () => reject(new Error(`${name}: not done after ${most / 1000} s`));
    timer = setTimeout(say, most);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function tell(run: number, what: string): void {
  console.error(`${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s, run ${run} of ${runs}: ${what} ...`);
}

function report(rows: readonly Row[], { sizes, chartsSize }: Pages): void {
  const scripts = { ...sizes, 'charts of the viewer': chartsSize };
  const verdicts = [sizeVerdict(scripts.viewer, 120), ...measured.flatMap((size) => judge(rows, size))];
  const met = verdicts.every((verdict) => verdict.met);
  const seconds = Math.round((performance.now() - start) / 1000);
  const machine = { node: process.version, processors: cpus().length, load: loadavg()[0], runs, seconds };
  process.exitCode = met ? 0 : 1;
  if (values.json) {
    console.log(JSON.stringify({ machine, scripts, rows, verdicts, met }, null, 2));
    return;
  }
  for (const size of measured) {
    console.log(`${size} records, medians`);
    console.log(`${sizeTable(rows, size).join('\n')}\n`);
  }
  const lines = Object.entries(scripts).map(([name, { bytes, gzipped }]) => [
    name,
    short(bytes / 1024),
    short(gzipped / 1024),
  ]);
  console.log(`${table([['script', 'KB', 'KB gzipped'], ...lines]).join('\n')}\n`);
  console.log(verdictTable(verdicts).join('\n'));
  console.log(`\n${seconds} s`);
}
