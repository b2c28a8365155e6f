import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { VehicleDataApi, VehicleReader } from '../../../src/extension/api.ts';
import { patienceMs } from '../../tools/lib/patience.ts';

/** The sandbox answers Connect at once with all vehicles of its first owner. */
const controlUrl = process.env.VEHICLE_DATA_SANDBOX_URL ?? '';

interface Truth {
  readonly vehicles: readonly {
    readonly id: string;
    readonly owner: string;
    readonly make: string;
    readonly capacity: { readonly case: string; readonly nominal: number | null };
    readonly records: number | null;
  }[];
}

async function control(path: string, body?: object): Promise<unknown> {
  const init = body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(`${controlUrl}${path}`, init);
  assert.ok(response.ok, `${path}: ${response.status}`);
  return response.status === 204 ? undefined : response.json();
}

function activate(): Thenable<VehicleDataApi> {
  const extension = vscode.extensions.getExtension<VehicleDataApi>('vehicle-data.vehicle-data-explorer');
  assert.ok(extension);
  return extension.activate();
}

/** The tab of a viewer, once there is one. */
async function recordsTab(): Promise<vscode.Tab> {
  const { tabGroups } = vscode.window;
  for (;;) {
    const tabs = tabGroups.all.flatMap(({ tabs: each }) => each);
    const tab = tabs.find(({ label }) => label.endsWith('Charge records'));
    if (tab) return tab;
    await new Promise<void>((resolve) => {
      const subscription = tabGroups.onDidChangeTabs(() => {
        subscription.dispose();
        resolve();
      });
    });
  }
}

/** Paths of the requests for charge records that the service has had so far. */
async function asked(): Promise<string[]> {
  const { requests } = (await control('/requests')) as { requests: { path: string }[] };
  return requests.map(({ path }) => path).filter((path) => path.includes('/charge/records'));
}

/** Resolves with the next change of the sessions of our provider. */
function nextSessionChange(): Promise<void> {
  return new Promise((resolve) => {
    const subscription = vscode.authentication.onDidChangeSessions(({ provider }) => {
      if (provider.id !== 'vehicle-data') return;
      subscription.dispose();
      resolve();
    });
  });
}

/** The access token that this extension sends by now. Nobody is here to answer VS Code's question for one. */
async function tokenInUse(): Promise<string> {
  const { fetch: before } = globalThis;
  let token = '';
  globalThis.fetch = (input, init) => {
    [, token = token] = /^Bearer (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '') ?? [];
    return before(input, init);
  };
  try {
    await vscode.commands.executeCommand('vehicleData.refresh');
    return token;
  } finally {
    globalThis.fetch = before;
  }
}

