import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Outcome } from './outcome.ts';
import { cache, root } from './paths.ts';
import { run } from './processes.ts';
import { outcomeOf } from './suites.ts';

export interface MochaOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Others run at the same time: what it prints comes in one piece at its end. */
  readonly beside?: boolean;
}

/** Runs mocha in a process of its own, with the settings of .mocharc.json unless `args` name others. */
export function runMocha(name: string, args: readonly string[], options: MochaOptions = {}): Promise<Outcome> {
  const mocha = join(root, 'node_modules/mocha/bin/mocha.js');
  const reporter = join(root, 'test/tools/lib/reporter.ts');
  const words = [mocha, '--reporter', reporter, ...args];
  return outcomeOf(name, (outcomeEnv) => {
    const env = { ...process.env, ...options.env, ...outcomeEnv };
    return options.beside ? runBeside(name, words, env) : run(process.execPath, words, { env });
  });
}

async function runBeside(name: string, words: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const file = join(cache, `${name.replaceAll(/\W+/g, '-')}.log`);
  mkdirSync(cache, { recursive: true });
  const log = openSync(file, 'w');
  try {
    return await run(process.execPath, words, { env, stdio: ['ignore', log, log] });
  } finally {
    closeSync(log);
    console.log(`\n--- ${name}, as it went\n${readFileSync(file, 'utf8')}`);
  }
}
