import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './outcome.ts';
import { cache, root } from './paths.ts';
import { run } from './processes.ts';
import { outcomeOf, type Suite } from './suites.ts';

export interface MochaOptions {
  /** Another settings file than .mocharc.json. */
  readonly config?: string;
  /** Further ones, as on its command line. */
  readonly options?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
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
  { config, env, options = [] }: MochaOptions = {},
): Promise<Outcome> {
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
  const reporter = ['--reporter', join(root, 'test/tools/lib/reporter.ts')];
  const settings = config === undefined ? [] : ['--config', config];
  const jobs = ['--jobs', String(availableParallelism())];
  return outcomeOf(name, (outcomeEnv) =>
    run(process.execPath, [mocha, ...settings, ...reporter, ...jobs, ...options, ...files], {
      env: { ...process.env, ...env, ...outcomeEnv },
    }),
  );
}
