import assert from 'node:assert/strict';
import { codesOf, errorTypes } from '../../../../src/sandbox/web/error-kinds.ts';
import type { FaultInput } from '../../../../src/sandbox/faults/fault-schema.ts';
import { apiError, vehicleList } from '../../../../src/service/v2/contract.ts';
import { oauthError, tokenPair } from '../../../../src/service/oauth/token-contract.ts';
import { SandboxClient } from '../client.ts';

describe('faults of the sandbox', () => {
  let client: SandboxClient;
  let token: string;
  beforeEach(async () => {
    client = await SandboxClient.start();
    token = (await client.pair()).access_token;
  });
  afterEach(() => client.close());

  const user = () => client.get('/v2.0/user', token);
  const add = async (fault: FaultInput) => assert.equal((await client.control('/faults', 'POST', fault)).status, 201);

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

  it('add headers to the real answer, such as those that announce its end', async () => {
    const before: unknown = await (await user()).json();
    const addHeaders = { Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT', Deprecation: 'true' };
    await add({ operation: 'user', addHeaders });
    const answer = await user();
    assert.deepEqual([answer.status, answer.headers.get('Sunset')], [200, addHeaders.Sunset]);
    assert.deepEqual(await answer.json(), before);
    assert.equal((await user()).headers.get('Sunset'), null);
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

  it('answer with every documented error by its name', async () => {
    for (const [type, code] of errorTypes.flatMap((type) => codesOf(type).map((code) => [type, code] as const))) {
      await add({ operation: 'user', error: { type, code, retryAfter: 7 } });
      const answer = await user();
      const error = apiError.parse(await answer.json());
      assert.deepEqual([error.type, error.code ?? null, error.statusCode], [type, code, answer.status]);
      assert.equal(error.requestId, answer.headers.get('SC-Request-Id'));
      assert.deepEqual([answer.headers.get('Retry-After'), answer.headers.get('Sandbox-Rule')], ['7', 'sandbox.fault']);
    }
    await add({ operation: 'user', error: { type: 'BILLING' } });
    assert.equal((await user()).status, 430);
    await add({ operation: 'token', error: { type: 'invalid_grant' } });
    const refused = await client.refresh('any');
    assert.deepEqual([refused.status, oauthError.parse(await refused.json()).error], [400, 'invalid_grant']);
  });

  it('strike one vehicle alone, if told to', async () => {
    const [first = '', second = ''] = await client.vehicleIds(token);
    await add({ operation: 'any', vehicleId: second, times: 'always', error: { type: 'UPSTREAM' } });
    assert.equal((await client.get(`/v2.0/vehicles/${first}`, token)).status, 200);
    assert.equal((await client.get(`/v2.0/vehicles/${second}`, token)).status, 502);
    assert.equal((await client.get(`/v2.0/vehicles/${second}/battery/nominal_capacity`, token)).status, 502);
    assert.equal((await user()).status, 200);
  });

  it('send a web page, the wrong types, and the real answer byte by byte', async () => {
    const real = await (await client.get('/v2.0/vehicles', token)).text();
    await add({ operation: 'vehicles', html: true });
    const page = await client.get('/v2.0/vehicles', token);
    assert.deepEqual([page.status, page.headers.get('Content-Type')], [200, 'text/html; charset=utf-8']);
    assert.match(await page.text(), /^<!doctype html>/);

    await add({ operation: 'vehicles', wrongTypes: true });
    const wrong = (await (await client.get('/v2.0/vehicles', token)).json()) as {
      paging: unknown;
      vehicles: unknown[];
    };
    assert.deepEqual(wrong.paging, { count: '6', offset: '0' });
    assert.deepEqual(wrong.vehicles[0], 36);
    assert.equal(vehicleList.safeParse(wrong).success, false);

    await add({ operation: 'connect', wrongTypes: true });
    assert.equal((await fetch(client.connectUrl(), { redirect: 'manual' })).status, 302, 'a redirect has no types');

    await add({ operation: 'vehicles', bytesPerSecond: 5000 });
    const slow = await client.get('/v2.0/vehicles', token);
    const pieces: Uint8Array[] = [];
    for await (const piece of (slow.body ?? []) as AsyncIterable<Uint8Array>) pieces.push(piece);
    assert.equal(Buffer.concat(pieces).toString(), real);
    assert.deepEqual(await (await client.control('/faults')).json(), { faults: [] });
  });

  it('are listed with what is left of them, and removed one by one', async () => {
    await add({ operation: 'user', times: 3, drop: true });
    await add({ operation: 'user', times: 'always', status: 500 });
    await assert.rejects(user(), TypeError);
    const list = async () =>
      ((await (await client.control('/faults')).json()) as { faults: { id: number; left: unknown }[] }).faults;
    const [first, second] = await list();
    assert.deepEqual([first?.left, second?.left], [2, 'always']);
    assert.equal((await client.control(`/faults/${first?.id ?? 0}`, 'DELETE')).status, 204);
    assert.equal((await client.control(`/faults/${first?.id ?? 0}`, 'DELETE')).status, 404);
    assert.equal((await user()).status, 500);
    assert.deepEqual(await list(), [second]);
  });

  it('strike the pages of the owner by their name only', async () => {
    await add({ operation: 'any', times: 'always', status: 500 });
    assert.equal((await fetch(client.connectUrl(), { redirect: 'manual' })).status, 302);
    await add({ operation: 'connect', status: 503 });
    assert.equal((await fetch(client.connectUrl(), { redirect: 'manual' })).status, 503);
    await add({ operation: 'capacity-page', status: 502 });
    assert.equal((await fetch(`${client.addresses.baseUrl}/battery-capacity`)).status, 502);
  });

  it('name the field that is wrong', async () => {
    const cases: [unknown, RegExp][] = [
      [{ operation: 'user', error: { type: 'BRAKES' } }, /^error\.type: /],
      [{ operation: 'user', error: { type: 'SERVER', code: 'ASLEEP' } }, /^error\.code: SERVER comes with INTERNAL/],
      [{ operation: 'user', error: { type: 'invalid_grant', code: 'X' } }, /^error\.code: .*no code/],
      [{ operation: 'user', status: 200, headers: { 'a b': '' } }, /^headers\.a b: /],
      [{ operation: 'user', redirect: 'http://x/\ny' }, /^redirect: /],
      [{ operation: 'user', drop: true, times: -1 }, /^times: /],
      ['user', /^the whole: /],
    ];
    for (const [fault, reason] of cases) {
      const answer = await client.control('/faults', 'POST', fault);
      assert.equal(answer.status, 400);
      assert.match(String(apiError.parse(await answer.json()).detail?.[0]), reason);
    }
  });
});
