import assert from 'node:assert/strict';
import { redirectUri, SandboxClient } from '../client.ts';

const failure = { type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED' } as const;

describe("the owner's sign-in with the vehicle maker", () => {
  let client: SandboxClient;
  let token: string;
  let vehicles: readonly string[];
  beforeEach(async () => {
    client = await SandboxClient.start();
    token = (await client.pair()).access_token;
    vehicles = await client.vehicleIds(token);
  });
  afterEach(() => client.close());

  const strike = (fault: object = {}) =>
    client.sandbox.faults.add({ operation: 'any', error: failure, times: 'always', ...fault });
  const read = (id = vehicles[0] ?? '') => client.get(`/v2.0/vehicles/${id}`, token);
  const ownerUrl = async (answer: Response) =>
    ((await answer.json()) as { resolution: { url?: string } }).resolution.url;
  /** As the application completes the address. */
  const complete = async (state = 'a%2Bb') =>
    `${await ownerUrl(await read())}&redirect_uri=${encodeURIComponent(redirectUri)}&state=${state}`;
  const submit = async (url: string, answer: string) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ answer }) });

  it('public: a failed sign-in names a partially built address, of the vehicle that failed', async () => {
    strike();
    const answer = await read();
    assert.equal(answer.status, 400);
    const url = new URL((await ownerUrl(answer)) ?? '');
    assert.equal(url.origin, new URL(client.addresses.connectUrl).origin);
    assert.deepEqual(Object.fromEntries(url.searchParams), {
      response_type: 'vehicle_id',
      client_id: client.addresses.clientId,
      vehicle_id: vehicles[0],
    });
  });

  it('other failures, and those of no vehicle, name none', async () => {
    strike({ times: 1 });
    assert.equal(await ownerUrl(await client.get('/v2.0/vehicles', token)), undefined);
    strike({ times: 1, error: { type: 'CONNECTED_SERVICES_ACCOUNT', code: 'PERMISSION' } });
    assert.equal(await ownerUrl(await read()), undefined);
  });

  it('public: signing in goes back with the vehicle and the state as it came, and mends this vehicle only', async () => {
    const [mended, other] = vehicles;
    strike({ vehicleId: mended });
    strike({ vehicleId: other });
    const url = await complete();
    assert.match(await (await fetch(url)).text(), /Sign in to BMW again/);
    const answer = await submit(url, 'sign-in');
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get('Location'), `${redirectUri}?vehicle_id=${mended}&state=a%2Bb`);
    assert.equal((await read(mended)).status, 200);
    assert.equal((await read(other)).status, 400);
  });

  it('who cancels goes back as an error, and nothing is mended', async () => {
    strike();
    const answer = await submit(await complete('s'), 'cancel');
    const { searchParams } = new URL(answer.headers.get('Location') ?? '');
    assert.deepEqual([searchParams.get('error'), searchParams.get('state')], ['access_denied', 's']);
    assert.equal((await read()).status, 400);
  });

  it('a wrong parameter is a page, and never sends anybody anywhere', async () => {
    strike();
    const url = await complete();
    for (const wrong of [
      url.replace(/client_id=[^&]+/, 'client_id=other'),
      url.replace(/vehicle_id=[0-9a-f-]+/, 'vehicle_id=other'),
      url.replace('response_type=vehicle_id', 'response_type=code'),
      url.replace(/redirect_uri=[^&]+/, `redirect_uri=${encodeURIComponent('javascript:alert(1)')}`),
    ]) {
      assert.notEqual(wrong, url);
      const answer = await submit(wrong, 'sign-in');
      assert.equal(answer.status, 400);
      assert.equal(answer.headers.get('Location'), null);
    }
    assert.equal((await read()).status, 400);
  });
});
