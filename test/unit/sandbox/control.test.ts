import assert from 'node:assert/strict';
import { apiError, tokenPair } from '../../../src/service/contract.ts';
import type { FaultInput } from '../../../src/sandbox/faults.ts';
import { noon, rawRequest, SandboxClient } from './client.ts';

describe('control paths of the sandbox', () => {
  let client: SandboxClient;
  beforeEach(async () => {
    client = await SandboxClient.start();
  });
  afterEach(() => client.close());

  it('show the addresses, the time and every vehicle', async () => {
    for (const path of ['', '/']) {
      const view = (await (await client.control(path)).json()) as {
        now: string;
        vehicles: Record<string, unknown>[];
      };
      for (const [name, value] of Object.entries(client.addresses)) assert.equal(Reflect.get(view, name), value);
      assert.equal(view.now, new Date(noon).toISOString());
      const { id, records, ...bmw } = view.vehicles[0] ?? {};
      assert.match(String(id), /^[0-9a-f-]{36}$/);
      assert.ok(Number(records) > 0);
      assert.deepEqual(bmw, {
        owner: 'Robin Hale',
        make: 'BMW',
        model: 'i4 eDrive40',
        year: 2024,
        region: 'Europe',
        capacity: { case: 'determined', nominal: 80.7, source: 'SMARTCAR' },
      });
      assert.deepEqual(
        view.vehicles.map((vehicle) => (vehicle.capacity as { case: string }).case),
        [
          'determined',
          'undetermined',
          'selected',
          'determined',
          'undetermined',
          'unavailable',
          'determined',
          'undetermined',
        ],
      );
    }
  });

  it('turn the clock, forward only', async () => {
    const { access_token } = await client.pair();
    const answer = await client.control('/clock', 'POST', { advance: 7200 });
    assert.deepEqual(await answer.json(), { now: new Date(noon + 7_200_000).toISOString() });
    assert.equal((await client.get('/v2.0/user', access_token)).status, 401);
    for (const body of [{ advance: -1 }, { advance: '1' }, {}, { advance: 1, more: 2 }]) {
      const refused = await client.control('/clock', 'POST', body);
      assert.equal(refused.status, 400);
      assert.ok(apiError.parse(await refused.json()).detail?.length);
    }
    assert.equal((await fetch(`${client.addresses.controlUrl}/clock`, { method: 'POST', body: '{' })).status, 400);
    assert.throws(() => {
      client.sandbox.clock.advance(-1);
    }, RangeError);
  });

  it('reset forgets tokens, the time and faults', async () => {
    const { access_token, refresh_token } = await client.pair();
    client.sandbox.clock.advance(60);
    client.sandbox.faults.add({ operation: 'any', times: 'always', status: 500 });
    await client.control('/reset', 'POST');
    assert.equal(client.sandbox.clock.now(), noon);
    assert.equal((await client.get('/v2.0/user', access_token)).status, 401);
    assert.equal((await client.refresh(refresh_token)).status, 400);
  });

  it('refuse other sites, and a name that is not of this machine', async () => {
    const clock = `${client.addresses.controlUrl}/clock`;
    const own = client.addresses.baseUrl;
    const post = (headers: Record<string, string>) => rawRequest(clock, 'POST', headers, '{"advance":1}');
    assert.equal(await post({}), 200);
    assert.equal(await post({ Origin: own }), 200);
    assert.equal(await post({ Origin: 'https://example.test' }), 403);
    assert.equal(await post({ Origin: 'http://localhost:1' }), 403);
    assert.equal(await post({ Origin: 'null' }), 403);
    assert.equal(await post({ 'Sec-Fetch-Site': 'cross-site' }), 403);
    assert.equal(await post({ 'Sec-Fetch-Site': 'same-site' }), 403);
    assert.equal(client.sandbox.clock.now(), noon + 2000);
    const get = (headers: Record<string, string>) => rawRequest(`${client.addresses.controlUrl}/`, 'GET', headers);
    assert.equal(await get({ Host: 'example.test' }), 403);
    assert.equal(await get({ Host: 'localhost.example.test' }), 403);
    assert.equal(await get({ Host: '127.0.0.1.example.test' }), 403);
    assert.equal(await get({ 'Sec-Fetch-Site': 'cross-site' }), 403);
    assert.equal(await get({ Host: 'localhost:8443' }), 200);
  });

  it('every path refuses a name that is not of this machine', async () => {
    for (const path of ['/oauth/authorize', '/v2.0/user', '/battery-capacity', '/nothing']) {
      assert.equal(await rawRequest(`${client.addresses.baseUrl}${path}`, 'GET', { Host: 'example.test' }), 403, path);
    }
  });
});

