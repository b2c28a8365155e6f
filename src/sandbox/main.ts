import { parse, resolve } from 'node:path';
import { requireNode } from '../common/package-version.ts';
import { complain, print, printJson } from '../common/text/terminal.ts';
import { readCommandLine, usage } from './command-line.ts';
import { readScenario } from './scenario.ts';
import { startSandbox } from './server.ts';

const program = 'vehicle-data-sandbox';
requireNode(program);

/** Exit codes: 0 asked to end or idle, 1 could not run, 2 invalid options or scenario. */
function fail(error: unknown, code: 1 | 2): never {
  const message = error instanceof Error ? error.message : String(error);
  complain(program, message, ...(code === 2 ? [`${program} --help lists the options.`] : []));
  process.exit(code);
}

function readOptions() {
  try {
    const options = readCommandLine(process.argv.slice(2));
    return {
      ...options,
      stateFile: options.stateFile === undefined ? undefined : resolve(options.stateFile),
      scenario: options.scenarioFile === undefined ? undefined : readScenario(options.scenarioFile),
    };
  } catch (error) {
    return fail(error, 2);
  }
}

const options = readOptions();
if (options.help) {
  print(usage.trimEnd().split('\n'));
  process.exit(0);
}

// Windows locks the folder that a process runs in.
process.chdir(parse(process.execPath).root);
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
  complain(program, `stopped, ${reason}.`);
  stop();
});
if (options.stopWithStdin) process.stdin.once('close', stop).resume();

printJson(sandbox.addresses);
