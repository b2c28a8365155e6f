import assert from 'node:assert/strict';
import { Ajv } from 'ajv';
import { Emitter } from '../../../../src/common/event.ts';
import { ClientSecrets, secretVariable } from '../../../../src/extension/environments/settings/client-secrets.ts';
import { environmentUnit, Environments } from '../../../../src/extension/environments/settings/environments.ts';
import { readEnvironment } from '../../../../src/extension/environments/settings/read-environment.ts';
import type { ApiVersion } from '../../../../src/service/model/environment.ts';
import { ServiceError } from '../../../../src/service/model/errors.ts';
import { manifest } from '../../manifest/manifest.ts';

const base = 'http://localhost:4000';
const v3 = {
  ...{ authUrl: 'http://localhost:4001', baseUrl: 'http://localhost:4002', applicationId: 'sandbox-client' },
  ...{ apiClientId: 'client_sandbox', apiClientSecret: 'api-secret' },
};
const addresses = {
  ...{ authUrl: base, baseUrl: base, connectUrl: `${base}/oauth/authorize` },
  ...{ clientId: 'sandbox-client', clientSecret: 'sandbox-secret', v3 },
};

interface Given {
  readonly entries?: Record<string, unknown>;
  /** Names of the secrets that are stored; by default, of all. */
  readonly stored?: readonly string[];
  readonly leading?: ApiVersion;
}

function build({ entries = {}, stored, leading = '3' }: Given = {}) {
  const settingsChanged = new Emitter<void>();
  const secretsChanged = new Emitter<void>();
  const allowed: unknown[] = [];
  const settings = {
    ...{ selected: () => 'sandbox', entries: () => entries, leadingVersion: () => leading },
    onDidChange: settingsChanged.event,
  };
  const secrets = {
    has: (name: string) => Promise.resolve(stored?.includes(name) ?? true),
    get: (name: string, url: string) => Promise.resolve(`secret of ${name} for ${url}`),
    origins: (name: string) => Promise.resolve([`origin of ${name}`]),
    allow: (name: string, url: string) => Promise.resolve(void allowed.push([name, url])),
    onDidChange: secretsChanged.event,
  };
  const environments = new Environments(settings, secrets, { addresses: () => Promise.resolve(addresses) });
  return { environments, settingsChanged, secretsChanged, allowed };
}

describe('Environments', () => {
  it('lists the built-in ones first and the own ones once', () => {
    const { environments } = build({ entries: { smartcar: {}, staging: {} } });
    assert.deepEqual(environments.names(), ['sandbox', 'smartcar', 'staging']);
  });

  it('reaches either version of the sandbox at its own addresses, with its own credentials', async () => {
    const { environments } = build();
    const older = await environments.resolve('sandbox', '2.0');
    assert.deepEqual([older.baseUrl, older.clientId, older.version], [base, 'sandbox-client', undefined]);
    assert.equal(await environments.clientSecret(older), 'sandbox-secret');
    const newer = await environments.resolve('sandbox');
    const { version, authUrl, baseUrl, connectUrl, applicationId, clientId } = newer;
    assert.deepEqual({ authUrl, baseUrl, applicationId, apiClientId: clientId, apiClientSecret: 'api-secret' }, v3);
    assert.deepEqual([version, connectUrl], ['3', addresses.connectUrl]);
    assert.equal(await environments.clientSecret(newer), 'api-secret');
  });

  it('has the versions that there are credentials for, the leading one first', async () => {
    const both = { applicationId: 'app-1', apiClientId: 'client_1' };
    const versions = (entry: object, ...stored: string[]) =>
      build({ entries: { smartcar: entry }, stored }).environments.versions('smartcar');
    assert.deepEqual(await versions(both, 'smartcar', 'smartcar:v3'), ['3', '2.0']);
    assert.deepEqual(await versions(both, 'smartcar:v3'), ['3']);
    assert.deepEqual(await versions(both, 'smartcar'), ['2.0']);
    assert.deepEqual(await versions(both), ['3', '2.0'], 'each says that its secret is missing');
    assert.deepEqual(await versions({ clientId: 'app-1' }), ['2.0']);
    const older = build({ entries: { smartcar: both }, leading: '2.0' }).environments;
    for (const name of ['sandbox', 'smartcar']) assert.deepEqual(await older.versions(name), ['2.0', '3']);
    await assert.rejects(build().environments.versions('sandbox-v3'), /no environment named/);
  });

  it('gives each secret for the address that it is to be sent to', async () => {
    const { environments, allowed } = build();
    const smartcar = { ...(await environments.resolve('sandbox', '2.0')), name: 'smartcar' };
    assert.equal(await environments.clientSecret(smartcar), `secret of smartcar for ${base}`);
    assert.match(await environments.clientSecret({ ...smartcar, version: '3' }), /^secret of smartcar:v3 for/);
    assert.deepEqual(await environments.secretOrigins(smartcar), ['origin of smartcar']);
    await environments.allowSecret(smartcar);
    assert.deepEqual(allowed, [['smartcar', base]]);
  });

  it('passes on each change of the settings and of a secret until it is disposed of', () => {
    const { environments, settingsChanged, secretsChanged } = build();
    let changes = 0;
    environments.onDidChange(() => changes++);
    settingsChanged.fire();
    secretsChanged.fire();
    environments.dispose();
    settingsChanged.fire();
    assert.equal(changes, 2);
  });
});

