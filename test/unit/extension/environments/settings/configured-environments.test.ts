import assert from 'node:assert/strict';
import { Emitter } from '../../../../../src/common/event.ts';
import { environmentUnit } from '../../../../../src/extension/environments/settings/environments.ts';
import type { ApiVersion } from '../../../../../src/service/model/environment.ts';
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

function build(
  entries: Record<string, unknown> = {},
  found: SandboxAddresses = { ...addresses, v3 },
  has = (_name: string) => true,
  leading: ApiVersion = '3',
  selected = 'sandbox',
) {
  const settingsChanged = new Emitter<void>();
  const secretsChanged = new Emitter<void>();
  const allowed: unknown[] = [];
  const settings = {
    selected: () => selected,
    entries: () => entries,
    leadingVersion: () => leading,
    onDidChange: settingsChanged.event,
  };
  const secrets = {
    has: (name: string) => Promise.resolve(has(name)),
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
    assert.deepEqual(environments.names(), ['sandbox', 'smartcar', 'staging']);
  });

  it('takes addresses and credentials of the sandbox from the sandbox', async () => {
    const { environments } = build();
    const sandbox = await environments.resolve('sandbox', '2.0');
    assert.equal(sandbox.baseUrl, addresses.baseUrl);
    assert.equal(sandbox.clientId, addresses.clientId);
    assert.equal(await environments.clientSecret(sandbox), 'sandbox-secret');
  });

  it('reaches version 3 of the sandbox at its own addresses, with its own credentials', async () => {
    const { environments } = build();
    const sandbox = await environments.resolve('sandbox', '3');
    const { version, authUrl, baseUrl, connectUrl, applicationId, clientId } = sandbox;
    assert.deepEqual({ authUrl, baseUrl, applicationId, apiClientId: clientId, apiClientSecret: 'api-secret' }, v3);
    assert.equal(version, '3');
    assert.equal(connectUrl, addresses.connectUrl);
    assert.equal(await environments.clientSecret(sandbox), 'api-secret');
  });

  it('says so where a sandbox without version 3 runs', async () => {
    const { environments } = build({}, addresses);
    await assert.rejects(environments.resolve('sandbox', '3'), /The sandbox that is running has no version 3/);
  });

  describe('the versions of an environment', () => {
    const both = { applicationId: 'app-1', apiClientId: 'client_1' };

    it('are those that it has credentials for', async () => {
      const versions = (entry: object, ...stored: string[]) =>
        build({ smartcar: entry }, { ...addresses, v3 }, (name) => stored.includes(name)).environments.versions(
          'smartcar',
        );
      assert.deepEqual(await versions(both, 'smartcar', 'smartcar-v3'), ['3', '2.0']);
      assert.deepEqual(await versions(both, 'smartcar-v3'), ['3']);
      assert.deepEqual(await versions(both, 'smartcar'), ['2.0']);
      assert.deepEqual(await versions(both), ['3', '2.0'], 'each says that its secret is missing');
      assert.deepEqual(await versions({ clientId: 'app-1' }), ['2.0'], 'as before');
      assert.deepEqual(await versions({ applicationId: 'app-1' }, 'smartcar'), ['2.0']);
      assert.deepEqual(await build().environments.versions('sandbox'), ['3', '2.0']);
      const older = build({ smartcar: both }, { ...addresses, v3 }, () => true, '2.0').environments;
      for (const name of ['sandbox', 'smartcar']) assert.deepEqual(await older.versions(name), ['2.0', '3']);
      assert.equal((await older.resolve('sandbox')).version, undefined);
      assert.deepEqual(await build({}, addresses).environments.versions('sandbox'), ['2.0']);
    });

    it('begin with version 3 where the selection is a name that stood for it', async () => {
      const leading = async (selected: string) => {
        const { environments } = build({}, { ...addresses, v3 }, () => true, '2.0', selected);
        return (await environments.versions('sandbox'))[0];
      };
      assert.deepEqual(await Promise.all(['sandbox', 'sandbox-v3', 'smartcar-v3'].map(leading)), ['2.0', '3', '3']);
    });

    it('are as before in entries and under names of before', async () => {
      const own = {
        ...both,
        version: '3',
        authUrl: 'https://iam.test',
        baseUrl: 'https://api.test',
        connectUrl: 'https://c.test',
        redirectUri: 'http://localhost:1/c',
      };
      const { environments } = build({ 'smartcar-v3': both, own });
      for (const name of ['smartcar-v3', 'own']) {
        assert.equal(environments.nameOf(name), name);
        assert.deepEqual(await environments.versions(name), ['3']);
        const environment = await environments.resolve(name);
        assert.deepEqual([environment.name, environment.version], [name, '3']);
        assert.match(await environments.clientSecret(environment), new RegExp(`^secret of ${name} for`));
      }
    });

    it('have the names of before for the sandbox and the public service', async () => {
      const { environments } = build({ smartcar: both });
      assert.deepEqual(
        ['sandbox-v3', 'smartcar-v3', 'other-v3'].map((name) => environments.nameOf(name)),
        ['sandbox', 'smartcar', 'other-v3'],
      );
      const smartcar = await environments.resolve('smartcar-v3', '3');
      assert.equal(smartcar.name, 'smartcar');
      assert.match(
        await environments.clientSecret(smartcar),
        /^secret of smartcar-v3 for https:\/\/iam\.smartcar\.com/,
      );
    });
  });

  it('gives each secret for the address that it is to be sent to', async () => {
    const { environments, allowed } = build();
    const smartcar = { ...(await environments.resolve('sandbox', '2.0')), name: 'smartcar' };
    assert.equal(await environments.clientSecret(smartcar), 'secret of smartcar for http://localhost:4000');
    assert.deepEqual(await environments.secretOrigins(smartcar), ['origin of smartcar']);
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
