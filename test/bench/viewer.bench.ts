// npm run bench -- viewer [--json] [--runs N] [--sizes 100,10000,…] [--only viewer,ag-grid] [--no-webview]: the viewer
// in the webview of a served VS Code and in a bare page, beside the least that a table can be and beside grids of
// others. Each run has a fresh browser. Ends with 1 where a target is missed.
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
import { judge, medians, type Row, type Subject, subjects, sizeTable, sizeVerdict } from './viewer-report.ts';
import { type Figures, filterText } from './viewer-run.ts';
import { WebviewBench } from './viewer-webview.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '7' },
    sizes: { type: 'string', default: '100,10000,100000,1000000' },
    only: { type: 'string', default: contenders.join(',') },
    webview: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const runs = Number(values.runs);
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
  for (let run = 1; run <= runs; run += 1) {
    if (webview) {
      tell(run, 'VS Code');
      const all = await webview.run(measured, (size) => matches.get(size) ?? 0);
      for (const [size, figures] of all) keep('viewer in VS Code', size, figures);
    }
    for (const size of measured) {
      tell(run, `${size} records`);
      // Every other run the other way round: none is always measured on a machine that another has warmed.
      for (const contender of run % 2 ? chosen : chosen.toReversed()) {
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
  try {
    return await runBare(origin, contender, size, matches);
  } catch (cause) {
    throw new Error(`${contender} with ${size} records`, { cause });
  }
}

function tell(run: number, what: string): void {
  console.error(`${((performance.now() - start) / 1000).toFixed(0).padStart(4)} s, run ${run} of ${runs}: ${what} ...`);
}

function report(rows: readonly Row[], { sizes, chartsSize }: Pages): void {
  const scripts = { ...sizes, 'charts of the viewer': chartsSize };
  const verdicts = [sizeVerdict(scripts.viewer, 120), ...measured.flatMap((size) => judge(rows, size))];
  const met = verdicts.every((verdict) => verdict.met);
  const machine = { node: process.version, processors: cpus().length, load: loadavg()[0], runs };
  process.exitCode = met ? 0 : 1;
  if (values.json) {
    console.log(JSON.stringify({ machine, scripts, rows, verdicts, met }, null, 2));
    return;
  }
  for (const size of measured) {
    console.log(`${size} records, medians of ${runs}`);
    console.log(`${sizeTable(rows, size).join('\n')}\n`);
  }
  const lines = Object.entries(scripts).map(([name, { bytes, gzipped }]) => [
    name,
    short(bytes / 1024),
    short(gzipped / 1024),
  ]);
  console.log(`${table([['script', 'KB', 'KB gzipped'], ...lines]).join('\n')}\n`);
  console.log(verdictTable(verdicts).join('\n'));
}
