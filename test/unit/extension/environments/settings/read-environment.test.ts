import assert from 'node:assert/strict';
import { readEnvironment as read } from '../../../../../src/extension/environments/settings/read-environment.ts';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import { Ajv } from 'ajv';
import { manifest } from '../../../manifest/manifest.ts';

const readEnvironment = (name: string, setting: unknown) => read(name, setting);

const complete = {
  authUrl: 'https://auth.example.com',
  baseUrl: 'https://api.example.com',
  connectUrl: 'https://connect.example.com/oauth/authorize',
  clientId: 'client-1',
  redirectUri: 'http://localhost:52625/callback',
};

function complaint(name: string, setting: unknown): ServiceError {
  try {
    readEnvironment(name, setting);
  } catch (error) {
    if (error instanceof ServiceError) return error;
  }
  return assert.fail('the setting was accepted');
}

describe('readEnvironment', () => {
  it('takes a complete entry and asks for all permissions unless told otherwise', () => {
    assert.deepEqual(readEnvironment('staging', complete), {
      name: 'staging',
      ...complete,
      scopes: ['read_battery', 'read_charge_records', 'read_vehicle_info'],
    });
    assert.deepEqual(readEnvironment('staging', { ...complete, scopes: ['read_battery'] }).scopes, ['read_battery']);
  });

  it('needs only the client id for the public service, and lets each preset value be replaced', () => {
    const environment = readEnvironment('smartcar', { clientId: 'mine', redirectUri: 'http://localhost:9000/back' });
    assert.equal(environment.authUrl, 'https://auth.smartcar.com');
    assert.equal(environment.clientId, 'mine');
    assert.equal(environment.redirectUri, 'http://localhost:9000/back');
    assert.equal(environment.mode, 'live');
  });

  it('takes both IDs of version 3, and says which of them stands in the wrong place', () => {
    const { clientId: _, ...addresses } = complete;
    const entry = { ...addresses, version: '3', applicationId: 'app-1', apiClientId: 'client_1' };
    assert.deepEqual(readEnvironment('staging', entry), {
      ...{ name: 'staging', version: '3', ...addresses, applicationId: 'app-1', clientId: 'client_1' },
      scopes: ['read_battery', 'read_charge_records', 'read_vehicle_info'],
    });
    const ids = { applicationId: 'app-1', apiClientId: 'client_1' };
    const { authUrl, baseUrl } = readEnvironment('smartcar-v3', ids);
    assert.deepEqual([authUrl, baseUrl], ['https://iam.smartcar.com', 'https://vehicle.api.smartcar.com']);
    assert.match(complaint('staging', { ...complete, version: '3' }).message, /has no apiClientId/);
    assert.match(complaint('smartcar-v3', { applicationId: 'app-1' }).message, /has no apiClientId/);
    assert.match(complaint('smartcar', { version: '3', ...ids }).message, /authUrl: This is authUrl of version 2\.0/);
    assert.match(complaint('staging', { ...entry, version: '4' }).message, /version/);
  });

  it('reads either version of an application, under either name of its ID', () => {
    const { clientId: id, ...texts } = complete;
    const v3 = { authUrlV3: 'https://iam.example.com', baseUrlV3: 'https://vehicle.example.com' };
    for (const name of ['clientId', 'applicationId']) {
      const entry = { ...texts, ...v3, [name]: id, apiClientId: 'client_1' };
      const [older, newer] = [read('staging', entry, '2.0'), read('staging', entry, '3')];
      assert.deepEqual(older, readEnvironment('staging', complete), 'as an entry for version 2.0 alone');
      assert.deepEqual([newer.authUrl, newer.baseUrl], [v3.authUrlV3, v3.baseUrlV3]);
      assert.deepEqual([newer.applicationId, newer.clientId, newer.version], [id, 'client_1', '3']);
      assert.equal(newer.connectUrl, older.connectUrl);
    }
    const smartcar = read('smartcar', { applicationId: 'app-1', apiClientId: 'client_1' }, '3');
    assert.deepEqual(
      [smartcar.authUrl, smartcar.baseUrl],
      ['https://iam.smartcar.com', 'https://vehicle.api.smartcar.com'],
    );
    assert.throws(() => read('staging', { ...complete, apiClientId: 'client_1' }, '3'), /has no authUrlV3/);
  });

  it('names the missing field and the setting to open', () => {
    const error = complaint('smartcar', undefined);
    assert.equal(error.message, 'Environment “smartcar” has no clientId.');
    assert.equal(error.turn, 'developer');
    assert.match(error.nextStep, /Edit Environment/);
  });

  it('refuses plain http except on this machine', () => {
    assert.match(
      complaint('staging', { ...complete, authUrl: 'http://auth.example.com' }).message,
      /authUrl: .*localhost only/,
    );
    assert.doesNotThrow(() => readEnvironment('local', { ...complete, authUrl: 'http://localhost:8080' }));
  });

  it('says so when an entry is of the wrong type, unknown or has a wrong value', () => {
    assert.match(complaint('staging', 'https://example.com').message, /not an object/);
    assert.match(complaint('nowhere', undefined).message, /no environment named “nowhere”/);
    assert.match(complaint('staging', { ...complete, mode: 'production' }).message, /mode/);
    assert.equal(readEnvironment('staging', { ...complete, mode: 'test' }).mode, 'test');
    const ofVersion3 = { applicationId: 'app-1', apiClientId: 'client_1' };
    assert.match(complaint('smartcar-v3', { ...ofVersion3, mode: 'test' }).message, /mode: .*"live"\|"simulated"/);
    assert.match(
      complaint('staging', { ...complete, redirectUri: 'callback' }).message,
      /redirectUri: Enter an address/,
    );
  });
});

const schema = manifest.contributes.configuration.properties['vehicleData.environments'];
const validate = new Ajv({ strict: false, allErrors: true, formats: {} }).compile(schema as object);

/** What is marked in settings.json. */
function marked(entry: object): string[] {
  validate({ own: entry });
  return (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map(({ instancePath }) => instancePath);
}

describe('the schema of environments', () => {
  it('marks test vehicles in an entry for version 3 alone, and takes either name of the application', () => {
    for (const id of [{ clientId: 'app-1' }, { applicationId: 'app-1' }]) {
      assert.deepEqual(marked({ ...id, mode: 'test' }), []);
      assert.deepEqual(marked({ ...id, apiClientId: 'client_1', mode: 'test' }), []);
      assert.deepEqual(marked({ ...id, version: '3', mode: 'test' }), ['/own/mode']);
      assert.deepEqual(marked({ ...id, version: '3', mode: 'simulated' }), []);
    }
    assert.deepEqual(marked({ clientId: 'client_1', apiClientId: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07' }), [
      '/own/clientId',
      '/own/apiClientId',
    ]);
  });
});
