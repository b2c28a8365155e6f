import assert from 'node:assert/strict';
import { capacityUrl, readCapacityRedirect } from '../../../src/service/oauth/connect-url.ts';
import { contractRecords, readRecords } from '../../../src/service/records/record-stream.ts';
import { BothVersions, redirectOf, redirectUri } from './comparison/both-versions.ts';
import { failureOf } from './http/loopback.ts';

const all = { limit: 50, offset: 0 };

describe('The service client and the sandbox', () => {
  let both: BothVersions;
  before(async () => {
    both = await BothVersions.start({}, { subscribed: false });
  });
  after(() => both.sandbox.close());

  it('agree on tokens that keep to the contract, and on a refresh', async () => {
    const { pair, tokens } = both.clients;
    assert.equal(pair.current.deviations, undefined);
    const next = await tokens.refresh(both.sandbox.addresses, both.sandbox.addresses, pair.current.refreshToken);
    assert.equal(next.deviations, undefined);
    assert.notEqual(next.refreshToken, pair.current.refreshToken);
    assert.equal(next.accessTokenExpiresAt - next.issuedAt, 7200_000);
    pair.current = next;
  });

  it('agree on vehicles, all three cases of capacity and the records of two makes', async () => {
    const { v2 } = both.clients;
    const { ids, total } = await v2.vehicleIds(all);
    assert.equal(ids.length, total);
    const cases = new Set<string>();
    const makesWithRecords = new Set<string>();
    for (const id of ids) {
      const { make } = await v2.vehicle(id);
      const capacity = await v2.nominalCapacity(id).catch(() => undefined);
      if (capacity) cases.add(capacity.case);
      const answer = await v2.chargeRecords({ vehicleId: id, make }).catch(() => undefined);
      if (!answer) continue;
      for await (const batch of readRecords(answer.body)) {
        if (contractRecords(batch).length > 0) makesWithRecords.add(make);
      }
    }
    assert.deepEqual([...cases].sort(), ['determined', 'selected', 'undetermined']);
    assert.equal(makesWithRecords.size, 2);
    assert.ok((await v2.user()).id.length > 0);
  });

  it('agree on the owner’s choice of a capacity', async () => {
    const { v2, vehicleIds } = both.clients;
    for (const id of vehicleIds) {
      const before = await v2.nominalCapacity(id).catch(() => undefined);
      if (before?.case !== 'undetermined' || before.selectUrl === null) continue;
      const capacity = before.candidates.at(-1)?.capacity ?? 0;
      const url = capacityUrl(before.selectUrl, redirectUri);
      const redirect = readCapacityRedirect(await redirectOf(url, { capacity: String(capacity) }));
      assert.deepEqual(redirect, { kind: 'selected', vehicleId: id, capacity });
      const now = await v2.nominalCapacity(id);
      assert.ok(now.case === 'selected');
      assert.equal(now.nominal, capacity);
      return;
    }
    assert.fail('the sandbox has no vehicle whose capacity is undetermined');
  });

  it('agree on an empty store of version 3, and on what it holds once it is filled, by one token', async () => {
    const { v3, reports } = both.clients;
    const [id = assert.fail('no vehicles')] = (await v3.vehicleIds(all)).ids;
    assert.match((await failureOf(v3.nominalCapacity(id))).nextStep, /webhook subscription/);
    await both.control('/subscriptions', { vehicleId: id });
    const capacity = await v3.nominalCapacity(id);
    assert.ok(capacity.case === 'undetermined' || capacity.nominal > 10);
    const { body, reading } = await v3.chargeRecords({ vehicleId: id, make: (await v3.vehicle(id)).make });
    let rows = 0;
    for await (const { columns } of readRecords(body, undefined, reading)) {
      rows += columns.rows;
      assert.deepEqual([columns.problems.rows.length, columns.unknownFields], [0, []]);
    }
    assert.ok(rows > 0);
    assert.ok((await v3.permissions(id)).granted.includes('read_battery'));
    assert.equal(reports.filter(({ operation }) => operation === 'application-token').length, 1);
  });

  it('agree on the end of access to a vehicle', async () => {
    const { v3 } = both.clients;
    const before = (await v3.vehicleIds(all)).ids;
    await v3.disconnect(before.at(-1) ?? assert.fail('no vehicles'));
    assert.deepEqual((await v3.vehicleIds(all)).ids, before.slice(0, -1));
  });

  it('agree that an expired access token is refreshed once and the request asked again', async () => {
    const { v2, pair, reports } = both.clients;
    const expired = pair.current.accessToken;
    both.sandbox.clock.advance(7201);
    reports.length = 0;
    assert.ok((await v2.user()).id.length > 0);
    assert.notEqual(pair.current.accessToken, expired);
    assert.deepEqual(
      reports.map(({ operation, status }) => `${operation} ${status}`),
      ['user 401', 'refresh-tokens 200', 'user 200'],
    );
  });

  it('agree on what is dead: a used code, a spent refresh token, a wrong secret', async () => {
    const { tokens, pair, code } = both.clients;
    const { addresses, clock } = both.sandbox;
    const grant = { code: await code(), redirectUri };
    await tokens.exchangeCode(addresses, addresses, grant);
    const used = await failureOf(tokens.exchangeCode(addresses, addresses, grant));
    assert.deepEqual([used.kind, used.turn], ['oauth', 'reconnect']);

    const spent = pair.current.refreshToken;
    pair.current = await tokens.refresh(addresses, addresses, spent);
    clock.advance(61);
    const dead = await failureOf(tokens.refresh(addresses, addresses, spent));
    assert.deepEqual([dead.kind, dead.turn], ['oauth', 'reconnect']);

    const wrong = { ...addresses, clientSecret: 'wrong' };
    const refused = await failureOf(tokens.refresh(addresses, wrong, pair.current.refreshToken));
    assert.deepEqual([refused.kind, refused.turn, refused.type], ['oauth', 'developer', 'invalid_client']);
  });
});