describe('a connected account, where version 2.0 leads', () => {
  let api: VehicleDataApi;
  let reader: VehicleReader;
  let sessionId: string | undefined;
  let owned: Truth['vehicles'];

  const lead = (version: string | undefined) =>
    vscode.workspace.getConfiguration('vehicleData').update('apiVersion', version, vscode.ConfigurationTarget.Global);

  after(() => lead(undefined));
  before(async function () {
    await lead('2.0');
    api = await activate();
    const { vehicles } = (await control('/')) as Truth;
    owned = vehicles.filter(({ owner }) => owner === vehicles[0]?.owner);
    const changed = nextSessionChange();
    sessionId = await vscode.commands.executeCommand<string>('vehicleData.connect');
    await changed;
    reader = await api.forSession({ accessToken: await tokenInUse() });
  });

  it('is in VS Code’s Accounts', async () => {
    assert.ok(sessionId);
    const accounts = await vscode.authentication.getAccounts('vehicle-data');
    assert.equal(accounts.length, 1);
    assert.match(accounts[0]?.label ?? '', /sandbox/);
  });

  it('gives its vehicles, capacities and charge records to other extensions, as the service holds them', async () => {
    const vehicles = await reader.vehicles();
    assert.deepEqual(vehicles.map(({ id }) => id).sort(), owned.map(({ id }) => id).sort());
    for (const { id, make, capacity, records } of owned) {
      if (capacity.case !== 'unavailable') {
        const read = await reader.nominalCapacity(id);
        assert.equal(read.case === 'undetermined' ? null : read.nominal, capacity.nominal);
      }
      if (records === null) continue;
      assert.equal((await reader.chargeRecords({ vehicleId: id, make })).length, records);
    }
  });

  it('says what to do where the service refuses', async () => {
    const without = owned.find(({ records }) => records === null);
    assert.ok(without);
    await assert.rejects(reader.chargeRecords({ vehicleId: without.id, make: without.make }), (error: unknown) => {
      const { turn, nextStep, requestId } = error as { turn?: string; nextStep?: string; requestId?: string };
      assert.equal(turn, 'nobody');
      assert.ok(nextStep);
      assert.ok(requestId);
      return true;
    });
  });

  it('compares the vehicles in the days that a command names, each once, and no more than fit', async () => {
    const named = owned.filter(({ records }) => records !== null).slice(0, 2);
    const [first = '', second = ''] = named.map(({ id }) => id);
    const before = (await asked()).length;
    for (const refused of [
      { vehicleIds: Array.from({ length: 7 }, (_, index) => `vehicle-${index}`) },
      { vehicleIds: [first, 'nobody’s'] },
      { vehicleIds: [first, second], startDate: 'yesterday' },
    ]) {
      await vscode.commands.executeCommand('vehicleData.compareChargeRecords', refused);
    }
    const vehicleIds = [first, second, first];
    const days = { startDate: '2026-11-01', endDate: '2026-11-03' };
    await vscode.commands.executeCommand('vehicleData.compareChargeRecords', { vehicleIds, ...days });
    const tab = await recordsTab();
    assert.equal(tab.label.split(',').length, named.length);
    const deadline = Date.now() + patienceMs;
    while ((await asked()).length < before + named.length) assert.ok(Date.now() < deadline, 'both are asked for');
    const requests = (await asked()).slice(before);
    for (const { id, make } of named) {
      const path = `/v2.0/vehicles/${id}/${make.toLowerCase()}/charge/records?startDate=2026-11-01&endDate=2026-11-03`;
      assert.equal(requests.filter((each) => each.endsWith(path)).length, 1, requests.join('\n'));
    }
    assert.equal(requests.length, named.length, 'nothing is asked for what was refused');
    await vscode.window.tabGroups.close(tab);
  });

  it('goes on after its access token has expired, as the same session', async () => {
    const changed = nextSessionChange();
    await control('/clock', { advance: 7200 });
    await assert.rejects(reader.vehicles(), ({ nextStep }: { nextStep?: string }) =>
      (nextStep ?? '').includes('getSession'),
    );
    const renewed = await tokenInUse();
    await changed;
    reader = await api.forSession({ accessToken: renewed });
    assert.equal((await reader.vehicles()).length, owned.length);
    assert.equal((await vscode.authentication.getAccounts('vehicle-data')).length, 1);
    assert.equal(await vscode.commands.executeCommand('vehicleData.refreshTokens', { sessionId }), true);
  });

  it('is in the sign-in diagnostics, which find all well, can’t be edited and hold no token', async () => {
    await vscode.commands.executeCommand('vehicleData.showSignInDiagnostics');
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    // Where an earlier report is still known to VS Code, the new one follows it.
    await new Promise<void>((resolve) => {
      const look = () => document.getText().includes('All checks passed') && resolve();
      vscode.workspace.onDidChangeTextDocument(look);
      look();
    });
    const text = document.getText();
    assert.ok(text.includes(sessionId ?? 'no id'));
    assert.match(text, /Tokens issued at [-\d:.TZ]+ \(generation \d+\)/);
    assert.ok(text.includes(vscode.version));
    const [account] = await vscode.authentication.getAccounts('vehicle-data');
    const session = await vscode.authentication.getSession('vehicle-data', [], { account, silent: true });
    if (session) assert.equal(text.includes(session.accessToken), false);
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(document.getText(), text);
  });

  it('outlives a service that fails, and is complete again after it', async () => {
    await control('/faults', { operation: 'vehicles', times: 'always', status: 500, body: '<h1>down</h1>' });
    try {
      await vscode.commands.executeCommand('vehicleData.refresh');
      await assert.rejects(reader.vehicles(), ({ turn }: { turn?: string }) => turn === 'retry');
      assert.equal((await vscode.authentication.getAccounts('vehicle-data')).length, 1);
    } finally {
      await fetch(`${controlUrl}/faults`, { method: 'DELETE' });
    }
    await vscode.commands.executeCommand('vehicleData.refresh');
    assert.equal((await reader.vehicles()).length, owned.length);
  });

  it('stays though a program signs it out, unless the person agrees', async () => {
    assert.equal(await vscode.commands.executeCommand('vehicleData.signOut', { sessionId }), false);
    assert.equal((await vscode.authentication.getAccounts('vehicle-data')).length, 1);
  });
});
