import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { ESLint } from 'eslint';
import node from 'eslint-plugin-n';
import { listenForAgents } from '../../src/mcp/channel/window-listener.ts';
import { allowOnConnectPage, consentsOf, environmentOf, redirectUri } from '../../src/mcp/sandbox-reader.ts';
import { SandboxReader } from '../../src/mcp/sandbox-reader.ts';
import type { HelperReply, HelperTask } from '../../src/extension/auth/refresh/helper-protocol.ts';
import { documentTiming } from '../../src/extension/auth/sessions/session-durations.ts';
import { keyText, newKey, sealSession } from '../../src/extension/auth/sessions/session-encryption.ts';
import { SessionDatabase } from '../../src/extension/auth/sessions/session-database.ts';
import { SessionStore } from '../../src/extension/auth/sessions/session-store.ts';
import { readRecord } from '../../src/extension/auth/sessions/session-record.ts';
import { callControl } from '../../src/sandbox-client/control-client.ts';
import { ExternalSandbox } from '../../src/sandbox-client/external-sandbox.ts';
import { ServiceClient } from '../../src/service/service-client.ts';
import { installNode, nodeOfOldestVsCode, oldestNode } from '../tools/lib/other-nodes.ts';
import { installPacked } from '../tools/lib/packed.ts';
import { freshFolder, root } from '../tools/lib/paths.ts';
import { type RunningSandbox, startSandboxOf } from '../tools/lib/sandbox.ts';

const run = promisify(execFile);
const signal = new AbortController().signal;
const progress = () => undefined;

