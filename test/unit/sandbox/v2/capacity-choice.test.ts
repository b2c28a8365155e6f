import assert from 'node:assert/strict';
import { batteryCapacity } from '../../../../src/service/v2/contract.ts';
import { redirectUri, SandboxClient } from '../client.ts';

describe("the owner's capacity choice", () => {
  let client: SandboxClient;
  let token: string;
  let mini: string;
  beforeEach(async () => {
    client = await SandboxClient.start();
    token = (await client.pair()).access_token;
    mini = (await client.vehicleIds(token))[1] ?? '';
  });
  afterEach(() => client.close());

  const read = async () =>
    batteryCapacity.parse(await (await client.get(`/v2.0/vehicles/${mini}/battery/nominal_capacity`, token)).json());
  const link = async () => `${(await read()).url ?? ''}${encodeURIComponent(redirectUri)}`;
  const submit = async (url: string, form: Record<string, string>) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(form) });

  it('public: a choice goes back with its capacity, and is what the capacity endpoint answers from then on', async () => {
    const answer = await submit(await link(), { capacity: '54.2', answer: 'choose' });
    assert.equal(answer.status, 303);
    assert.equal(
      answer.headers.get('Location'),
      `${redirectUri}?vehicle_id=${mini}&selected_capacity=54.2&reason=battery_capacity`,
    );
    const { capacity, availableCapacities, url } = await read();
    assert.deepEqual(capacity, { nominal: 54.2, source: 'USER_SELECTED' });
    assert.equal(availableCapacities.length, 3);
    assert.ok(url);
    assert.match(await (await fetch(await link())).text(), /value="54\.2"\s+required\s+checked/);
  });

  it("public: I don't know goes back as an error and changes nothing", async () => {
    const answer = await submit(await link(), { answer: 'unknown', capacity: '36.6' });
    assert.equal(
      answer.headers.get('Location'),
      `${redirectUri}?error=battery_capacity_no_selection` +
        `&error_description=user%20did%20not%20know%20battery%20capacity&vehicle_id=${mini}`,
    );
    assert.equal((await read()).capacity, null);
  });

  it('a form without a choice, or with a capacity that is none of the candidates, is asked again', async () => {
    const forms: Record<string, string>[] = [{ answer: 'choose' }, { answer: 'choose', capacity: '1000' }];
    for (const form of forms) {
      const answer = await submit(await link(), form);
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), /role="alert"/);
    }
    assert.equal((await read()).capacity, null);
  });

  it('public: a link works for 30 days and only for its vehicle', async () => {
    const url = await link();
    assert.equal((await fetch(url.replace(/token=[^&]+/, 'token=other'))).status, 401);
    assert.equal((await fetch(url.replace(/vehicle_id=[^&]+/, 'vehicle_id=other'))).status, 401);
    assert.equal((await fetch(url.replace(/client_id=[^&]+/, 'client_id=other'))).status, 400);
    client.sandbox.clock.advance(30 * 24 * 60 * 60 - 1);
    assert.equal((await fetch(url)).status, 200);
    client.sandbox.clock.advance(1);
    assert.equal((await fetch(url)).status, 401);
  });

  it('without a redirect URI, or with a foreign one, it says so and sends nobody anywhere', async () => {
    const { url } = await read();
    for (const redirect of [
      '',
      encodeURIComponent('javascript:alert(1)'),
      encodeURIComponent('http://example.test/'),
    ]) {
      const answer = await submit(`${url ?? ''}${redirect}`, { capacity: '54.2', answer: 'choose' });
      assert.equal(answer.status, 400);
      assert.equal(answer.headers.get('Location'), null);
    }
    assert.equal((await read()).capacity, null);
  });
});
