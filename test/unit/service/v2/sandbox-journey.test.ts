import assert from 'node:assert/strict';
import { systemClock } from '../../../../src/common/clock.ts';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/server.ts';
import {
  capacityUrl,
  connectUrl,
  readCapacityRedirect,
  readConnectRedirect,
} from '../../../../src/service/oauth/connect-url.ts';
import type { ServiceEnvironment } from '../../../../src/service/model/environment.ts';
import { contractRecords, readRecords } from '../../../../src/service/records/record-stream.ts';
import { TokenEndpoint, type TokenPair } from '../../../../src/service/oauth/token-endpoint.ts';
import type { VehicleData } from '../../../../src/service/model/vehicle-data.ts';
import { vehicleDataOf } from '../vehicle-data.ts';
import { failureOf, recordingTransport } from '../http/loopback.ts';

const redirectUri = 'http://localhost:8123/callback';
const scopes = ['read_vehicle_info', 'read_battery', 'read_charge_records'];

/** Where a page of the sandbox sends the browser. */
async function redirectOf(url: string, form?: Record<string, string>): Promise<URL> {
  const body = form && new URLSearchParams(form);
  const response = await fetch(url, { redirect: 'manual', method: body ? 'POST' : 'GET', body: body ?? null });
  return new URL(response.headers.get('location') ?? assert.fail(`no redirect: ${response.status}`));
}

describe('The service client and the sandbox', () => {
  let sandbox: Sandbox;
  let environment: ServiceEnvironment;
  let tokens: TokenEndpoint;
  let pair: TokenPair;
  let data: VehicleData;

  const { transport, reports } = recordingTransport();

  const connect = async (): Promise<string> => {
    const url = connectUrl({ environment, redirectUri, scopes, state: 'state-1' });
    const redirect = readConnectRedirect(await redirectOf(url), ['2.0']);
    assert.ok(redirect.kind === 'granted');
    assert.equal(redirect.state, 'state-1');
    return redirect.code ?? assert.fail('no code');
  };

  before(async () => {
    sandbox = await startSandbox({ autoApprove: true });
    environment = { name: 'sandbox', redirectUri, scopes, ...sandbox.addresses };
    tokens = new TokenEndpoint(transport, systemClock);
    const accessToken = async (rejected?: string) => {
      if (rejected !== undefined) pair = await tokens.refresh(environment, sandbox.addresses, pair.refreshToken);
      return pair.accessToken;
    };
    data = vehicleDataOf(environment, { accessToken }, transport);
    const code = await connect();
    pair = await tokens.exchangeCode(environment, sandbox.addresses, { code, redirectUri });
  });

  after(() => sandbox.close());

  it('agree on tokens that keep to the contract, and on a refresh', async () => {
    assert.equal(pair.deviations, undefined);
    const next = await tokens.refresh(environment, sandbox.addresses, pair.refreshToken);
    assert.equal(next.deviations, undefined);
    assert.notEqual(next.refreshToken, pair.refreshToken);
    assert.equal(next.accessTokenExpiresAt - next.issuedAt, 7200_000);
    pair = next;
  });

  it('agree on vehicles, all three cases of capacity and the records of two makes', async () => {
    const { ids, total } = await data.vehicleIds({ limit: 50, offset: 0 });
    assert.equal(ids.length, total);
    const cases = new Set<string>();
    const makesWithRecords = new Set<string>();
    for (const id of ids) {
      const { make } = await data.vehicle(id);
      const capacity = await data.nominalCapacity(id).catch(() => undefined);
      if (capacity) cases.add(capacity.case);
      const answer = await data.chargeRecords({ vehicleId: id, make }).catch(() => undefined);
      if (!answer) continue;
      for await (const batch of readRecords(answer.body)) {
        if (contractRecords(batch).length > 0) makesWithRecords.add(make);
      }
    }
    assert.deepEqual([...cases].sort(), ['determined', 'selected', 'undetermined']);
    assert.equal(makesWithRecords.size, 2);
    assert.ok((await data.user()).id.length > 0);
  });

  it('agree on the owner’s choice of a capacity', async () => {
    const { ids } = await data.vehicleIds({ limit: 50, offset: 0 });
    for (const id of ids) {
      const before = await data.nominalCapacity(id).catch(() => undefined);
      if (before?.case !== 'undetermined' || before.selectUrl === null) continue;
      const capacity = before.candidates.at(-1)?.capacity ?? 0;
      const url = capacityUrl(before.selectUrl, redirectUri);
      const redirect = readCapacityRedirect(await redirectOf(url, { capacity: String(capacity) }));
      assert.deepEqual(redirect, { kind: 'selected', vehicleId: id, capacity });
      const now = await data.nominalCapacity(id);
      assert.ok(now.case === 'selected');
      assert.equal(now.nominal, capacity);
      return;
    }
    assert.fail('the sandbox has no vehicle whose capacity is undetermined');
  });

  it('agree that an expired access token is refreshed once and the request asked again', async () => {
    const expired = pair.accessToken;
    sandbox.clock.advance(7201);
    reports.length = 0;
    assert.ok((await data.user()).id.length > 0);
    assert.notEqual(pair.accessToken, expired);
    assert.deepEqual(
      reports.map(({ operation, status }) => `${operation} ${status}`),
      ['user 401', 'refresh-tokens 200', 'user 200'],
    );
  });

  it('agree on what is dead: a used code, a spent refresh token, a wrong secret', async () => {
    const code = await connect();
    const grant = { code, redirectUri };
    await tokens.exchangeCode(environment, sandbox.addresses, grant);
    const used = await failureOf(tokens.exchangeCode(environment, sandbox.addresses, grant));
    assert.deepEqual([used.kind, used.turn], ['oauth', 'reconnect']);

    const spent = pair.refreshToken;
    pair = await tokens.refresh(environment, sandbox.addresses, spent);
    sandbox.clock.advance(61);
    const dead = await failureOf(tokens.refresh(environment, sandbox.addresses, spent));
    assert.deepEqual([dead.kind, dead.turn], ['oauth', 'reconnect']);

    const wrong = { ...sandbox.addresses, clientSecret: 'wrong' };
    const refused = await failureOf(tokens.refresh(environment, wrong, pair.refreshToken));
    assert.deepEqual([refused.kind, refused.turn, refused.type], ['oauth', 'developer', 'invalid_client']);
  });
});
