import type { SpawnOptions } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './outcome.ts';
import { cache, root } from './paths.ts';
import { testLimitMs } from './patience.ts';
import { run } from './processes.ts';
import { outcomeOf, type Suite } from './suites.ts';

export interface MochaOptions {
  /** Another settings file than .mocharc.json. */
  readonly config?: string;
  /** Further ones, as on its command line. */
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Another suite runs beside it: it prints all at its end. */
  readonly beside?: boolean;
}

/**
 * Everything that needs neither VS Code nor a browser. Many tests start a process, each of which would compile the same
 * files again.
 */
export const runUnitSuite: Suite = (files, options) =>
  runMocha('unit', filesOr('test/unit', files), { options, env: { NODE_COMPILE_CACHE: join(cache, 'compiled') } });

/** Hostile and odd input of each kind that got through once, with its neighbours. */
export const runAttackSuite: Suite = (files, options) =>
  runMocha('attacks', filesOr('test/attacks', files), { options });

/** The files, or all of a folder where there are none. */
export function filesOr(folder: string, files: readonly string[]): readonly string[] {
  return files.length > 0 ? files : [`${folder}/**/*.test.ts`];
}

/**
 * Runs mocha in a process of its own. Where its settings say `parallel`, as many files run at once as there are
 * processors.
 */
export function runMocha(
  name: string,
  files: readonly string[],
  { config, env, options = [], beside = false }: MochaOptions = {},
): Promise<Outcome> {
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
  const reporter = ['--reporter', join(root, 'test/tools/lib/reporter.ts')];
  const settings = config === undefined ? [] : ['--config', config];
  // With one job, mocha requires its files, which cannot await at their top then.
  const jobs = ['--jobs', String(Math.max(2, availableParallelism()))];
  const limit = ['--timeout', String(testLimitMs)];
  const words = [mocha, ...settings, ...reporter, ...jobs, ...limit, ...options, ...files];
  return outcomeOf(name, async (outcomeEnv) => {
    const spawned = { env: { ...process.env, ...env, ...outcomeEnv } };
    return beside ? runQuietly(name, words, spawned) : run(process.execPath, words, spawned);
  });
}

/** What it prints comes in one piece at its end. */
async function runQuietly(name: string, words: readonly string[], options: SpawnOptions): Promise<number> {
  const path = join(cache, `${name}.log`);
  const log = await open(path, 'w');
  try {
    return await run(process.execPath, words, { ...options, stdio: ['ignore', log.fd, log.fd] });
  } finally {
    await log.close();
    console.log(`\n--- ${name}, as it went\n${await readFile(path, 'utf8')}`);
  }
}
