import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/common/event.ts';
import { environmentUnit } from '../../../../../src/extension/environments/settings/environments.ts';
import type { SandboxAddresses } from '../../../../../src/extension/environments/settings/presets.ts';
import { ConfiguredEnvironments } from '../../../../../src/extension/environments/settings/configured-environments.ts';

const addresses = {
  authUrl: 'http://localhost:4000',
  baseUrl: 'http://localhost:4000',
  connectUrl: 'http://localhost:4000/oauth/authorize',
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  controlUrl: 'http://localhost:4000/sandbox',
};
const v3 = {
  authUrl: 'http://localhost:4001',
  baseUrl: 'http://localhost:4002',
  applicationId: 'sandbox-client',
  apiClientId: 'client_sandbox',
  apiClientSecret: 'api-secret',
};

function build(entries: Record<string, unknown> = {}, found: SandboxAddresses = { ...addresses, v3 }) {
  const settingsChanged = new Emitter<void>();
  const secretsChanged = new Emitter<void>();
  const allowed: unknown[] = [];
  const settings = { selected: () => 'sandbox', entries: () => entries, onDidChange: settingsChanged.event };
  const secrets = {
    get: (name: string, url: string) => Promise.resolve(`secret of ${name} for ${url}`),
    origins: (name: string) => Promise.resolve([`origin of ${name}`]),
    allow: (name: string, url: string) => Promise.resolve(void allowed.push([name, url])),
    onDidChange: secretsChanged.event,
  };
  const sandbox = { addresses: () => Promise.resolve(found) };
  return {
    environments: new ConfiguredEnvironments(settings, secrets, sandbox),
    settingsChanged,
    secretsChanged,
    allowed,
  };
}

describe('ConfiguredEnvironments', () => {
  it('lists the built-in ones first and the own ones once', () => {
    const { environments } = build({ smartcar: {}, staging: {} });
    assert.deepEqual(environments.names(), ['sandbox', 'sandbox-v3', 'smartcar', 'smartcar-v3', 'staging']);
  });

  it('takes addresses and credentials of the sandbox from the sandbox', async () => {
    const { environments } = build();
    const sandbox = await environments.resolve('sandbox');
    assert.equal(sandbox.baseUrl, addresses.baseUrl);
    assert.equal(sandbox.clientId, addresses.clientId);
    assert.equal(await environments.clientSecret(sandbox), 'sandbox-secret');
  });

  it('reaches version 3 of the sandbox at its own addresses, with its own credentials', async () => {
    const { environments } = build();
    const sandbox = await environments.resolve('sandbox-v3');
    const { version, authUrl, baseUrl, connectUrl, applicationId, clientId } = sandbox;
    assert.deepEqual({ authUrl, baseUrl, applicationId, apiClientId: clientId, apiClientSecret: 'api-secret' }, v3);
    assert.equal(version, '3');
    assert.equal(connectUrl, addresses.connectUrl);
    assert.equal(await environments.clientSecret(sandbox), 'api-secret');
  });

  it('says so where a sandbox without version 3 runs', async () => {
    const { environments } = build({}, addresses);
    await assert.rejects(environments.resolve('sandbox-v3'), /The sandbox that is running has no version 3/);
  });

  it('gives each secret for the address that it is to be sent to', async () => {
    const { environments, allowed } = build();
    const smartcar = { ...(await environments.resolve('sandbox')), name: 'smartcar' };
    assert.equal(await environments.clientSecret(smartcar), 'secret of smartcar for http://localhost:4000');
    assert.deepEqual(await environments.secretOrigins('smartcar'), ['origin of smartcar']);
    await environments.allowSecret(smartcar);
    assert.deepEqual(allowed, [['smartcar', 'http://localhost:4000']]);
  });

  it('passes on each change of the settings and of a secret until it is disposed of', () => {
    const { environments, settingsChanged, secretsChanged } = build();
    let changes = 0;
    environments.onDidChange(() => changes++);
    settingsChanged.fire();
    secretsChanged.fire();
    assert.equal(changes, 2);
    environments.dispose();
    settingsChanged.fire();
    assert.equal(changes, 2);
  });
});

describe('environmentUnit', () => {
  it('names the unit only where it is publicly known, or where the environment says it', () => {
    const names = ['sandbox', 'sandbox-v3', 'smartcar-v3', 'staging'];
    const units = (entry: unknown) => names.map((name) => environmentUnit(name, entry));
    for (const entry of [undefined, 'kWh', {}, { energyUnit: ' ' }, { energyUnit: 3 }]) {
      assert.deepEqual(units(entry), ['kWh', 'kWh', 'kWh', undefined]);
    }
    assert.deepEqual(units({ energyUnit: ' Wh ' }), ['Wh', 'Wh', 'Wh', 'Wh']);
    assert.equal(environmentUnit('staging', { version: '3' }), 'kWh');
  });
});
