// The way in of every npm script: `node test/tools/run.mjs <task> [arguments]`.
// It is plain JavaScript without a dependency, because it runs on the Node that the machine has (20 or newer) and before
// anything is installed. It installs what is missing, then hands over to test/tools/<task>.ts on the Node 24 that the
// lock file pins: that one runs TypeScript as it is.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const windows = process.platform === 'win32';
const bundledNode = join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node');

const [task, ...taskArguments] = process.argv.slice(2);
const tool = join(root, 'test/tools', `${task}.ts`);
if (!task || !/^[a-z-]+$/.test(task) || !existsSync(tool)) {
  console.error(`There is no task "${task ?? ''}". The tasks are the scripts of package.json: npm run`);
  process.exit(2);
}

if (!isInstalled()) {
  console.error('Installing what is missing (npm ci) ...');
  const { code } = await run(...npm('ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'), {
    stdio: ['ignore', 2, 2],
  });
  if (code !== 0 || !isInstalled()) {
    console.error(`npm ci failed (exit code ${code}). Its messages are above.`);
    process.exit(code || 1);
  }
}

const node = pickNode();
const path = [dirname(node), join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
const { code, signal } = await run(node, [tool, ...taskArguments], {
  stdio: 'inherit',
  env: { ...environment(), PATH: path },
});
process.exit(signal ? 128 + constants.signals[signal] : code);

/**
 * Whether node_modules holds what package-lock.json names: every package that is not optional (optional ones are other
 * platforms' binaries) in that very version, and the Node that an install script fetches.
 */
function isInstalled() {
  const wanted = lockedPackages('package-lock.json');
  const present = lockedPackages('node_modules/.package-lock.json');
  if (!wanted || !present || !existsSync(bundledNode)) return false;
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || entry.optional || present[path]?.version === entry.version,
  );
}

function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** npm as it was called, else as it is found on PATH. */
function npm(...npmArguments) {
  const cli = process.env['npm_execpath'];
  if (cli?.endsWith('npm-cli.js') && existsSync(cli)) return [process.execPath, [cli, ...npmArguments]];
  return [windows ? 'npm.cmd' : 'npm', npmArguments];
}

function pickNode() {
  if (existsSync(bundledNode)) return bundledNode;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  console.error('Node 22.18 or newer is needed, and node_modules does not hold one.');
  process.exit(1);
}

/**
 * Windows names the variable as it likes; a second spelling of PATH would leave it to chance which one counts. Only what
 * `start` shows a person is theirs: everything else leaves `.vehicle-data` in their home alone.
 */
function environment() {
  const inherited = Object.entries(process.env).filter(([name]) => name.toUpperCase() !== 'PATH');
  const own = task === 'start' ? {} : { VEHICLE_DATA_PROOF_FOLDER: join(root, '.vscode-test/proof') };
  return { ...Object.fromEntries(inherited), ...own };
}

/** Runs a program to its end and passes on the signals that ask this one to stop. */
function run(command, commandArguments, options) {
  return new Promise((done) => {
    const child = spawn(command, commandArguments, { cwd: root, shell: command.endsWith('.cmd'), ...options });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      done({ code: 1, signal: null });
    });
    child.on('close', (code, signal) => done({ code, signal }));
  });
}
