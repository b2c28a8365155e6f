import assert from 'node:assert/strict';
import { apiErrors, signalList } from '../../../../src/service/v3/contract.ts';
import { closedAfterEach, SandboxClient } from '../client.ts';
import { Version3Client } from './client.ts';

describe('Errors of version 3', () => {
  let client: SandboxClient;
  beforeEach(async () => {
    client = await SandboxClient.start();
  });
  afterEach(() => client.close());
  const start = closedAfterEach(() => Version3Client.start());

  it('have codes of their own, which faults name, in the form of the version that is asked', async () => {
    const { faults } = client.sandbox;
    const { access_token } = await client.pair();
    const error = { type: 'AUTHENTICATION', code: 'UNAUTHORIZED' } as const;
    faults.add({ operation: 'signals', error });
    faults.add({ operation: 'user', error });
    const body3 = (await (await client.get('/v3/vehicles/1/signals', access_token)).json()) as { errors: object[] };
    assert.partialDeepStrictEqual(body3.errors[0], { status: '401', ...error });
    const body2 = (await (await client.get('/v2.0/user', access_token)).json()) as object;
    assert.partialDeepStrictEqual(body2, { statusCode: 401, ...error });
    assert.throws(() => faults.add({ operation: 'signals', error: { type: 'AUTHENTICATION', code: 'NONE' } }));
  });

  it('may be of one signal, inside an answer that succeeds', async () => {
    const version3 = await start();
    const code = 'charge-chargerecords';
    version3.client.sandbox.faults.add({ operation: 'any', times: 2, signal: { code } });
    const list = signalList.parse(await (await version3.signals()).json());
    for (const { attributes } of list.data) {
      if (attributes.code === code) {
        assert.equal(attributes.body, undefined);
        assert.partialDeepStrictEqual(attributes.status, { value: 'ERROR', error: { type: 'COMPATIBILITY' } });
      } else assert.notEqual(attributes.status?.error?.type, 'COMPATIBILITY');
    }
    assert.match(await (await version3.signal(code)).text(), /"status":{"value":"ERROR"/);
    assert.match(await (await version3.signal(code)).text(), /"values":/);
  });
});

const signal = (code: string) => `GET /v3/vehicles/{id}/signals/${code}`;

/** What people call, and what there is. */
const calls: Readonly<Record<string, string | undefined>> = {
  'GET /v3/vehicles': 'GET /v3/connections',
  'GET /v3/vehicles/': 'GET /v3/connections',
  'GET /v3/user': 'GET /v3/connections',
  'POST /v3/vehicles/1/signals': 'GET /v3/vehicles/{id}/signals',
  'POST /v3/vehicles/1/batch': 'GET /v3/vehicles/{id}/signals',
  'GET /v3/vehicles/1/vin': signal('vehicleidentification-vin'),
  'GET /v3/vehicles/1/battery': signal('tractionbattery-stateofcharge'),
  'GET /v3/vehicles/1/battery/nominal_capacity': signal('tractionbattery-nominalcapacity'),
  'GET /v3/vehicles/1/bmw/charge/records': signal('charge-chargerecords'),
  'GET /v3/vehicles/1/charge': signal('charge-ischargingcableconnected'),
  'GET /v3/vehicles/1/charge/limit': signal('charge-chargelimits'),
  'GET /v3/vehicles/1/charge/records': signal('charge-chargerecords'),
  'GET /v3/vehicles/1/permissions': 'GET /v3/connections/{connectionId}',
  'DELETE /v3/vehicles/1/application': 'DELETE /v3/connections/{connectionId}',
  'POST /v3/vehicles/1/charge': 'POST /v3/vehicles/{id}/commands/charge/start',
  'POST /v3/vehicles/1/charge/limit': 'POST /v3/vehicles/{id}/commands/charge/set-limit',
  'POST /v3/vehicles/1/security': 'POST /v3/vehicles/{id}/commands/security/lock',
  'POST /v3/vehicles/1/commands': 'POST /v3/vehicles/{id}/commands/charge/start',
  'GET /v3/vehicles/1/location': 'GET /v3/vehicles/{id}/signals',
  'GET /v3/vehicles/1/tires/pressure': 'GET /v3/vehicles/{id}/signals',
  'POST /v3/oauth2/token': 'POST /oauth2/token',
  'POST /oauth2/v3': 'POST /oauth2/token',
  'GET /v3/nothing': undefined,
  'GET /v3/vehicles/1/locations': undefined,
  'GET /v2.0/vehicles': undefined,
  'DELETE /v3/vehicles': undefined,
};

describe('Hints at paths that were never there', () => {
  const start = closedAfterEach(() => Version3Client.start());

  it('name what there is, for each call that people make, and the error is that of the service', async () => {
    const { client } = await start();
    for (const [call, hint = null] of Object.entries(calls)) {
      const [method = '', path = ''] = call.split(' ');
      const answer = await fetch(client.addresses.baseUrl + path, { method });
      assert.equal(answer.headers.get('Sandbox-Hint'), hint, call);
      const text = await answer.text();
      if (hint !== null) assert.match(text, /"INVALID_PATH"/, call);
      assert.doesNotMatch(text, /GET/);
    }
  });

  it('lead to something that answers', async () => {
    const client = await start();
    const parts = { id: client.vehicleIds[0] ?? '', connectionId: await client.connectionId() };
    // The call that disconnects is the last one.
    const hints = [...new Set(Object.values(calls))].sort((one = '', other = '') => other.localeCompare(one));
    for (const hint of hints) {
      const [method = '', path = ''] = (hint ?? '').split(' ');
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: 'id' | 'connectionId') => parts[name]);
      const headers = { Authorization: `Bearer ${client.token}`, 'sc-user-id': client.userId };
      if (hint)
        assert.notEqual((await fetch(client.client.addresses.baseUrl + url, { method, headers })).status, 404, hint);
    }
  });

  it('say of a command that its path is right, and that it is not carried out', async () => {
    const { client } = await start();
    const post = (command: string) =>
      fetch(`${client.addresses.baseUrl}/v3/vehicles/1/commands/${command}`, { method: 'POST' });
    for (const command of [
      'charge/stop',
      'charge/set-limit',
      'charge-port/open',
      'security/unlock',
      'navigation/set-destination',
    ]) {
      const answer = await post(command);
      assert.equal(answer.status, 501, command);
      assert.equal(answer.headers.get('Sandbox-Basis'), 'assumed');
      assert.match(answer.headers.get('Sandbox-Hint') ?? '', /^The path is right/);
      const { errors } = apiErrors.parse(await answer.json());
      assert.match(errors[0]?.detail ?? '', /^The path is right, but the sandbox/);
    }
    for (const command of ['lock', 'charge/limit', 'climate/start']) assert.equal((await post(command)).status, 404);
  });
});
