// npm run conformance: checks any implementation of the document rule by rule; without addresses, our own sandbox.
import { readCommandLine, usage, type CommandLine } from '../conformance/command-line.ts';
import { startOwnSandbox } from '../conformance/own-sandbox.ts';
import { exitCodeOf, report, table } from '../conformance/report.ts';
import { allRules } from '../conformance/rules/index.ts';
import { checkAll, type Result } from '../conformance/run.ts';
import { property } from '../conformance/rule.ts';
import type { Target } from '../conformance/target.ts';

try {
  const commandLine = readCommandLine(process.argv.slice(2), process.env);
  if (commandLine.help) console.log(usage);
  else await main(commandLine);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('npm run conformance -- --help lists the options.');
  process.exitCode = 2;
}

async function main({ target, json }: CommandLine): Promise<void> {
  const results = target === undefined ? await checkOwn() : await checkAll(await withCredentials(target), allRules);
  console.log(json ? report(results) : table(results));
  process.exitCode = exitCodeOf(results);
}

async function checkOwn(): Promise<readonly Result[]> {
  const { sandbox, target } = await startOwnSandbox();
  try {
    return await checkAll(target, allRules);
  } finally {
    await sandbox.close();
  }
}

/** A sandbox says at its control address which application it knows. */
async function withCredentials(target: Target): Promise<Target> {
  if (target.clientId !== '' && target.clientSecret !== '') return target;
  const known: unknown = target.controlUrl === undefined ? {} : await (await fetch(target.controlUrl)).json();
  const clientId = target.clientId || property(known, 'clientId');
  const clientSecret = target.clientSecret || property(known, 'clientSecret');
  if (typeof clientId !== 'string' || typeof clientSecret !== 'string') {
    throw new Error('--client-id and --client-secret are needed where no --control-url says them');
  }
  return { ...target, clientId, clientSecret };
}
