// npm run receivers [-- FOLDER]: runs each receiver of media/receivers against the check. FOLDER has what they import: express
// in node_modules, gson.jar, and a Python with flask, fastapi and uvicorn in venv; without it, what is installed is used. What
// isn't there is named, and not run.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePort } from '../../src/sandbox-client/shared-sandbox.ts';
import { freshFolder, root } from './lib/paths.ts';

const folder = resolve(process.argv[2] ?? (await freshFolder('receivers')));
const venv = join(folder, 'venv/bin/python');
const python = existsSync(venv) ? venv : 'python3';

type Command = (file: string, port: number) => readonly [string, ...string[]];
/** What is run to see whether the runtime is there, and how a receiver is started. */
const receivers: Readonly<Record<string, readonly [probe: readonly [string, ...string[]], start: Command]>> = {
  'node-http.mjs': [['node', '--version'], (file) => ['node', file]],
  'node-express.mjs': [['node', '--input-type=module', '-e', 'import "express"'], (file) => ['node', file]],
  'python-flask.py': [[python, '-c', 'import flask'], (file) => [python, file]],
  'python-fastapi.py': [[python, '-c', 'import fastapi, uvicorn'], (file) => [python, file]],
  'receiver.go': [['go', 'version'], (file) => ['go', 'run', file]],
  'receiver.rb': [['ruby', '-e', 'require "webrick"'], (file) => ['ruby', file]],
  'Receiver.java': [
    ['javap', '-cp', join(folder, 'gson.jar'), 'com.google.gson.JsonObject'],
    (file) => ['java', '-cp', join(folder, 'gson.jar'), file],
  ],
  'receiver.php': [['php', '--version'], (file, port) => ['php', '-S', `localhost:${port}`, file]],
};

const token = 'f1b2c3d4-0000-4000-8000-00000000000a';
const older = 'f1b2c3d4-0000-4000-8000-00000000000b';
const environment = { ...process.env, SMARTCAR_MANAGEMENT_TOKEN: `${token},${older}` };

const copies = join(folder, 'receivers');
await mkdir(copies, { recursive: true });
for (const [name, [[probe, ...probeArgs], start]] of Object.entries(receivers)) {
  const version = spawnSync(probe, probeArgs, { cwd: folder, encoding: 'utf8' });
  if (version.status !== 0) {
    console.log(`${name}: not tried, ${probe} or what it imports isn't installed`);
    continue;
  }
  const file = join(copies, name);
  await copyFile(join(root, 'media/receivers', name), file);
  const port = await freePort();
  const [command, ...args] = start(file, port);
  // In a group of its own: `go run` starts another process.
  const receiver = spawn(command, args, { env: { ...environment, PORT: String(port) }, detached: true });
  const said = Promise.all([text(receiver.stdout), text(receiver.stderr)]);
  try {
    await Promise.race([once(receiver.stdout, 'data'), once(receiver.stderr, 'data'), once(receiver, 'close')]);
    const check = spawn(process.execPath, [
      join(root, 'src/receiver-check/main.ts'),
      ...['--url', `http://localhost:${port}/hook`, '--token', `${token},${older}`, '--fail-on', 'warning'],
    ]);
    const [output, complaint] = await Promise.all([text(check.stdout), text(check.stderr), once(check, 'close')]);
    const isPassed = check.exitCode === 0;
    console.log(`${name}: ${isPassed ? (output.trim().split('\n').at(-1) ?? '') : `FAILED\n${output}${complaint}`}`);
    if (!isPassed) process.exitCode = 1;
  } finally {
    if (receiver.pid !== undefined && receiver.exitCode === null) process.kill(-receiver.pid);
  }
  const all = (await said).join('');
  if ([token, older].some((secret) => all.includes(secret))) {
    console.log(`${name}: FAILED, it prints a token`);
    process.exitCode = 1;
  }
  if (process.exitCode === 1) console.log(all.slice(0, 3000));
}
await rm(copies, { recursive: true });
