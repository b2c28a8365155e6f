import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Client } from '@modelcontextprotocol/client';
import { callControl } from '../../../src/sandbox-client/control-client.ts';
import { processExit } from '../../../src/sandbox-client/sandbox-launch.ts';
import { Agent, answerOf, failureOf, main } from './agent.ts';

describe('clients of the tools for agents', () => {
  let agent: Agent;
  beforeEach(() => {
    agent = new Agent();
  });
  afterEach(() => agent.close());

  it('share one sandbox, two at once', async () => {
    const clients = await Promise.all([agent.connect(), agent.connect()]);
    const started = await Promise.all(
      clients.map((client) => client.callTool({ name: 'sandbox_start', arguments: {} })),
    );
    const [first, second] = started.map(answerOf);
    assert.equal(first?.controlUrl, second?.controlUrl);
  });

  it('get a new sandbox with the same vehicles where theirs was killed', async () => {
    const client = await agent.connect();
    const vehicles = async () => answerOf(await client.callTool({ name: 'list_vehicles', arguments: {} })).vehicles;
    const before = await vehicles();
    const { controlUrl } = answerOf(await client.callTool({ name: 'sandbox_status', arguments: {} }));
    const { pid } = await callControl(fetch, String(controlUrl), 'show', {});
    process.kill(pid, 'SIGKILL');
    await processExit(pid);
    assert.deepEqual(await vehicles(), before);
  });

  it('are told where the sandbox that they name does not answer, or is none', async () => {
    for (const [url, words] of [
      ['http://localhost:1/sandbox', /does not respond/],
      ['https://example.com/', /is not the address of a sandbox.*Set it to http:\/\/localhost:PORT\/sandbox/],
    ] as const) {
      const client = await agent.connect({ VEHICLE_DATA_SANDBOX_URL: url });
      assert.match(failureOf(await client.callTool({ name: 'list_vehicles', arguments: {} })), words);
    }
  });

  it('reach the sandbox directly, whatever proxy the variables name', async () => {
    const proxy = 'http://127.0.0.1:9';
    const client = await agent.connect({ NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, http_proxy: proxy });
    const { vehicles } = answerOf(await client.callTool({ name: 'list_vehicles', arguments: {} }));
    assert.ok((vehicles as readonly unknown[]).length > 0);
  });

  it('can give up waiting, and are told how far it is', async () => {
    const client = await agent.connect();
    const [vehicle] = answerOf(await client.callTool({ name: 'list_vehicles', arguments: {} })).vehicles as {
      id: string;
    }[];
    const records = { name: 'get_charge_records', arguments: { vehicleId: vehicle?.id } };
    const steps = progressOf(client);
    const { summary } = answerOf(await client.callTool(records, { onprogress: () => undefined })) as {
      summary: { records: number };
    };
    assert.ok(summary.records > 0);
    assert.deepEqual(steps, [`${summary.records} records read`]);

    const { controlUrl } = answerOf(await client.callTool({ name: 'sandbox_status', arguments: {} }));
    const at = String(controlUrl);
    await callControl(fetch, at, 'addFault', { body: { operation: 'records', delayMs: 600_000 } });
    await callControl(fetch, at, 'clearRequests', {});
    const events = await fetch(`${at}/events`);
    const stop = new AbortController();
    const call = client.callTool(records, { signal: stop.signal });
    // The fault is used up as soon as the sandbox has the request.
    await untilFaultIsUsed(at);
    stop.abort();
    await assert.rejects(call);
    await untilText(events, '"complete":false');
    assert.ok(answerOf(await client.callTool({ name: 'sandbox_status', arguments: {} })).running);
  });

  it('are told what is wrong with hostile arguments, and nothing else happens', async () => {
    const client = await agent.connect();
    const long = 'x'.repeat(1_000_000);
    for (const [name, args] of [
      ['get_charge_records', {}],
      ['get_charge_records', { vehicleId: 7 }],
      ['get_charge_records', { vehicleId: long }],
      ['get_charge_records', { vehicleId: '../../sandbox/stop' }],
      ['get_charge_records', { vehicleId: 'a', limit: 1e9 }],
      ['get_charge_records', { vehicleId: 'a', offset: -1 }],
      ['get_charge_records', { vehicleId: 'a', startDate: "2026-01-01'; --" }],
      ['get_nominal_capacity', { vehicleId: 'none\r\nX: y' }],
      ['sandbox_set_clock', { advance: -1 }],
      ['sandbox_set_clock', { set: '1969-01-01' }],
      ['sandbox_set_clock', {}],
      ['sandbox_add_fault', { operation: 'any', redirect: 'x\r\ny' }],
      ['sandbox_simulate_charge', { vehicleId: 'a', __proto__: null, more: 1 }],
      ['list_rules', { about: long }],
      ['list_vehicles', { constructor: 1 }],
      ['list_vehicles', { version: '4' }],
      ['get_charge_records', { vehicleId: '../connections', version: '3' }],
      ['sandbox_set_subscription', { subscribed: 'yes' }],
      ['check_migration', {}],
      ['check_migration', { folder: '\0' }],
      ['check_migration', { folder: long }],
      ['check_migration', { folder: main }],
      ['check_migration', { folder: `${agent.folder}/none` }],
      ['check_migration', { folder: agent.folder, kind: 'any' }],
      ['check_migration', { folder: agent.folder, limit: 1e6 }],
    ] as const) {
      const result = await client.callTool({ name, arguments: { ...args } });
      const said = failureOf(result);
      assert.ok(said.length > 10 && said.length < 2_000, `${name}: ${said.slice(0, 300)}`);
    }
    assert.deepEqual(answerOf(await client.callTool({ name: 'sandbox_status', arguments: {} })).faults, []);
  });
});

