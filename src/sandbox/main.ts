import { requireNode } from '../common/package-version.ts';
import { readCommandLine } from './command-line.ts';
import { readScenario } from './scenario.ts';
import { startSandbox } from './server.ts';
import { usage } from './usage.ts';

requireNode('vehicle-data-sandbox', 1);

/** Exit codes: 0 asked to end or idle, 1 could not run, 2 wrong options or scenario. */
function fail(error: unknown, code: 1 | 2): never {
  console.error(`vehicle-data-sandbox: ${error instanceof Error ? error.message : String(error)}`);
  if (code === 2) console.error('vehicle-data-sandbox --help lists the options.');
  process.exit(code);
}

function readOptions() {
  try {
    const options = readCommandLine(process.argv.slice(2));
    return {
      ...options,
      scenario: options.scenarioFile === undefined ? undefined : readScenario(options.scenarioFile),
    };
  } catch (error) {
    return fail(error, 2);
  }
}

const options = readOptions();
if (options.help) {
  process.stdout.write(usage);
  process.exit(0);
}

const sandbox = await startSandbox({ ...options, ownProcess: true }).catch((error: unknown) => fail(error, 1));

function stop(): void {
  sandbox.close().then(
    () => process.exit(0),
    (error: unknown) => fail(error, 1),
  );
}
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
void sandbox.stopRequested.then((reason) => {
  console.error(`vehicle-data-sandbox: stopped, ${reason}.`);
  stop();
});
if (options.stopWithStdin) process.stdin.once('close', stop).resume();

process.stdout.write(`${JSON.stringify(sandbox.addresses)}\n`);
