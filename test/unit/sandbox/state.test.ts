import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { closedAfterEach, noon, redirectUri, SandboxClient } from './client.ts';
import { apiError, batteryCapacity } from '../../../src/service/v2/contract.ts';
import type { Scenario } from '../../../src/sandbox/scenario.ts';
import { Store } from '../../../src/sandbox/world/store.ts';

describe('state of the sandbox', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'));
    file = join(folder, 'deep', 'state.json');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  /** Runs the sandbox on the file once; `warnings` is what it said about the file. */
  const run = async <T>(use: (client: SandboxClient) => Promise<T>) => {
    const warnings: string[] = [];
    const client = await SandboxClient.start({ stateFile: file, warn: (message) => warnings.push(message) });
    try {
      return { result: await use(client), warnings };
    } finally {
      await client.close();
    }
  };

  it('tokens, codes, choices and the clock outlive a restart', async () => {
    const before = await run(async (client) => {
      client.sandbox.clock.advance(100);
      const pair = await client.pair();
      const vehicles = await client.vehicleIds(pair.access_token);
      const path = `/v2.0/vehicles/${vehicles[1] ?? ''}/battery/nominal_capacity`;
      const { url } = batteryCapacity.parse(await (await client.get(path, pair.access_token)).json());
      const query = new URL(`${url ?? ''}${encodeURIComponent(redirectUri)}`).search;
      await fetch(`${client.addresses.baseUrl}/battery-capacity${query}`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ answer: 'choose', capacity: '54.2' }),
      });
      return { now: client.sandbox.clock.now(), pair, path, code: await client.code() };
    });
    const { now, pair, path, code } = before.result;
    const { warnings } = await run(async (client) => {
      assert.equal(client.sandbox.clock.now(), now);
      assert.equal((await client.exchange(code)).status, 200);
      const capacity = batteryCapacity.parse(await (await client.get(path, pair.access_token)).json());
      assert.equal(capacity.capacity?.nominal, 54.2);
      assert.equal((await client.refresh(pair.refresh_token)).status, 200);
    });
    assert.deepEqual(warnings, []);
  });

  it('a change is on disk before its answer goes out', async () => {
    await run(async (client) => {
      const { refresh_token } = await client.pair();
      assert.ok(readFileSync(file, 'utf8').includes(refresh_token));
    });
    assert.deepEqual(readdirSync(join(folder, 'deep')), ['state.json'], 'and no temporary file stays');
  });

  it('is written by a change, and only by what changes it', () => {
    const store = Store.open(1, file);
    // Each time it is written, it is another file.
    const written = () => statSync(file).ino;
    const first = written();
    store.change(() => undefined);
    assert.equal(written(), first);
    store.change((state) => state.externalIds.set('one', 'new'));
    assert.notEqual(written(), first);
  });

  it('that can’t be saved any more fills no log', async () => {
    const { warnings } = await run(async (client) => {
      renameSync(dirname(file), join(folder, 'away'));
      for (let index = 0; index < 600; index += 1) await client.control('/clock', 'POST', { advance: 1 });
      renameSync(join(folder, 'away'), dirname(file));
    });
    assert.equal(warnings.length, 500);
  });

  it('what may be forgotten, and can’t be saved, ends nothing: the next change saves it, or fails for who makes it', async () => {
    const store = Store.open(1, file);
    const away = join(folder, 'away');
    renameSync(dirname(file), away);
    store.changeSoon((state) => state.externalIds.set('one', 'kept'));
    // Timers of the same length run in their order.
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.throws(() => store.change((state) => state.externalIds.set('two', 'lost')), /ENOENT/);
    renameSync(away, dirname(file));
    store.change(() => undefined);
    assert.match(readFileSync(file, 'utf8'), /kept/);
  });

  it('that can’t be used is moved aside if asked for, with a message, and the sandbox starts fresh', async () => {
    await run((client) => client.pair());
    writeFileSync(file, '[]');
    const warnings: string[] = [];
    const warn = (message: string) => void warnings.push(message);
    const client = await SandboxClient.start({ stateFile: file, replaceState: true, warn });
    try {
      assert.equal((await client.pair()).expires_in, 7200);
      assert.match(warnings.join('\n'), /^.* is not a sandbox state: .* moved to .*state\.json\.broken, .*$/);
    } finally {
      await client.close();
    }
  });

  it('a second sandbox on the same port leaves the file alone', async () => {
    await run(async (client) => {
      const { port } = new URL(client.addresses.baseUrl);
      writeFileSync(file, 'whatever');
      await assert.rejects(
        SandboxClient.start({ stateFile: file, port: Number(port) }),
        new RegExp(`Port ${port} is in use.*--port`),
      );
      assert.equal(readFileSync(file, 'utf8'), 'whatever');
    });
  });

  it('is of one sandbox at a time, until that has ended in whichever way', async () => {
    await run(async ({ addresses }) => {
      const { port } = new URL(addresses.baseUrl);
      const second = SandboxClient.start({ stateFile: file });
      await assert.rejects(
        second,
        new RegExp(`^Error: The sandbox on port ${port} keeps its state in .*state\\.json\\.`),
      );
    });
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { pid } = spawnSync(process.execPath, ['--version']);
    for (const left of [{ pid: process.pid, port: 1 }, { pid, port: (server.address() as AddressInfo).port }, {}]) {
      writeFileSync(`${file}.holder`, JSON.stringify(left));
      await run((client) => client.pair());
    }
    server.close();
  });

  it('is no symbolic link, which saving would replace', async () => {
    mkdirSync(dirname(file));
    writeFileSync(join(folder, 'linked.json'), '');
    symlinkSync(join(folder, 'linked.json'), file);
    await assert.rejects(SandboxClient.start({ stateFile: file }), /state\.json is a symbolic link, .* leads to\.$/);
  });
});

