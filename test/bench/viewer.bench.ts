// npm run bench -- viewer [--json | --markdown] [--runs N] [--minutes N] [--sizes 100,10000,…] [--only viewer,ag-grid]
// [--no-webview]: the viewer in the webview of a served VS Code and in a bare page, beside an empty webview that VS Code
// carries as many bytes to, beside the least that a table can be, and beside grids of others, each in a fresh browser.
// After so many minutes, or at Ctrl+C, nothing more is measured: the table says how many runs each median is of.
// `--report` prints what the last bench has measured, even one that was cut short. Ends with 1 where a target is missed.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from '../tools/lib/build.ts';
import { stopServices } from '../tools/lib/service.ts';
import { BodyServer } from './body-server.ts';
import { countPlaces } from './record-body.ts';
import { runBare } from './viewer-bare.ts';
import { inFreshBrowser } from './viewer-browser.ts';
import { buildPages, contenders, type Pages } from './viewer-pages.ts';
import { chartsName, reportLines, reportOf } from './viewer-report.ts';
import { type Measured, Results, savedResults } from './viewer-results.ts';
import { filterText } from './viewer-run.ts';
import { nameOf, Pace, planned, type Step } from './viewer-steps.ts';
import { WebviewBench } from './viewer-webview.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    markdown: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    runs: { type: 'string', default: '7' },
    minutes: { type: 'string', default: '60' },
    sizes: { type: 'string', default: '100,10000,100000,1000000' },
    only: { type: 'string', default: contenders.join(',') },
    webview: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const sizes = values.sizes.split(',').map(Number);
/** Milliseconds that a step may take. */
const mostPerStep = { bare: 180_000, webview: 480_000 } as const;
/** What failed so often is not tried again. */
const mostFailures = 2;

/** What measures a step. */
interface Equipment {
  readonly host: { readonly origin: string };
  readonly webview: WebviewBench | undefined;
  readonly results: Results;
  readonly stopped: AbortSignal;
}

const matches = new Map([100, ...sizes].map((size) => [size, countPlaces(size, filterText)]));
const matchesOf = (size: number) => matches.get(size) ?? 0;

print(values.report ? await savedResults() : await measure());

async function measure(): Promise<Measured> {
  const bodies = new BodyServer();
  const bodiesUrl = await bodies.start();
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort()).once('SIGTERM', () => stop.abort());
  try {
    // Before the pages, because it builds what they show.
    if (!values.webview) await build('--production');
    const webview = values.webview ? await WebviewBench.start(bodies, sizes) : undefined;
    const pages = await buildPages();
    webview?.use(pages.probeScript);
    const host = await startHost(pages, bodies, bodiesUrl);
    for (const size of [100, ...sizes]) bodies.add(size);
    const results = new Results(sizes, { ...pages.sizes, [chartsName]: pages.chartsSize });
    await takeSteps({ host, webview, results, stopped: stop.signal });
    host.stop();
    return results.measured;
  } finally {
    bodies.stop();
    await stopServices();
  }
}

/** The extension host's stand-in, warm: in VS Code its code has run when the second viewer opens. */
async function startHost(
  pages: Pages,
  bodies: BodyServer,
  bodiesUrl: string,
): Promise<{ origin: string; stop: () => void }> {
  const process = fork(join(import.meta.dirname, 'viewer-host.ts'), { execArgv: ['--max-old-space-size=8192'] });
  process.send({ files: pages.files, bodies: bodiesUrl });
  const [origin] = (await once(process, 'message')) as [string];
  const { path } = bodies.add(10_000);
  for (const kind of ['columns', 'objects', 'columns', 'objects']) {
    await (await fetch(`${origin}/${kind}/${path.split('/')[2] ?? ''}`)).arrayBuffer();
  }
  return { origin, stop: () => process.disconnect() };
}

async function takeSteps(equipment: Equipment): Promise<void> {
  const { results, stopped } = equipment;
  const runs = Number(values.runs);
  const chosen = contenders.filter((contender) => values.only.split(',').includes(contender));
  const steps = planned({ runs, sizes, chosen, webview: values.webview });
  const pace = new Pace();
  const end = performance.now() + Number(values.minutes) * 60_000;
  for (const [index, step] of steps.entries()) {
    const start = performance.now();
    if (stopped.aborted || start > end) return;
    const remaining = Math.ceil(pace.remaining(steps.slice(index)) / 60_000);
    const left = Number.isNaN(remaining) ? '' : `, about ${remaining} min left`;
    console.error(`run ${step.run} of ${runs}, step ${index + 1} of ${steps.length}${left}: ${nameOf(step)} ...`);
    await take(step, equipment);
    pace.add(step, performance.now() - start);
    await results.save();
  }
}

/** A failure is one of the results. */
async function take(step: Step, { host, webview, results, stopped }: Equipment): Promise<void> {
  const subjectSizes = 'size' in step ? [step.size] : sizes;
  const found = subjectSizes.map((size) => results.of(step.subject, size));
  if (found.every(({ failures }) => failures.length >= mostFailures)) return;
  const before = found.map(({ runs }) => runs.length);
  try {
    if ('size' in step) {
      const task = { contender: step.subject, size: step.size, matches: matchesOf(step.size) };
      const work = inFreshBrowser(mostPerStep.bare, stopped, (browser) => runBare(browser, host.origin, task));
      found[0]?.runs.push(await work);
    } else {
      await inFreshBrowser(mostPerStep.webview, stopped, async (browser) =>
        webview?.run(browser, sizes, matchesOf, (...[subject, size, figures]) =>
          results.of(subject, size).runs.push(figures),
        ),
      );
    }
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
  else console.log(reportLines(measured, values.markdown ? 'markdown' : 'text').join('\n'));
}