/** What a client is told on its way, as it comes: the SDK drops a notification that comes with the response. */
function progressOf({ transport }: Client): unknown[] {
  const steps: unknown[] = [];
  const receive = transport?.onmessage;
  assert.ok(transport && receive);
  transport.onmessage = (message, extra) => {
    if ('method' in message && message.method === 'notifications/progress') steps.push(message.params?.message);
    receive(message, extra);
  };
  return steps;
}

describe('vehicle-data-mcp', () => {
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (output.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output.err += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, ...output };
  };

  it('lists its options, and says which one is wrong', async () => {
    const help = await run('--help');
    assert.deepEqual([help.code, help.err], [0, '']);
    assert.match(help.out, /--sandbox-folder DIR/);
    const wrong = await run('--port', '1');
    assert.deepEqual([wrong.code, wrong.out], [2, '']);
    assert.match(wrong.err, /--port.*\nvehicle-data-mcp --help/s);
  });

  it('tells a person at a terminal what it waits for', async () => {
    if (process.platform !== 'linux') return;
    const atTerminal = `script -qec '"${process.execPath}" "${main}"' /dev/null`;
    const program = spawn('sh', ['-c', atTerminal], { stdio: ['pipe', 'pipe', 'inherit'] });
    let seen = '';
    for await (const chunk of program.stdout.setEncoding('utf8')) {
      seen += String(chunk);
      if (seen.includes('MCP client')) program.stdin.end();
    }
    assert.match(seen, /waiting for an MCP client/);
  });
});

async function untilFaultIsUsed(controlUrl: string): Promise<void> {
  const events = await fetch(`${controlUrl}/events`);
  const { faults } = await callControl(fetch, controlUrl, 'listFaults', {});
  if (faults.length > 0) await untilText(events, 'event: faults');
  else await events.body?.cancel();
}

/** Reads an event stream until this text was in it. */
async function untilText(response: Response, text: string): Promise<void> {
  let seen = '';
  for await (const chunk of response.body ?? assert.fail('no body')) {
    seen += Buffer.from(chunk).toString();
    if (seen.includes(text)) return;
  }
  assert.fail(`ended without ${text}: ${seen}`);
}
