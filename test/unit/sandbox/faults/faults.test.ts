import assert from 'node:assert/strict';
import { codesOf, errorTypes } from '../../../../src/sandbox/web/error-kinds.ts';
import type { FaultInput } from '../../../../src/sandbox/faults/fault-schema.ts';
import { apiError, vehicleList } from '../../../../src/service/v2/contract.ts';
import { oauthError, tokenPair } from '../../../../src/service/oauth/token-contract.ts';
import { SandboxClient } from '../client.ts';

type Check = (answer: Response, text: string, real: string) => void;

/** What a client sees of the list of vehicles, by the effect of the fault. */
const effects: Readonly<Record<string, readonly [fault: Omit<FaultInput, 'operation'>, check: Check]>> = {
  'a status with body and headers': [
    { status: 429, body: { type: 'RATE_LIMIT' }, headers: { 'Retry-After': '7' } },
    ({ status, headers }, text) =>
      assert.deepEqual([status, headers.get('Retry-After'), text], [429, '7', '{"type":"RATE_LIMIT"}']),
  ],
  'another content type': [
    { status: 200, body: '<p>portal</p>', contentType: 'text/html' },
    ({ headers }, text) => assert.deepEqual([headers.get('Content-Type'), text], ['text/html', '<p>portal</p>']),
  ],
  'the real answer with headers that announce its end': [
    { addHeaders: { Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT' } },
    ({ headers }, text, real) =>
      assert.deepEqual([headers.get('Sunset'), text], ['Thu, 31 Dec 2026 23:59:59 GMT', real]),
  ],
  'a redirect elsewhere': [
    { redirect: 'http://localhost:9/elsewhere' },
    ({ status, headers }) => assert.deepEqual([status, headers.get('Location')], [307, 'http://localhost:9/elsewhere']),
  ],
  'the real answer, later': [{ delayMs: 1 }, (_, text, real) => assert.equal(text, real)],
  'more bytes than anyone wants': [
    { hugeBytes: 300_000 },
    (_, text) => assert.ok(text.length >= 300_000 && text.trim() === '{}'),
  ],
  'a web page': [{ html: true }, ({ status }, text) => assert.ok(status === 200 && text.startsWith('<!doctype html>'))],
  'the wrong types': [
    { wrongTypes: true },
    (_, text) => {
      const wrong = JSON.parse(text) as { paging: unknown; vehicles: unknown[] };
      assert.deepEqual([wrong.paging, wrong.vehicles[0]], [{ count: '6', offset: '0' }, 36]);
      assert.equal(vehicleList.safeParse(wrong).success, false);
    },
  ],
  'the real answer piece by piece': [{ bytesPerSecond: 5000 }, (_, text, real) => assert.equal(text, real)],
};

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

  for (const [name, [fault, check]] of Object.entries(effects)) {
    it(`answer with ${name}, once`, async () => {
      const ask = () =>
        fetch(`${client.addresses.baseUrl}/v2.0/vehicles`, {
          redirect: 'manual',
          headers: { Authorization: `Bearer ${token}` },
        });
      const real = await (await ask()).text();
      await add({ operation: 'vehicles', ...fault });
      assert.equal((await user()).status, 200, 'another operation');
      const answer = await ask();
      check(answer, await answer.text(), real);
      assert.equal(await (await ask()).text(), real);
      assert.deepEqual(await (await client.control('/faults')).json(), { faults: [] });
    });
  }

  it('change no types of a redirect', async () => {
    await add({ operation: 'connect', wrongTypes: true });
    assert.equal((await fetch(client.connectUrl(), { redirect: 'manual' })).status, 302);
  });

  it('cut the answer in the middle', async () => {
    await add({ operation: 'user', truncate: true });
    await assert.rejects(
      user().then((answer) => answer.text()),
      TypeError,
    );
    assert.equal((await user()).status, 200);
  });

  it('strike all operations with "any" until they are deleted, and the pages of the owner by their name only', async () => {
    await add({ operation: 'any', times: 'always', status: 430 });
    assert.deepEqual([(await user()).status, (await client.get('/v2.0/vehicles', token)).status], [430, 430]);
    const connect = () => fetch(client.connectUrl(), { redirect: 'manual' });
    assert.equal((await connect()).status, 302);
    await add({ operation: 'connect', status: 503 });
    assert.equal((await connect()).status, 503);
    await add({ operation: 'capacity-page', status: 502 });
    assert.equal((await fetch(`${client.addresses.baseUrl}/battery-capacity`)).status, 502);
    assert.equal((await client.control('/faults', 'DELETE')).status, 204);
    assert.equal((await user()).status, 200);
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
    assert.deepEqual([spoilt.status, await spoilt.text()], [500, '']);
    await add({ operation: 'token', status: 500, when: 'after' });
    const other = await client.token({}, { Authorization: 'Basic none' });
    assert.equal(other.headers.get('WWW-Authenticate'), null, 'nothing of the real answer shows');
    tokenPair.parse(await (await client.refresh(refresh_token)).json());
    client.sandbox.clock.advance(60);
    assert.equal((await client.refresh(refresh_token)).status, 400, 'the minute began with the lost answer');
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
    const paths = [
      `/vehicles/${first}`,
      `/vehicles/${second}`,
      `/vehicles/${second}/battery/nominal_capacity`,
      '/user',
    ];
    const answers = await Promise.all(paths.map((path) => client.get(`/v2.0${path}`, token)));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 502, 502, 200],
    );
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

  it('are refused if they are not one thing, with the field that is wrong', async () => {
    const cases: [unknown, RegExp][] = [
      [{ operation: 'user' }, /^the whole: exactly one of/],
      [{ operation: 'user', drop: true, truncate: true }, /^the whole: exactly one of/],
      [{ operation: 'brakes', drop: true }, /^operation: /],
      [{ operation: 'user', status: 99 }, /^status: /],
      [{ operation: 'user', drop: true, times: 0 }, /^times: /],
      [{ operation: 'user', error: { type: 'BRAKES' } }, /^error\.type: /],
      [{ operation: 'user', error: { type: 'SERVER', code: 'ASLEEP' } }, /^error\.code: SERVER comes with INTERNAL/],
      [{ operation: 'user', error: { type: 'invalid_grant', code: 'X' } }, /^error\.code: .*no code/],
      [{ operation: 'user', status: 200, headers: { 'a b': '' } }, /^headers\.a b: /],
      [{ operation: 'user', redirect: 'http://x/\ny' }, /^redirect: /],
      [{ operation: 'signals', delivery: 'tampered' }, /^the whole: delivery goes with/],
      [{ operation: 'delivery', status: 500 }, /^the whole: delivery goes with/],
      [{ operation: 'delivery', delivery: 'lost' }, /^delivery: /],
      ['user', /^the whole: /],
    ];
    for (const [fault, reason] of cases) {
      const answer = await client.control('/faults', 'POST', fault);
      assert.equal(answer.status, 400, JSON.stringify(fault));
      assert.match(String(apiError.parse(await answer.json()).detail?.[0]), reason);
    }
    assert.equal((await user()).status, 200);
  });
});
