import assert from 'node:assert/strict';
import { once } from 'node:events';
import { english } from '../../../src/common/translate.ts';
import { applicationVariables } from '../../../src/sandbox-view/application-variables.ts';
import { faultPresets } from '../../../src/sandbox-view/fault-presets.ts';
import { ExternalSandbox } from '../../../src/sandbox-view/external-sandbox.ts';
import { callControl } from '../../../src/sandbox-view/sandbox-control.ts';
import { sandboxItems } from '../../../src/sandbox-view/sandbox-items.ts';
import { SandboxMonitor } from '../../../src/sandbox-view/sandbox-monitor.ts';
import type { SandboxSnapshot } from '../../../src/sandbox-view/sandbox-snapshot.ts';
import { type Sandbox as Running, startSandbox } from '../../../src/sandbox/server.ts';

describe('SandboxMonitor', () => {
  let running: Running;
  let sandbox: ExternalSandbox;
  let monitor: SandboxMonitor;

  beforeEach(async () => {
    running = await startSandbox();
    sandbox = new ExternalSandbox(running.addresses.controlUrl, fetch);
    monitor = new SandboxMonitor(sandbox, fetch);
  });
  afterEach(async () => {
    monitor.dispose();
    sandbox.dispose();
    await running.close();
  });

  const control = (method: 'POST' | 'DELETE', path: string, body?: object) =>
    callControl(fetch, running.addresses.controlUrl, method, path, body);

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
    const { vehicles, faults, requests, speed, isFrozen, addresses } = await watching();
    assert.deepEqual([faults, requests, speed, isFrozen], [[], [], 1, false]);
    assert.deepEqual(addresses, running.addresses);
    assert.ok(vehicles.some(({ hasCharges }) => hasCharges) && vehicles.some(({ hasCharges }) => !hasCharges));
  });

  it('says when it has looked, whether or not a sandbox is there', async () => {
    monitor.setWatching(true);
    await monitor.looked;
    assert.ok(monitor.snapshot);
    await running.close();
    const late = new SandboxMonitor(sandbox, fetch);
    late.setWatching(true);
    await late.looked;
    assert.equal(late.snapshot, undefined);
    late.dispose();
  });

  it('follows the clock, the faults and the requests as they happen', async () => {
    await watching();
    await control('POST', '/clock', { advance: 7200, freeze: true });
    const frozen = await until((each) => each?.isFrozen === true);
    assert.equal(Math.round((frozen?.aheadMs ?? 0) / 60_000), 120);

    await control('POST', '/faults', { operation: 'any', times: 2, error: { type: 'RATE_LIMIT', code: 'VEHICLE' } });
    const faulty = await until((each) => each?.faults.length === 1);
    assert.equal(faulty?.faults[0]?.left, 2);

    await fetch(`${running.addresses.baseUrl}/v2.0/vehicles`);
    const used = await until((each) => each?.faults[0]?.left === 1 && each.requests.length === 1);
    assert.equal(used?.requests[0]?.status, 429);
    assert.equal(used?.requests[0]?.isFault, true);

    await control('DELETE', `/faults/${used?.faults[0]?.id}`);
    await until((each) => each?.faults.length === 0);
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

  it('ends its request when nobody looks', async () => {
    const signals: AbortSignal[] = [];
    const quiet = new SandboxMonitor(sandbox, (input, init) => {
      const address = input instanceof Request ? input.url : input.toString();
      if (address.endsWith('/events') && init?.signal) signals.push(init.signal);
      return fetch(input, init);
    });
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

  it('has every fault that it offers taken by the sandbox, and shows it in words', async () => {
    const presets = faultPresets(english);
    for (const { fault } of presets) await control('POST', '/faults', { ...fault, times: 'always' });
    const snapshot = await watching();
    const all = sandboxItems(snapshot, english, (iso) => iso, { remoteName: undefined, extension: 'ui' });
    const lines = all.find(({ id }) => id === 'faults')?.children ?? [];
    assert.equal(lines.length, presets.length);
    for (const { label, description } of lines) {
      assert.notEqual(label, '');
      assert.match(description, /^(any|token|records|capacity) · always$/);
    }
  });

  it('gives an application what it takes to reach the sandbox', () => {
    const lines = applicationVariables(running.addresses).trim().split('\n');
    const variables = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) as Record<
      string,
      string
    >;
    const { authUrl, baseUrl, connectUrl, clientId, clientSecret } = running.addresses;
    assert.deepEqual(variables, {
      AUTH_URL: authUrl,
      BASE_URL: baseUrl,
      CONNECT_URL: connectUrl,
      CLIENT_ID: clientId,
      CLIENT_SECRET: clientSecret,
      SMARTCAR_CLIENT_ID: clientId,
      SMARTCAR_CLIENT_SECRET: clientSecret,
      SMARTCAR_AUTH_ORIGIN: authUrl,
      SMARTCAR_API_ORIGIN: baseUrl,
    });
  });
});
