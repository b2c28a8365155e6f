import assert from 'node:assert/strict';
import { apiErrors } from '../../../../src/service/v3/contract.ts';
import { pathHint } from '../../../../src/sandbox/v3/path-hints.ts';
import { SandboxClient } from '../client.ts';

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
  'GET /v3/vehicles/1/charge/records': signal('charge-chargerecords'),
  'GET /v3/vehicles/1/permissions': 'GET /v3/connections/{connectionId}',
  'DELETE /v3/vehicles/1/application': 'DELETE /v3/connections/{connectionId}',
  'POST /v3/vehicles/1/charge': 'POST /v3/vehicles/{id}/commands/charge/start',
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
  for (const [call, hint] of Object.entries(calls)) {
    it(`${call}: ${hint ?? 'none'}`, () => {
      const [method = '', path = ''] = call.split(' ');
      assert.equal(pathHint(method, path), hint);
    });
  }

  it('come in a header, and the error is that of the service', async () => {
    const client = await SandboxClient.start();
    try {
      const answer = await fetch(`${client.addresses.baseUrl}/v3/vehicles/1/signals`, { method: 'POST' });
      assert.equal(answer.status, 404);
      assert.equal(answer.headers.get('Sandbox-Hint'), 'GET /v3/vehicles/{id}/signals');
      const { errors } = apiErrors.parse(await answer.json());
      assert.equal(errors[0]?.code, 'INVALID_PATH');
      assert.doesNotMatch(JSON.stringify(errors), /GET/);
      assert.equal((await client.get('/v3/nothing', '')).headers.get('Sandbox-Hint'), null);
    } finally {
      await client.close();
    }
  });
});