describe('environmentUnit', () => {
  it('names the unit only where it is publicly known, or where the environment says it', () => {
    const units = (entry: unknown) => ['sandbox', 'smartcar', 'staging'].map((name) => environmentUnit(name, entry));
    for (const entry of [undefined, 'kWh', {}, { energyUnit: ' ' }, { energyUnit: 3 }]) {
      assert.deepEqual(units(entry), ['kWh', 'kWh', undefined]);
    }
    assert.deepEqual(units({ energyUnit: ' Wh ' }), ['Wh', 'Wh', 'Wh']);
    assert.equal(environmentUnit('staging', { apiClientId: 'client_1' }), 'kWh');
  });
});

const redirectUri = 'http://localhost:52625/callback';
const complete = {
  ...{ authUrl: 'https://auth.example.com', baseUrl: 'https://api.example.com', clientId: 'client-1', redirectUri },
  connectUrl: 'https://connect.example.com/oauth/authorize',
};

describe('readEnvironment', () => {
  const read = (name: string, setting: unknown) => readEnvironment(name, setting, '2.0');

  it('takes a complete entry and asks for all permissions unless told otherwise', () => {
    const scopes = ['read_battery', 'read_charge_records', 'read_vehicle_info'];
    assert.deepEqual(read('staging', complete), { name: 'staging', ...complete, scopes });
    assert.deepEqual(read('staging', { ...complete, scopes: ['read_battery'] }).scopes, ['read_battery']);
  });

  it('needs only the ids for the public service, and lets each preset value be replaced', () => {
    const { authUrl, clientId, mode, ...rest } = read('smartcar', { clientId: 'mine', redirectUri: `${base}/back` });
    assert.deepEqual([authUrl, clientId, mode], ['https://auth.smartcar.com', 'mine', 'live']);
    assert.equal(rest.redirectUri, `${base}/back`);
    const newer = readEnvironment('smartcar', { applicationId: 'app-1', apiClientId: 'client_1' }, '3');
    assert.deepEqual([newer.authUrl, newer.baseUrl], ['https://iam.smartcar.com', 'https://vehicle.api.smartcar.com']);
  });

  it('reads either version of an application, under either name of its ID', () => {
    const { clientId: id, ...texts } = complete;
    const ofV3 = { authUrlV3: 'https://iam.example.com', baseUrlV3: 'https://vehicle.example.com' };
    for (const name of ['clientId', 'applicationId']) {
      const entry = { ...texts, ...ofV3, [name]: id, apiClientId: 'client_1' };
      const newer = readEnvironment('staging', entry, '3');
      assert.deepEqual(read('staging', entry), read('staging', complete));
      assert.deepEqual([newer.authUrl, newer.baseUrl], [ofV3.authUrlV3, ofV3.baseUrlV3]);
      assert.deepEqual([newer.applicationId, newer.clientId, newer.version], [id, 'client_1', '3']);
    }
  });

  const cases: readonly (readonly [name: string, setting: unknown, says: RegExp, version?: ApiVersion])[] = [
    ['smartcar', undefined, /^Environment “smartcar” has no clientId\.$/],
    ['smartcar', { applicationId: 'app-1' }, /has no apiClientId/, '3'],
    ['staging', { ...complete, apiClientId: 'client_1' }, /has no authUrlV3/, '3'],
    ['staging', { ...complete, authUrl: 'http://auth.example.com' }, /authUrl: .*localhost only/],
    ['staging', { ...complete, redirectUri: 'callback' }, /redirectUri: Enter an address/],
    ['staging', { ...complete, mode: 'production' }, /mode/],
    ['staging', 'https://example.com', /not an object/],
    ['nowhere', undefined, /no environment named “nowhere”/],
    ['smartcar-v3', undefined, /no environment named “smartcar-v3”/],
  ];
  for (const [name, setting, says, version = '2.0'] of cases) {
    it(`of ${name} with ${JSON.stringify(setting)?.slice(-40)} says ${says.source}`, () => {
      assert.throws(
        () => readEnvironment(name, setting, version),
        (error) => error instanceof ServiceError && error.turn === 'developer' && says.test(error.message),
      );
    });
  }
});

