import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type * as z from 'zod';
import { sandboxAddresses } from '../../../src/sandbox/control/contract.ts';
import { chargeRequest, clockChange } from '../../../src/sandbox/world/changes.ts';
import { faultSchema } from '../../../src/sandbox/faults/fault-schema.ts';
import { checkScenario } from '../../../src/sandbox/scenario.ts';
import { usage } from '../../../src/sandbox/command-line.ts';
import { Receiver } from './webhooks/receiver.ts';

const main = join(import.meta.dirname, '../../../src/sandbox/main.ts');
const addresses = sandboxAddresses.strict();

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

describe('sandbox as a process', () => {
  const children: Child[] = [];
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-main-'));
  });
  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  const start = (...args: string[]): Child => {
    const child = spawn(process.execPath, [main, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
    children.push(child);
    return child;
  };
  /** Waits for the line that says it is ready. */
  const ready = async (child: Child) => {
    const lines = createInterface({ input: child.stdout });
    const [line] = (await once(lines, 'line')) as [string];
    return addresses.parse(JSON.parse(line));
  };
  /** Runs one that ends by itself. */
  const run = async (...args: string[]) => {
    const child = start(...args);
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { stdout, stderr, code };
  };

  it('prints one line of JSON when it is ready, and keeps its state over SIGTERM', async () => {
    const state = join(folder, 'state.json');
    const child = start('--state', state);
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const { baseUrl, authUrl, connectUrl, controlUrl } = await ready(child);
    assert.match(baseUrl, /^http:\/\/localhost:\d+$/);
    assert.deepEqual([authUrl, connectUrl, controlUrl], [baseUrl, `${baseUrl}/oauth/authorize`, `${baseUrl}/sandbox`]);
    await fetch(`${controlUrl}/clock`, { method: 'POST', body: '{"advance":1000000000}' });
    child.kill('SIGTERM');
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.equal(printed.trim().split('\n').length, 1);

    const again = start('--state', state);
    const { now } = (await (await fetch((await ready(again)).controlUrl)).json()) as { now: string };
    assert.ok(Date.parse(now) > Date.now() + 900_000_000_000);
    again.kill('SIGINT');
    assert.deepEqual(await once(again, 'exit'), [0, null]);
  });

  it('keeps a relative state where it was started, and locks no folder by staying there', async () => {
    const child = spawn(process.execPath, [main, '--state', 'state.json'], { cwd: folder, stdio: 'pipe' });
    children.push(child);
    await ready(child);
    assert.ok(existsSync(join(folder, 'state.json')));
    if (process.platform === 'linux') assert.equal(readlinkSync(`/proc/${child.pid}/cwd`), '/');
  });

  it('says why VERIFY failed', async () => {
    const receiver = await Receiver.start('wrong');
    const child = start('--webhook', receiver.uri);
    const lines = createInterface({ input: child.stderr });
    const [line] = (await once(lines, 'line')) as [string];
    assert.match(line, /http:\/\/127\.0\.0\.1:\d+\/hook is not verified\. The hash differs/);
    await receiver.close();
  });

  it('listens on loopback only', async () => {
    const { port } = new URL((await ready(start())).baseUrl);
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((each) => each?.family === 'IPv4' && !each.internal);
    // Where a machine has no other address, a second loopback address stands for it: the sandbox has 127.0.0.1 and ::1.
    const socket = connect(Number(port), outside?.address ?? '127.0.0.2');
    const [error] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
    assert.equal(error.code, 'ECONNREFUSED');
  });

  it('ends when standard input closes, if told to', async () => {
    const child = start('--stop-with-stdin');
    await ready(child);
    child.stdin.end();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('ends by itself, saved and with code 0, when it is asked to or nobody needs it', async () => {
    const state = join(folder, 'state.json');
    const child = start('--state', state);
    const { controlUrl } = await ready(child);
    await fetch(`${controlUrl}/stop`, { method: 'POST' });
    assert.deepEqual(await once(child, 'exit'), [0, null]);
    assert.ok(existsSync(state));
    const { stderr, code } = await run('--exit-when-idle', '1');
    assert.deepEqual([code, stderr.includes('idle for 1 s')], [0, true]);
  });

  it('gives examples in its help that work', () => {
    const commands = [...usage.matchAll(/curl localhost:4711\/sandbox\/(\w+) -d '(.*)'/g)];
    assert.ok(commands.length > 4);
    const schemas: Record<string, z.ZodType> = { clock: clockChange, faults: faultSchema, charges: chargeRequest };
    for (const [, path = '', body = ''] of commands) assert.ok(schemas[path]?.parse(JSON.parse(body)), path);
    const [, scenario = ''] = /Scenario\n([^]*?)\n\n/.exec(usage) ?? [];
    checkScenario(JSON.parse(scenario));
  });

  it('explains its options, and refuses those that it does not know', async () => {
    const scenario = join(folder, 'scenario.json');
    writeFileSync(scenario, '{"owners": []}');
    const wrong: readonly (readonly [args: readonly string[], reason: RegExp])[] = [
      [['--prot', '1'], /--prot/],
      [['--port', '70000'], /--port must be .* not '70000'/],
      [['--seed', 'one'], /--seed must be/],
      [['--exit-when-idle', '0'], /--exit-when-idle must be .* from 1/],
      [['--scenario', scenario], /owners: /],
      [['--scenario', join(folder, 'none.json')], /Cannot read the scenario .*none\.json/],
      [['--webhook', 'http://example.com/hook'], /--webhook must be on localhost/],
      [['--v2', 'ends=soon'], /--v2 ends=soon: must be a day/],
      [['--v2', 'end=2026-12-01'], /--v2 end=2026-12-01: .*Use ends=DATE/],
    ];
    const ended = await Promise.all([['--help'], ...wrong.map(([args]) => args)].map((args) => run(...args)));
    const [help, ...refused] = ended;
    assert.equal(help?.code, 0);
    assert.match(help.stdout, /--port[^]*--state[^]*--scenario[^]*--stop-with-stdin/);
    for (const [index, { stdout, stderr, code }] of refused.entries()) {
      assert.deepEqual([stdout, code], ['', 2]);
      assert.match(stderr, wrong[index]?.[1] ?? /never/);
    }
  });
});