describe('whole state of the sandbox', () => {
  const start = closedAfterEach((scenario?: Scenario) => SandboxClient.start({ scenario }));

  it('is saved and loaded, tokens and time included', async () => {
    const client = await start();
    const { access_token } = await client.pair();
    await client.control('/clock', 'POST', { advance: 100, freeze: true });
    const saved: unknown = await (await client.control('/state')).json();
    await client.control('/reset', 'POST');
    assert.equal((await client.get('/v2.0/user', access_token)).status, 401);
    assert.equal((await client.control('/state', 'PUT', saved)).status, 200);
    assert.equal((await client.get('/v2.0/user', access_token)).status, 200);
    assert.equal(client.sandbox.clock.now(), noon + 100_000);
  });

  it('is checked before it is loaded', async () => {
    const client = await start();
    const { access_token } = await client.pair();
    await client.control('/webhooks', 'POST', { callbackUri: 'http://localhost:9/hook' });
    const saved = (await (await client.control('/state')).json()) as { readonly webhooks: [string, object][] };
    const webhook = saved.webhooks[0]?.[1];
    const cases: [unknown, RegExp][] = [
      [{ ...saved, seed: 2 }, /^seed: the state is of seed 2, and this sandbox has 1/],
      [{ ...saved, grants: {} }, /^grants: /],
      [{ ...saved, clock: { realMs: 0, sandboxMs: 1e300, speed: 1, frozen: true } }, /^clock\.sandboxMs: /],
      ['[', /^the whole: /],
      ...[
        ['nonsense', 'must be an address like '],
        ['http://0.0.0.0:9/', 'must be on localhost, '],
        ['http://[::ffff:127.0.0.1]:9/', 'must be on localhost, '],
        ['http://u:p@localhost:9/', 'must have no user name'],
        [client.addresses.baseUrl, '.* is the sandbox itself'],
      ].map(([callbackUri, why]): [unknown, RegExp] => [
        { ...saved, webhooks: [['one', { ...webhook, callbackUri }]] },
        new RegExp(`callbackUri: ${why}`),
      ]),
    ];
    for (const [state, reason] of cases) {
      const answer = await client.control('/state', 'PUT', state);
      assert.equal(answer.status, 400);
      assert.match(String(apiError.parse(await answer.json()).detail?.[0]), reason);
    }
    assert.equal((await client.get('/v2.0/user', access_token)).status, 200);
  });

  it('begins as the scenario says, and again after a reset', async () => {
    const client = await start({
      $schema: 'http://localhost:1/sandbox/scenario.schema.json',
      clock: { set: '2026-01-01', freeze: true },
      faults: [{ operation: 'user', times: 1, error: { type: 'BILLING' } }],
    });
    const reading = { now: '2026-01-01T00:00:00.000Z', frozen: true, speed: 1 };
    assert.deepEqual(await (await client.control('/clock')).json(), reading);
    const { access_token } = await client.pair();
    assert.equal((await client.get('/v2.0/user', access_token)).status, 430);
    assert.equal((await client.get('/v2.0/user', access_token)).status, 200);
    await client.control('/clock', 'POST', { advance: 60 });
    assert.deepEqual(await (await client.control('/reset', 'POST')).json(), reading);
    assert.equal(client.sandbox.faults.list.length, 1);
  });
});
