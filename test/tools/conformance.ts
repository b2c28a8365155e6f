// npm run conformance: checks any implementation of the service rule by rule; without addresses, our own sandbox.
import { allRules, version3Rules } from '../conformance/all-rules.ts';
import { type Check, readCommandLine, usage, withCredentials, withCredentials3 } from '../conformance/command-line.ts';
import { startOwnSandbox } from '../conformance/own-sandbox.ts';
import { checkAll, exitCodeOf, report, type Result, table } from '../conformance/run.ts';
import { World3 } from '../conformance/v3/world.ts';
import { World } from '../conformance/world.ts';

try {
  const { help, json, checks } = readCommandLine(process.argv.slice(2), process.env);
  if (help) console.log(usage);
  else {
    const results: Result[] = [];
    for (const check of checks) results.push(...(check.target ? await checkGiven(check) : await checkOwn(check)));
    console.log(json ? report(results) : table(results));
    process.exitCode = exitCodeOf(results);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.error('npm run conformance -- --help lists the options.');
  process.exitCode = 2;
}

async function checkGiven(check: Check): Promise<readonly Result[]> {
  if (!check.target) return [];
  return check.version === '3'
    ? checkAll(new World3(await withCredentials3(check.target)), version3Rules)
    : checkAll(new World(await withCredentials(check.target)), allRules);
}

/** Each version has a sandbox of its own: the rules turn its clock. */
async function checkOwn({ version }: Check): Promise<readonly Result[]> {
  const { sandbox, target, version3 } = await startOwnSandbox();
  const checked =
    version === '3' ? checkAll(new World3(version3), version3Rules) : checkAll(new World(target), allRules);
  return checked.finally(() => sandbox.close());
}
