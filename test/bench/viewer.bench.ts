// npm run bench -- viewer [--json] [--runs N] [--minutes N] [--sizes 100,10000,…] [--no-webview]
// [--only 'viewer,ag-grid,ag-grid in VS Code']: the viewer, the least that a table can be, and grids of others, in a webview
// of a served VS Code and in a bare page, each in a fresh browser. All show the columns of the record.
// After so many minutes, or at Ctrl+C, nothing more is measured: the table says how many runs each median is of.
// Ends with 1 where a target is missed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build, packageExtension } from '../tools/lib/build.ts';
import { stopServices } from '../tools/lib/service.ts';
import { BodyServer } from './body-server.ts';
import { countPlaces } from './record-body.ts';
import { runBare } from './viewer/bare.ts';
import { inFreshBrowser } from './viewer/browser.ts';
import { buildPages, type Pages } from './viewer/pages.ts';
import { chartsName, reportLines, reportOf } from './viewer/report.ts';
import { type Measured, Results } from './viewer/results.ts';
import { type Figures, filterText } from './viewer/run.ts';
import { nameOf, planned, type Step, subjectOf } from './viewer/steps.ts';
import { type Subject, subjects } from './viewer/subjects.ts';
import { WebviewBench } from './viewer/webview.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    runs: { type: 'string', default: '7' },
    minutes: { type: 'string', default: '90' },
    sizes: { type: 'string', default: '100,10000,100000,1000000' },
    only: { type: 'string', default: subjects.join(',') },
    webview: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const sizes = values.sizes.split(',').map(Number);
/** Milliseconds that a step may take. */
const mostPerStep = { 'bare page': 180_000, 'VS Code': 480_000 } as const;
/** What failed so often is not tried again. */
const mostFailures = 2;

/** What answers bare pages. */
interface PageHost {
  readonly origin: string;
  stop(): void;
}

/** What measures a step. */
interface Equipment {
  readonly host: PageHost;
  readonly webview: WebviewBench | undefined;
  readonly results: Results;
  readonly stopped: AbortSignal;
}

const only = values.only.split(',').filter((name) => name !== '');
for (const name of only) {
  if (!subjects.some((subject) => subject === name)) throw new Error(`${name} is none of: ${subjects.join(', ')}`);
}
const steps = planned({
  runs: Number(values.runs),
  sizes,
  chosen: (subject) => only.includes(subject) && (values.webview || !subject.endsWith('in VS Code')),
});

const matches = new Map([100, ...sizes].map((size) => [size, countPlaces(size, filterText)]));
const matchesOf = (size: number) => matches.get(size) ?? 0;

print(await measure());

async function measure(): Promise<Measured> {
  const bodies = new BodyServer();
  const bodiesUrl = await bodies.start();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
  let webview: WebviewBench | undefined;
  let host: PageHost | undefined;
  try {
    const inVsCode = steps.some(({ place }) => place === 'VS Code');
    // Before the pages, because it builds what they show.
    const vsix = inVsCode ? await packageExtension() : await build('--production');
    const pages = await buildPages();
    if (vsix !== undefined) webview = await WebviewBench.start({ vsix, pages, bodies });
    host = await startHost(pages, bodies, bodiesUrl);
    for (const size of [100, ...sizes]) bodies.add(size);
    const results = new Results(sizes, { ...pages.sizes, [chartsName]: pages.chartsSize });
    await takeSteps({ host, webview, results, stopped: stop.signal });
    return results.measured;
  } finally {
    host?.stop();
    await webview?.stop();
    bodies.stop();
    await stopServices();
  }
}

/** The extension host's stand-in, warm: in VS Code its code has run when the second viewer opens. */
async function startHost(pages: Pages, bodies: BodyServer, bodiesUrl: string): Promise<PageHost> {
  const process = fork(join(import.meta.dirname, 'viewer/host.ts'), { execArgv: ['--max-old-space-size=8192'] });
  process.send({ files: pages.files, bodies: bodiesUrl });
  const [origin] = (await once(process, 'message')) as [string];
  const { path } = bodies.add(10_000);
  for (const kind of ['columns', 'objects', 'columns', 'objects']) {
    await (await fetch(`${origin}/${kind}/${path.split('/')[2] ?? ''}`)).arrayBuffer();
  }
  return { origin, stop: () => process.disconnect() };
}

async function takeSteps(equipment: Equipment): Promise<void> {
  const end = performance.now() + Number(values.minutes) * 60_000;
  for (const [index, step] of steps.entries()) {
    if (equipment.stopped.aborted || performance.now() > end) return;
    console.error(`run ${step.run} of ${values.runs}, step ${index + 1} of ${steps.length}: ${nameOf(step)} ...`);
    await take(step, equipment);
  }
}

/** A failure is one of the results. */
async function take(step: Step, { host, webview, results, stopped }: Equipment): Promise<void> {
  const found = (step.place === 'VS Code' ? sizes : [step.size])
    .map((size) => results.of(subjectOf(step), size))
    .filter(({ failures }) => failures.length < mostFailures);
  if (found.length === 0) return;
  const before = found.map(({ runs }) => runs.length);
  try {
    await inFreshBrowser(mostPerStep[step.place], stopped, async (browser) => {
      const keep = (subject: Subject, size: number, figures: Figures) => results.of(subject, size).runs.push(figures);
      if (step.place === 'bare page') {
        keep(
          step.contender,
          step.size,
          await runBare(browser, host.origin, { ...step, matches: matchesOf(step.size) }),
        );
      } else {
        const task = { contender: step.contender, sizes: found.map(({ size }) => size), matches: matchesOf, keep };
        await webview?.run(browser, task);
      }
    });
  } catch (error) {
    if (stopped.aborted) return;
    console.error(error);
    const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    found.forEach(({ runs, failures }, index) => {
      if (runs.length === before[index]) failures.push(why.startsWith('over ') ? why : `fails: ${why}`);
    });
  }
}

function print(measured: Measured): void {
  const report = reportOf(measured);
  process.exitCode = report.met ? 0 : 1;
  if (values.json) console.log(JSON.stringify({ ...measured, ...report }, null, 2));
  else console.log(reportLines(measured).join('\n'));
}