describe('faults of the sandbox', () => {
  let client: SandboxClient;
  let token: string;
  beforeEach(async () => {
    client = await SandboxClient.start();
    token = (await client.pair()).access_token;
  });
  afterEach(() => client.close());

  const user = () => client.get('/v2.0/user', token);
  const add = async (fault: FaultInput) => assert.equal((await client.control('/faults', 'POST', fault)).status, 204);

  it('answer with a status, body, headers and content type, as many times as told', async () => {
    await add({
      operation: 'user',
      times: 2,
      status: 429,
      body: { type: 'RATE_LIMIT' },
      headers: { 'Retry-After': '7' },
    });
    await add({ operation: 'user', status: 200, body: '<p>portal</p>', contentType: 'text/html' });
    for (let turn = 0; turn < 2; turn++) {
      const answer = await user();
      assert.deepEqual([answer.status, answer.headers.get('Retry-After')], [429, '7']);
      assert.deepEqual(await answer.json(), { type: 'RATE_LIMIT' });
    }
    const html = await user();
    assert.deepEqual([html.headers.get('Content-Type'), await html.text()], ['text/html', '<p>portal</p>']);
    assert.equal((await user()).status, 200);
  });

  it('strike their operation and no other; "any" strikes all, until deleted', async () => {
    await add({ operation: 'vehicles', times: 'always', status: 502 });
    assert.equal((await user()).status, 200);
    assert.equal((await client.get('/v2.0/vehicles', token)).status, 502);
    await add({ operation: 'any', times: 'always', status: 430 });
    assert.equal((await user()).status, 430);
    assert.equal((await client.control('/faults', 'DELETE')).status, 204);
    assert.equal((await client.get('/v2.0/vehicles', token)).status, 200);
    assert.equal((await user()).status, 200);
  });

  it('drop the connection', async () => {
    await add({ operation: 'user', drop: true });
    await assert.rejects(user(), TypeError);
    assert.equal((await user()).status, 200);
  });

  it('cut the answer in the middle', async () => {
    await add({ operation: 'user', truncate: true });
    await assert.rejects(
      user().then((answer) => answer.text()),
      TypeError,
    );
    assert.equal((await user()).status, 200);
  });

  it('redirect elsewhere', async () => {
    await add({ operation: 'token', redirect: 'http://localhost:9/elsewhere' });
    const { authUrl } = client.addresses;
    const answer = await fetch(`${authUrl}/oauth/token`, { method: 'POST', redirect: 'manual' });
    assert.deepEqual([answer.status, answer.headers.get('Location')], [307, 'http://localhost:9/elsewhere']);
  });

  it('wait, then answer as usual', async () => {
    await add({ operation: 'user', delayMs: 1 });
    assert.equal((await user()).status, 200);
  });

  it('answer with more bytes than anyone wants', async () => {
    await add({ operation: 'user', hugeBytes: 300_000 });
    const text = await (await user()).text();
    assert.ok(text.length >= 300_000);
    assert.deepEqual(JSON.parse(text), {});
  });

  it('before: the request takes no effect', async () => {
    const code = await client.code();
    await add({ operation: 'token', drop: true });
    await assert.rejects(client.exchange(code), TypeError);
    assert.equal((await client.exchange(code)).status, 200);
  });

  it('after: the request takes effect, and its answer is lost', async () => {
    const code = await client.code();
    await add({ operation: 'token', drop: true, when: 'after' });
    await assert.rejects(client.exchange(code), TypeError);
    assert.equal((await client.exchange(code)).status, 400, 'the code is spent');

    const { refresh_token } = await client.pair();
    await add({ operation: 'token', status: 500, when: 'after' });
    const spoilt = await client.refresh(refresh_token);
    assert.equal(spoilt.status, 500);
    assert.equal(await spoilt.text(), '');
    await add({ operation: 'token', status: 500, when: 'after' });
    const other = await client.token({}, { Authorization: 'Basic none' });
    assert.equal(other.headers.get('WWW-Authenticate'), null, 'nothing of the real answer shows');
    const resent = await client.refresh(refresh_token);
    tokenPair.parse(await resent.json());
    client.sandbox.clock.advance(60);
    assert.equal((await client.refresh(refresh_token)).status, 400, 'the minute began with the lost answer');
  });

  it('are refused with a reason if they are not one thing', async () => {
    for (const fault of [
      { operation: 'user' },
      { operation: 'user', drop: true, truncate: true },
      { operation: 'brakes', drop: true },
      { operation: 'user', status: 99 },
      { operation: 'user', drop: true, times: 0 },
    ]) {
      const answer = await client.control('/faults', 'POST', fault);
      assert.equal(answer.status, 400);
      assert.ok(apiError.parse(await answer.json()).detail?.length);
    }
    assert.equal((await user()).status, 200);
  });
});