describe('the schema of environments', () => {
  it('takes either name of the application, and marks an ID that belongs elsewhere', () => {
    const schema = manifest.contributes.configuration.properties['vehicleData.environments'];
    const validate = new Ajv({ strict: false, allErrors: true, formats: {} }).compile(schema as object);
    const marked = (entry: object) => {
      validate({ own: entry });
      return (validate.errors ?? []).map(({ instancePath }) => instancePath);
    };
    for (const id of [{ clientId: 'app-1' }, { applicationId: 'app-1', apiClientId: 'client_1' }]) {
      assert.deepEqual(marked({ ...id, mode: 'test' }), []);
    }
    const mixed = { clientId: 'client_1', apiClientId: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07' };
    assert.deepEqual(marked(mixed), ['/own/clientId', '/own/apiClientId']);
  });
});

describe('ClientSecrets', () => {
  const url = 'https://auth.test';
  const variables = {
    VEHICLE_DATA_CLIENT_SECRET_MY_STAGING: 'from-variable',
    VEHICLE_DATA_CLIENT_SECRET_SMARTCAR: 'x',
  };

  function secrets(get?: () => Promise<never>) {
    const values = new Map<string, string>();
    const store = {
      get: get ?? ((key: string) => Promise.resolve(values.get(key))),
      store: (key: string, value: string) => Promise.resolve(void values.set(key, value)),
      delete: (key: string) => Promise.resolve(void values.delete(key)),
    };
    const memory = { get: () => undefined, update: () => Promise.resolve() };
    return new ClientSecrets(store, variables, memory, () => ['smartcar', 'staging', 'my-staging']);
  }

  it('prefers what the user stored, tells that it changed, and forgets it', async () => {
    const own = secrets();
    let changes = 0;
    own.onDidChange(() => changes++);
    await own.set('smartcar', 's3cret', url);
    await own.set('staging', 'another', url);
    assert.equal(await own.get('smartcar', url), 's3cret');
    await own.forget('staging');
    assert.equal(changes, 3);
    const has = ['smartcar', 'my-staging', 'staging', 'other'].map((name) => own.has(name));
    assert.deepEqual(await Promise.all(has), [true, true, false, false]);
  });

  it('falls back to the variable where nothing is stored or the keyring fails', async () => {
    assert.equal(secretVariable('my-staging'), 'VEHICLE_DATA_CLIENT_SECRET_MY_STAGING');
    for (const get of [undefined, () => Promise.reject(new Error('keyring is locked'))]) {
      assert.equal(await secrets(get).get('my-staging', url), 'from-variable');
    }
  });

  it('is bound to one address, also by two first uses at once', async () => {
    const own = secrets();
    const [first, second] = await Promise.allSettled([
      own.get('my-staging', url),
      own.get('my-staging', 'https://elsewhere.test'),
    ]);
    assert.deepEqual([first.status, second.status], ['fulfilled', 'rejected']);
  });

  it('names the environment whose secret is missing, not where that would be kept', async () => {
    await assert.rejects(
      secrets().get('staging:v3', url, 'staging'),
      (error) => error instanceof ServiceError && error.message.includes('“staging”') && !error.message.includes(':v3'),
    );
  });
});
