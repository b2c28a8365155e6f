import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/common/clock.ts';
import { ownWebhookId } from '../../../../src/sandbox/world/connections.ts';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/server.ts';
import type { ServiceEnvironment } from '../../../../src/service/model/environment.ts';
import type { VehicleData } from '../../../../src/service/model/vehicle-data.ts';
import { ApplicationTokens } from '../../../../src/service/oauth/application-tokens.ts';
import { connectUrl, readConnectRedirect } from '../../../../src/service/oauth/connect-url.ts';
import { TokenEndpoint } from '../../../../src/service/oauth/token-endpoint.ts';
import { readRecords } from '../../../../src/service/records/record-stream.ts';
import { failureOf, recordingTransport } from '../http/loopback.ts';
import { vehicleDataV3Of } from '../vehicle-data.ts';

const redirectUri = 'http://localhost:8123/callback';
const scopes = ['read_vehicle_info', 'read_battery', 'read_charge_records'];

describe('The client of version 3 and the sandbox', () => {
  let sandbox: Sandbox;
  let environment: ServiceEnvironment;
  let managementUrl: string;
  let token: (rejected?: string) => Promise<string>;
  let ownerId: string;
  let data: VehicleData;

  const { transport, reports } = recordingTransport();

  before(async () => {
    sandbox = await startSandbox({ autoApprove: true, emptyStore: true });
    const { v3, connectUrl: connectPage } = sandbox.addresses;
    assert.ok(v3);
    const { authUrl, baseUrl, applicationId, apiClientId: clientId, apiClientSecret: clientSecret } = v3;
    ({ managementUrl } = v3);
    const addresses = { authUrl, baseUrl, connectUrl: connectPage, redirectUri };
    environment = { name: 'sandbox', version: '3', ...addresses, applicationId, clientId, scopes };
    const tokens = new ApplicationTokens(new TokenEndpoint(transport, systemClock), systemClock);
    token = (rejected) => tokens.token(environment, { clientId, clientSecret }, rejected);
    const page = await fetch(connectUrl({ environment, redirectUri, scopes, state: 's' }), { redirect: 'manual' });
    const redirect = readConnectRedirect(new URL(page.headers.get('location') ?? assert.fail(`${page.status}`)), ['3']);
    ownerId =
      redirect.kind === 'granted' && redirect.ownerId !== undefined ? redirect.ownerId : assert.fail(redirect.kind);
    data = vehicleDataV3Of(environment, { accessToken: token, ownerId: () => Promise.resolve(ownerId) }, transport);
  });
  after(() => sandbox.close());

  async function subscribe(vehicleId: string): Promise<void> {
    const response = await fetch(`${managementUrl}/v3/subscriptions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data: { attributes: { webhookId: ownWebhookId(1), userId: ownerId, vehicleId } } }),
    });
    assert.equal(response.status, 202, await response.text());
  }

  it('reads vehicles, explains an empty store, and reads capacity and charge records once it is filled', async () => {
    const { ids } = await data.vehicleIds({ limit: 50, offset: 0 });
    const [id = assert.fail('no vehicles')] = ids;
    assert.match((await failureOf(data.nominalCapacity(id))).nextStep, /webhook subscription/);
    const vehicle = await data.vehicle(id);
    await subscribe(id);
    const capacity = await data.nominalCapacity(id);
    assert.ok(capacity.case === 'undetermined' || capacity.nominal > 10);
    const { body, reading } = await data.chargeRecords({ vehicleId: id, make: vehicle.make });
    let rows = 0;
    for await (const { columns } of readRecords(body, undefined, reading)) {
      rows += columns.rows;
      assert.equal(columns.problems.rows.length, 0);
      assert.deepEqual(columns.unknownFields, []);
    }
    assert.ok(rows > 0);
    assert.deepEqual([...(await data.permissions(id)).granted].sort(), [...scopes].sort());
    const asked = reports.filter(({ operation }) => operation === 'application-token');
    assert.equal(asked.length, 1, 'one token for all');
  });

  it('ends access to a vehicle', async () => {
    const before = (await data.vehicleIds({ limit: 50, offset: 0 })).ids;
    const last = before.at(-1) ?? assert.fail('no vehicles');
    await data.disconnect(last);
    assert.deepEqual((await data.vehicleIds({ limit: 50, offset: 0 })).ids, before.slice(0, -1));
  });
});