describe('the programs of the packed package, on a machine without this repository', () => {
  let bin: string;
  let dist: string;
  let environment: Record<string, string>;
  let bytes: number;

  before(async () => {
    let app: string;
    ({ app, bin, environment, bytes } = await installPacked('packed-programs'));
    dist = join(app, 'node_modules/vehicle-data-explorer/dist');
  });

  it('are there by their names, in less than a megabyte and a half', async () => {
    assert.ok(bytes < 1_500_000, `${bytes} bytes`);
    for (const name of ['sandbox', 'mcp', 'check', 'check-receiver'].map((program) => `vehicle-data-${program}`)) {
      await stat(join(bin, name));
      const { stdout } = await run(join(bin, name), ['--help'], { env: environment });
      assert.match(stdout, new RegExp(`^Usage: ${name} `));
    }
  });

  it('use nothing that the oldest Node lacks, nor do the packages in them', async () => {
    const version = `>=${oldestNode}`;
    const eslint = new ESLint({
      cwd: dist,
      overrideConfigFile: true,
      ignore: false,
      overrideConfig: {
        plugins: { n: node },
        linterOptions: { noInlineConfig: true },
        rules: {
          'n/no-unsupported-features/es-builtins': ['error', { version }],
          'n/no-unsupported-features/es-syntax': ['error', { version }],
          // Each is asked for before it is used, or only set by undici’s `install`, which nothing calls.
          'n/no-unsupported-features/node-builtins': [
            'error',
            {
              version,
              allowExperimental: true,
              ignores: ['CloseEvent', 'ErrorEvent', 'WebSocket', 'tls.getCACertificates'],
            },
          ],
        },
      },
    });
    const results = await eslint.lintFiles(['*.js', 'chunks/*.js']);
    assert.ok(results.length > 4);
    const found = results.flatMap(({ filePath, messages }) => messages.map(({ message }) => `${filePath}: ${message}`));
    assert.deepEqual(found, []);
  });

  const nodes: readonly (readonly [version: string, find: () => Promise<string>])[] = [
    [oldestNode, () => installNode(oldestNode)],
    [nodeOfOldestVsCode, () => installNode(nodeOfOldestVsCode)],
    [process.versions.node, () => Promise.resolve(process.execPath)],
  ];
  for (const [version, find] of nodes) {
    describe(`on Node ${version}`, () => {
      let executable: string;
      let folder: string;
      let sandbox: RunningSandbox;

      before(async () => {
        executable = await find();
        assert.equal((await run(executable, ['--version'])).stdout.trim(), `v${version}`);
        folder = await freshFolder(`packed-on-${version}`);
        sandbox = await startSandboxOf(executable, join(dist, 'sandbox.js'), join(folder, 'sandbox.log'));
      });
      after(() => sandbox?.stop());

      it('a limit of time is kept, though garbage is collected meanwhile', async () => {
        const entryPoints = [join(root, 'src/common/abort-with.ts')];
        const built = await build({ entryPoints, bundle: true, format: 'esm', platform: 'node', write: false });
        const script = join(folder, 'limit.mjs');
        // Nothing but the limit ends it, and nothing refers to that.
        const use = `setInterval(gc, 1); timeLimit(50, new AbortController().signal).addEventListener('abort', () => process.exit());`;
        await writeFile(script, `${built.outputFiles[0]?.text}\n${use}`);
        await run(executable, ['--expose-gc', script]);
      });

      it('the sandbox serves Connect, tokens, vehicles and records of both versions', async () => {
        const { controlUrl } = sandbox;
        const { now } = await callControl(fetch, controlUrl, 'readClock', {});
        const day = (daysAgo: number) => new Date(Date.parse(now) - daysAgo * 86_400_000).toISOString().slice(0, 10);
        const read = async (through: '2.0' | '3') => {
          const source = new SandboxReader(new ExternalSandbox(controlUrl, fetch), 'test/1', through);
          const { vehicles } = await source.vehicles({ signal, progress });
          const vehicleId = vehicles.find(({ make }) => make === 'BMW')?.id ?? assert.fail('no BMW');
          await callControl(fetch, controlUrl, 'subscribe', { body: {} });
          const records = [];
          const asked = { vehicleId, startDate: day(20), endDate: day(2) };
          for await (const part of source.chargeRecords(asked, signal)) records.push(...part.records);
          return {
            vehicles: vehicles.map(({ id }) => id).sort(),
            starts: records.map(({ chargeStart }) => Date.parse(chargeStart ?? '')).sort(),
          };
        };
        const [old, current] = [await read('2.0'), await read('3')];
        assert.ok(old.vehicles.length > 1 && old.starts.length > 1);
        assert.deepEqual(current, old);
      });

      it('the migration check finds version 2.0, as text, JSON and SARIF', async () => {
        const client = join(folder, 'client');
        await mkdir(client);
        await writeFile(join(client, 'client.py'), 'BASE = "https://api.smartcar.com/v2.0"\n');
        const check = async (format: string) => {
          const child = spawn(executable, [join(dist, 'check.js'), client, '--format', format], { env: environment });
          const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
          assert.equal(complaint, '');
          return said;
        };
        const said = await check('text');
        assert.ok(said.startsWith(`${join(client, 'client.py')}:1:9: error v2-address: `), said);
        assert.match(said, /^What each kind means: file:.+\/media\/help\/migration\.md$/m);
        for (const format of ['json', 'sarif'])
          assert.match(JSON.stringify(JSON.parse(await check(format))), /v2-address/);
      });

      it('the check of receivers is passed by the receiver for Node', async () => {
        const token = 'f1b2c3d4-0000-4000-8000-00000000000a';
        const receiver = spawn(executable, [join(dist, '../media/receivers/node-http.mjs')], {
          env: { ...environment, PORT: '0', SMARTCAR_MANAGEMENT_TOKEN: token },
        });
        try {
          const [url] = (await once(createInterface(receiver.stdout), 'line')) as [string];
          const args = [join(dist, 'check-receiver.js'), '--url', url, '--token', token];
          const { stdout } = await run(executable, args, { env: environment });
          assert.match(stdout, /, 0 failed/);
        } finally {
          receiver.kill();
        }
      });

      it('the tools for agents answer what they offer, and every one that reads is called', async () => {
        const proofs = await freshFolder(`packed-on-${version}/proofs`);
        const account = { id: 'one', environment: 'sandbox', allowed: false };
        const window = await listenForAgents({
          folder: join(proofs, 'windows'),
          storage: 'one',
          answer: () => Promise.resolve({ kind: 'accounts', accounts: [account] }),
        });
        const client = new Client({ name: 'test', version: '1' });
        await client.connect(
          new StdioClientTransport({
            command: executable,
            args: [join(dist, 'mcp.js'), '--sandbox-folder', join(folder, 'shared')],
            env: { ...environment, VEHICLE_DATA_PROOF_FOLDER: proofs },
            stderr: 'inherit',
          }),
        );
        try {
          const call = async (name: string, args: Record<string, unknown> = {}) => {
            const result = await client.callTool({ name, arguments: args });
            assert.ok(!result.isError, `${name}: ${JSON.stringify(result.content)}`);
            return result.structuredContent as Record<string, unknown>;
          };
          assert.equal(client.getServerVersion()?.name, 'vehicle-data');
          const { vehicles } = (await call('list_vehicles', { version: '3' })) as {
            vehicles: { id: string; make: string }[];
          };
          const vehicleId = vehicles.find(({ make }) => make === 'BMW')?.id ?? assert.fail('no BMW');
          await call('sandbox_set_subscription', { subscribed: true });
          const reading: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
            check_migration: [{ folder: join(folder, 'client') }],
            compare_versions: [{ vehicleId }],
            get_charge_records: [{ vehicleId }, { vehicleId, version: '3' }],
            get_nominal_capacity: [{ vehicleId }, { vehicleId, version: '3' }],
            get_signals: [{ vehicleId }, { vehicleId, group: 'charge' }],
            list_accounts: [{}],
            list_deliveries: [{}],
            list_requests: [{}],
            list_rules: [{}],
            list_vehicles: [{ version: '2.0' }, { version: '3' }],
            sandbox_status: [{}],
          };
          const { tools } = await client.listTools();
          const offered = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
          assert.deepEqual(offered.sort(), Object.keys(reading));
          // Twice: what a first call has set up is taken another way by the next.
          for (const [name, inputs] of Object.entries(reading)) {
            for (const input of [...inputs, ...inputs]) await call(name, input);
          }
          assert.deepEqual(await call('list_accounts'), { accounts: [account] });
        } finally {
          await client.close();
          await window.dispose();
        }
      });

      it('the refresh helper renews tokens and stores them, or leaves that to its window where SQLite is missing', async () => {
        const sessions = new SessionStore(new SessionDatabase(join(folder, 'sessions')));
        const [id, key, environment] = ['sandbox.one', newKey(), environmentOf(sandbox)] as const;
        const { owners, vehicles } = await callControl(fetch, sandbox.controlUrl, 'show', {});
        const [consent] = consentsOf(owners[0]?.id ?? '', [vehicles[0]?.id ?? ''], []);
        const code = await allowOnConnectPage(environment, consent ?? assert.fail('no owner'));
        const service = new ServiceClient({ fetch, userAgent: 'test/1' });
        const endpoint = service.tokenEndpoint;
        const { clientId, clientSecret, authUrl } = sandbox;
        const session = {
          ...{ id, environment: 'sandbox', clientId, generation: 1, scopes: [] },
          account: { id: 'owner', label: 'Owner' },
          tokens: await endpoint.exchangeCode(environment, sandbox, { code, redirectUri }),
        };
        await sessions.put(id, sealSession(session, key));
        const task: HelperTask = {
          job: {
            ...{ folder: join(folder, 'sessions'), sessionId: id, generation: 1, isRecovery: false },
            ...{ key: { id: key.id, base64: keyText(key) }, authUrl, credentials: { clientId, clientSecret } },
            timing: documentTiming,
          },
          route: {},
          userAgent: 'test/1',
        };
        const child = spawn(executable, [join(dist, 'refresh-helper.js')]);
        child.stdin.end(JSON.stringify(task));
        const [said, complaint] = await Promise.all([text(child.stdout), text(child.stderr)]);
        if (version === oldestNode) return assert.deepEqual([said, complaint], ['', '']);
        assert.notEqual(said, '', complaint);
        const { outcome, requests } = JSON.parse(said) as HelperReply;
        assert.deepEqual(outcome, { kind: 'renewed', generation: 2 });
        assert.deepEqual([requests.length, requests.at(-1)?.status], [1, 200]);
        const record = readRecord((await sessions.session(id)) ?? '');
        assert.equal(record?.kind === 'sealed' && record.header.generation, 2);
      });
    });
  }
});
