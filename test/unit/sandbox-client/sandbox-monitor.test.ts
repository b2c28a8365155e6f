import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { english } from '../../../src/common/translate.ts';
import { ExternalSandbox } from '../../../src/sandbox-client/external-sandbox.ts';
import { callControl } from '../../../src/sandbox-client/control-client.ts';
import { sandboxItems } from '../../../src/extension/sandbox/sandbox-items.ts';
import { SandboxMonitor, type SandboxSnapshot } from '../../../src/sandbox-client/sandbox-monitor.ts';
import type { CallableName, ControlRequest } from '../../../src/sandbox/control/contract.ts';
import { environmentVariables } from '../../../src/sandbox/control/environment-variables.ts';
import { faultChoices } from '../../../src/sandbox/faults/fault-choices.ts';
import { type Sandbox as Running, startSandbox } from '../../../src/sandbox/server.ts';

describe('SandboxMonitor', () => {
  let running: Running;
  let sandbox: ExternalSandbox;
  let monitor: SandboxMonitor;

  beforeEach(async () => {
    running = await startSandbox();
    sandbox = new ExternalSandbox(running.addresses.controlUrl, fetch);
    monitor = new SandboxMonitor(sandbox, fetch, 'explorer');
  });
  afterEach(async () => {
    monitor.dispose();
    sandbox.dispose();
    await running.close();
  });

  const control = <Name extends CallableName>(name: Name, request: ControlRequest<Name>) =>
    callControl(fetch, running.addresses.controlUrl, name, request);

  /** The first snapshot, now or later, that fits. */
  function until(fits: (snapshot: SandboxSnapshot | undefined) => boolean): Promise<SandboxSnapshot | undefined> {
    return new Promise((resolve) => {
      const look = () => {
        if (!fits(monitor.snapshot)) return;
        subscription.dispose();
        resolve(monitor.snapshot);
      };
      const subscription = monitor.onDidChange(look);
      look();
    });
  }

  async function watching(): Promise<SandboxSnapshot> {
    monitor.setWatching(true);
    const snapshot = await until((each) => each !== undefined);
    assert.ok(snapshot);
    return snapshot;
  }

  it('shows what the sandbox holds', async () => {
    const { overview, faults, requests } = await watching();
    assert.deepEqual([faults, requests, overview.speed, overview.frozen], [[], [], 1, false]);
    assert.equal(overview.controlUrl, running.addresses.controlUrl);
    const counts = overview.vehicles.map(({ records }) => records);
    assert.ok(counts.includes(null) && counts.some((count) => count !== null && count > 0));
  });

  it('says when it has looked, whether or not a sandbox is there', async () => {
    monitor.setWatching(true);
    await monitor.looked;
    assert.ok(monitor.snapshot);
    await running.close();
    const late = new SandboxMonitor(sandbox, fetch, 'explorer');
    late.setWatching(true);
    await late.looked;
    assert.equal(late.snapshot, undefined);
    late.dispose();
  });

  it('follows the clock, the faults and the requests as they happen', async () => {
    await watching();
    await control('turnClock', { body: { advance: 7200, freeze: true } });
    const frozen = await until((each) => each?.overview.frozen === true);
    assert.equal(Math.round((frozen?.aheadMs ?? 0) / 60_000), 120);

    await control('addFault', { body: { operation: 'any', times: 2, error: { type: 'RATE_LIMIT', code: 'VEHICLE' } } });
    const faulty = await until((each) => each?.faults.length === 1);
    assert.equal(faulty?.faults[0]?.left, 2);

    await fetch(`${running.addresses.baseUrl}/v2.0/vehicles`);
    const used = await until((each) => each?.faults[0]?.left === 1 && each.requests.length === 1);
    assert.equal(used?.requests[0]?.status, 429);
    assert.equal(used?.requests[0]?.fault, used?.faults[0]?.id);

    await control('removeFault', { params: { id: used?.faults[0]?.id } });
    await until((each) => each?.faults.length === 0);
  });

  it('tells of a charge that somebody adds, and counts it', async () => {
    const { overview } = await watching();
    const [vehicle] = overview.vehicles.filter(({ records }) => records !== null);
    assert.ok(vehicle);
    const charged = new Promise((resolve) => monitor.onDidAddCharge(resolve));
    const reported = new Promise((resolve) => monitor.onDidReport(resolve));
    await control('simulateCharge', { body: { vehicleId: vehicle.id } });
    assert.deepEqual([await charged, await reported], [vehicle.id, vehicle.id]);
    await until(
      (each) => each?.overview.vehicles.find(({ id }) => id === vehicle.id)?.records === Number(vehicle.records) + 1,
    );
  });

  it('follows webhooks and their deliveries without asking about each', async () => {
    const receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(503).end());
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    const asked: string[] = [];
    const counting: typeof fetch = (input, init) => {
      asked.push(new URL(input instanceof Request ? input.url : input).pathname);
      return fetch(input, init);
    };
    monitor.dispose();
    monitor = new SandboxMonitor(sandbox, counting, 'explorer');
    await watching();
    const hook = { callbackUri: `http://127.0.0.1:${port}/` };
    const { id } = await control('createWebhook', { body: hook });
    const challenged = await until((each) => each?.deliveries[0]?.answer === 503);
    assert.deepEqual(
      challenged?.deliveries.map(({ eventType, status }) => [eventType, status]),
      [['VERIFY', 'lost']],
    );
    assert.ok(!asked.slice(asked.indexOf('/sandbox/deliveries') + 1).includes('/sandbox/deliveries'));
    const seen = await until(
      (each) => each?.webhooks.some((webhook) => webhook.id === id && !webhook.verified) ?? false,
    );
    assert.ok(seen);
    await control('clearDeliveries', {});
    await until((each) => each?.deliveries.length === 0);
    receiver.close();
  });

  it('shows earlier requests too, newest first, without their secrets', async () => {
    const { baseUrl } = running.addresses;
    await fetch(`${baseUrl}/v2.0/user`);
    await fetch(`${baseUrl}/v2.0/vehicles?token=canary`);
    const { requests } = await watching();
    assert.deepEqual(
      requests.map(({ path }) => path.replace(/\?.*/, '')),
      ['/v2.0/vehicles', '/v2.0/user'],
    );
    assert.ok(!JSON.stringify(requests).includes('canary'));
  });

  it('leaves out what this extension sends, which is in the Requests view', async () => {
    const { baseUrl } = running.addresses;
    const send = (userAgent: string) => fetch(`${baseUrl}/v2.0/user`, { headers: { 'user-agent': userAgent } });
    await send('explorer/0.1.0 VSCode/1.139.1');
    await send('python-requests/2.32');
    await send('explorers/1');
    const { requests } = await watching();
    assert.deepEqual(
      requests.map(({ client }) => client),
      ['explorers/1', 'python-requests/2.32'],
    );
    for (let sent = 0; sent < 31; sent += 1) await send('explorer/0.1.0');
    await send('curl/8');
    const seen = await until((each) => each?.requests[0]?.client === 'curl/8');
    assert.equal(seen?.requests.length, 3);
  });

  it('ends its request when nobody looks', async () => {
    const signals: AbortSignal[] = [];
    const watched: typeof fetch = (input, init) => {
      const address = input instanceof Request ? input.url : input.toString();
      if (address.endsWith('/events') && init?.signal) signals.push(init.signal);
      return fetch(input, init);
    };
    const quiet = new SandboxMonitor(sandbox, watched, 'explorer');
    const shown = new Promise<void>((resolve) => quiet.onDidChange(() => quiet.snapshot && resolve()));
    quiet.setWatching(true);
    await shown;
    const [signal] = signals;
    assert.ok(signal && !signal.aborted);
    const aborted = once(signal, 'abort');
    quiet.setWatching(false);
    await aborted;
    quiet.dispose();
  });

  it('shows nothing once the sandbox is gone, and waits for the next', async () => {
    await watching();
    await running.close();
    await until((each) => each === undefined);
    assert.equal(sandbox.status.kind, 'stopped');
    running = await startSandbox({ port: Number(new URL(running.addresses.baseUrl).port) });
    await sandbox.addresses();
    await until((each) => each !== undefined);
  });

  it('has every fault that it offers accepted by the sandbox, and shows each by its label', async () => {
    const choices = faultChoices(english).flatMap((group) => group.choices);
    assert.ok(choices.length > 50);
    for (const { fault } of choices) await control('addFault', { body: { ...fault, times: 'always' } });
    const all = sandboxItems(await watching(), (iso) => iso, { remoteName: undefined, extension: 'ui' });
    const items = all.find(({ id }) => id === 'faults')?.children ?? [];
    assert.deepEqual(
      items.map(({ label, tooltip }) => [label, tooltip[1]]),
      choices.map(({ label, fault }) => [label, `${fault.operation} · always`]),
    );
  });

  it('gives an application what it takes to reach the sandbox', () => {
    const { baseUrl, clientId, clientSecret, connectUrl } = running.addresses;
    const lines = environmentVariables(running.addresses).trim().split('\n');
    for (const prefix of ['', 'SMARTCAR_']) {
      assert.ok(lines.includes(`${prefix}CLIENT_ID=${clientId}`));
      assert.ok(lines.includes(`${prefix}CLIENT_SECRET=${clientSecret}`));
    }
    for (const name of [
      'AUTH_URL',
      'BASE_URL',
      'SMARTCAR_AUTH_ORIGIN',
      'SMARTCAR_API_ORIGIN',
      'SMARTCAR_CONNECT_ORIGIN',
    ]) {
      assert.ok(lines.includes(`${name}=${baseUrl}`), name);
    }
    assert.ok(lines.includes(`CONNECT_URL=${connectUrl}`));
  });
});
