// npm run bench -- activation [--json]: what the extension costs the start of VS Code, beside the built-in
// github-authentication of the same VS Code, in the same run. Exits with 1 where a target is missed.
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { activationVariable } from '../host/activation-report.ts';
import { installHost } from '../host/install.ts';
import { runSuiteInServer } from '../host/run-suite.ts';
import { build } from '../tools/lib/build.ts';
import { cache, freshFolder, root } from '../tools/lib/paths.ts';
import { outputOf } from '../tools/lib/processes.ts';
import { stopServices } from '../tools/lib/service.ts';
import { eagerBundle } from './eager-bundle.ts';
import { besideStubbedVscode } from './stubbed-vscode.ts';
import { atMost, median, table, verdictRows } from './figures.ts';

const rounds = 15;
/** Of the extension host, which takes seconds to start. */
const hostRounds = 3;
const most = { bytes: 40 * 1024, milliseconds: 5, ratio: 0.33, window: 60 };

const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } });

try {
  await build('--production', '--host-tests');
  const host = await installHost('current');
  const eager = await eagerBundle();
  const place = await besideStubbedVscode({
    ours: root,
    theirs: join(host.server, 'extensions/github-authentication'),
  });
  const chunks = join(place, 'ours/dist/chunks');
  const behindGate = (await readdir(chunks)).find((name) => /^window-.*\.js$/.test(name)) ?? '';
  const extensions = {
    'this extension (import)': ['import', join(place, 'ours/dist/extension.js')],
    'first use of a view (import)': ['import', join(chunks, behindGate)],
    'github-authentication (require)': ['require', join(place, 'theirs/dist/extension.js')],
  } as const;
  const ours = 'this extension (import)';
  const view = 'first use of a view (import)';
  const theirs = 'github-authentication (require)';
  const { cold, warm } = await loadTimes(extensions);
  const inHost = await hostTime();
  const load = (times: Record<string, number>, name = '') => times[name] ?? NaN;
  const verdicts = [
    atMost('eager bundle, minified', eager.bytes / 1024, most.bytes / 1024, 'KB'),
    atMost('packages in it', eager.packages.length, 0, ''),
    atMost('cold import', load(cold, ours), most.milliseconds, 'ms'),
    atMost('beside github-authentication', load(cold, ours) / load(cold, theirs), most.ratio, '×'),
    atMost('first use of a view', load(warm, view), most.window, 'ms'),
  ];
  const machine = { node: process.version, vscode: host.vscode, processors: cpus().length, load: loadavg()[0] };
  if (values.json) console.log(JSON.stringify({ machine, eager, cold, warm, inHost, verdicts }, null, 2));
  else {
    const row = (name: keyof typeof extensions) => [name, load(cold, name).toFixed(1), load(warm, name).toFixed(1)];
    const head = ['milliseconds, medians of fresh processes', 'builtins cold', 'builtins loaded'];
    console.log(table([head, row(ours), row(view), row(theirs)]).join('\n'));
    console.log(`\nin VS Code ${host.vscode}, from asking for this extension to its exports: ${inHost.toFixed(0)} ms`);
    console.log(`\n${table(verdictRows(verdicts)).join('\n')}`);
    console.log(`load average ${machine.load?.toFixed(1)} on ${machine.processors} processors, Node ${machine.node}`);
  }
  process.exitCode = verdicts.every(({ met }) => met) ? 0 : 1;
} finally {
  await stopServices();
}

/** Medians of loads in fresh processes; all take turns, so that each meets the same machine. */
async function loadTimes(extensions: Readonly<Record<string, readonly string[]>>) {
  const script = join(root, 'test/bench/cold-load.mjs');
  const kinds = { cold: [], warm: ['--builtins'] };
  const times: Record<keyof typeof kinds, Record<string, number[]>> = { cold: {}, warm: {} };
  for (let round = 0; round < rounds; round++) {
    for (const [name, how] of Object.entries(extensions)) {
      for (const kind of ['cold', 'warm'] as const) {
        (times[kind][name] ??= []).push(Number(await outputOf(script, ...how, ...kinds[kind])));
      }
    }
  }
  const medians = (of: Record<string, number[]>) =>
    Object.fromEntries(Object.entries(of).map(([name, each]) => [name, median(each)]));
  return { cold: medians(times.cold), warm: medians(times.warm) };
}

/** The median of activations in the extension host of a served VS Code, in milliseconds. */
async function hostTime(): Promise<number> {
  const file = join(cache, 'bench/activation.txt');
  await mkdir(join(cache, 'bench'), { recursive: true });
  const extension = await startedOnDemand();
  const seen: number[] = [];
  for (let round = 0; round < hostRounds; round++) {
    const code = await runSuiteInServer('current', { [activationVariable]: file }, 'activation', extension);
    if (code !== 0) throw new Error(`The extension host ended with ${code}`);
    seen.push(Number(await readFile(file, 'utf8')));
  }
  return median(seen);
}

/** A copy of the extension that VS Code does not start by itself: a start that nobody asks for can't be timed. */
async function startedOnDemand(): Promise<string> {
  const place = await freshFolder('bench/on-demand');
  for (const part of ['dist', 'media', 'package.nls.json', 'package.nls.de.json']) {
    await cp(join(root, part), join(place, part), { recursive: true });
  }
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { activationEvents: string[] };
  const activationEvents = manifest.activationEvents.filter((event) => event !== 'onStartupFinished');
  await writeFile(join(place, 'package.json'), JSON.stringify({ ...manifest, activationEvents }));
  return place;
}
