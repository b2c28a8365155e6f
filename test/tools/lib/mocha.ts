import { join } from 'node:path';
import type { Outcome } from './outcome.ts';
import { root } from './paths.ts';
import { run } from './processes.ts';
import { outcomeOf } from './suites.ts';

/** Runs mocha in a process of its own, with the settings of .mocharc.json unless `args` name others. */
export function runMocha(name: string, args: readonly string[], env: Record<string, string> = {}): Promise<Outcome> {
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
  const reporter = join(root, 'test/tools/lib/reporter.ts');
  return outcomeOf(name, (outcomeEnv) =>
    run(process.execPath, [mocha, '--reporter', reporter, ...args], { env: { ...process.env, ...env, ...outcomeEnv } }),
  );
}
