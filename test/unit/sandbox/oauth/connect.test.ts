import assert from 'node:assert/strict';
import { closedAfterEach, rawRequest, redirectUri, SandboxClient } from '../client.ts';
import { formFields } from './connect-form.ts';

/** Values of the inputs with this name, in the page's order. */
const values = (page: string, name: string) =>
  [...page.matchAll(new RegExp(`name="${name}"\\s+value="([^"]+)"`, 'g'))].map((match) => match[1] ?? '');

describe('Connect page of the sandbox', () => {
  let client: SandboxClient;
  beforeEach(async () => {
    client = await SandboxClient.start({ autoApprove: false });
  });
  afterEach(() => client.close());

  const page = async (parameters: Record<string, string> = {}) => {
    const answer = await fetch(client.connectUrl(parameters), { redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };
  const submit = (url: string, fields: [string, string][]) =>
    fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields) });
  const sentTo = (answer: Response) => {
    assert.equal(answer.status, 303);
    return answer.headers.get('Location') ?? '';
  };

  const tokenOf = async (location: string) => {
    const code = new URL(location).searchParams.get('code') ?? '';
    return ((await (await client.exchange(code)).json()) as { access_token: string }).access_token;
  };

  it('shows owners, vehicles, permissions and where it leads, all in one page that loads nothing', async () => {
    const { status, headers, text } = await page();
    assert.equal(status, 200);
    assert.equal(values(text, 'owner').length, 2);
    assert.equal(values(text, 'vehicle').length, 8);
    assert.deepEqual(values(text, 'permission'), ['read_vehicle_info', 'read_battery', 'read_charge_records']);
    for (const words of [redirectUri, client.addresses.clientId, 'This is the sandbox'])
      assert.ok(text.includes(words));
    const nonce = /style-src 'nonce-([^']+)'/.exec(headers.get('Content-Security-Policy') ?? '')?.[1] ?? '';
    assert.match(headers.get('Content-Security-Policy') ?? '', /^default-src 'none';/);
    assert.ok(text.includes(`<style nonce="${nonce}">`));
    assert.doesNotMatch(text, /<script|<link|style="|src=/);
  });

  it('takes the form of an owner with as many vehicles as a scenario may have', async () => {
    await client.close();
    const scenario = { owners: [{ name: 'Fleet', vehicles: { count: 10_000 } }] };
    client = await SandboxClient.start({ autoApprove: false, scenario });
    const fields = formFields((await page()).text);
    assert.equal(fields.filter(([name]) => name.startsWith('vehicle')).length, 10_000);
    const location = sentTo(await submit(client.connectUrl(), [...fields, ['decision', 'allow']]));
    assert.match(location, /[?&]code=/);
  });

  it('allow: sends a code that covers the ticked vehicles of the chosen owner and no other', async () => {
    const { text } = await page();
    const [, owner = ''] = values(text, 'owner');
    const vehicles = values(text, 'vehicle');
    const location = sentTo(
      await submit(client.connectUrl(), [
        ['owner', owner],
        // The first owner's vehicles are still in the page, and ticked.
        ...vehicles.slice(0, 7).map((id): [string, string] => ['vehicle', id]),
        ['permission', 'read_battery'],
        ['decision', 'allow'],
      ]),
    );
    assert.ok(location.startsWith(`${redirectUri}?code=`));
    const access_token = await tokenOf(location);
    assert.deepEqual(await client.vehicleIds(access_token), [vehicles[6]]);
    const capacity = `/v2.0/vehicles/${vehicles[6] ?? ''}/battery/nominal_capacity`;
    assert.equal((await client.get(capacity, access_token)).status, 200);
    assert.equal((await client.get(`/v2.0/vehicles/${vehicles[6] ?? ''}`, access_token)).status, 403, 'not ticked');
  });

  it('echoes the state byte for byte, with either answer', async () => {
    const owner = values((await page()).text, 'owner')[0] ?? '';
    const vehicle = values((await page()).text, 'vehicle')[0] ?? '';
    for (const state of ['a%2Bb%3Dc%26d', 'a+b', '%c3%a9', 'it%27s~(x)!', '']) {
      const url = `${client.connectUrl()}&state=${state}`;
      assert.ok(sentTo(await submit(url, [['decision', 'deny']])).endsWith(`&state=${state}`), state);
      const fields: [string, string][] = [
        ['owner', owner],
        ['vehicle', vehicle],
        ['decision', 'allow'],
      ];
      assert.ok(sentTo(await submit(url, fields)).endsWith(`&state=${state}`), state);
    }
  });

  it('public: each other outcome returns with its error', async () => {
    const outcomes = {
      invalid_subscription: /error=invalid_subscription&error_description=User%20does%20not/,
      vehicle_incompatible: /error=vehicle_incompatible&.*&vin=\w{17}&make=BMW&model=i4%20eDrive40&year=2024$/,
      vehicle_incompatible_undisclosed: /error=vehicle_incompatible&error_description=[^&]*$/,
      no_vehicles: /error=no_vehicles/,
      configuration_error: /error=configuration_error&.*&status_code=400&error_message=/,
      server_error: /error=server_error/,
      user_id_only: /\?user_id=[0-9a-f-]{36}$/,
    };
    for (const [decision, location] of Object.entries(outcomes)) {
      assert.match(sentTo(await submit(client.connectUrl(), [['decision', decision]])), location);
    }
    assert.equal((await submit(client.connectUrl(), [['decision', 'stay']])).status, 400);
  });

  it('public: offers the vehicles of the make, or the one vehicle, that is asked for', async () => {
    const count = async (parameters: Record<string, string>) => {
      const { status, text } = await page(parameters);
      return [status, values(text, 'vehicle').length, [...text.matchAll(/name="vehicle-of-/g)].length];
    };
    assert.deepEqual(await count({ make: 'MINI' }), [200, 2, 0]);
    assert.deepEqual(await count({ single_select: 'true' }), [200, 0, 8]);
    assert.deepEqual(await count({ make: 'NONE' }), [400, 0, 0]);
    assert.deepEqual(await count({ single_select_vin: 'X' }), [400, 0, 0]);
  });

  it('without a vehicle it asks again, with that owner and nothing ticked', async () => {
    const { text } = await page();
    const [, owner = ''] = values(text, 'owner');
    const answer = await submit(client.connectUrl(), [
      ['owner', owner],
      ['decision', 'allow'],
    ]);
    assert.equal(answer.status, 400);
    const again = await answer.text();
    assert.match(again, /role="alert"/);
    assert.match(again, new RegExp(`value="${owner}"\\s+required\\s+checked`));
    const ticked = (html: string) => [...html.matchAll(/name="vehicle"\s+value="[^"]+"\s+checked/g)].length;
    assert.deepEqual([ticked(text), ticked(again)], [8, 6], 'the other owner keeps them');
  });

  it('a redirect URI that is not one of the public forms is a page, never a redirect', async () => {
    const bad = [
      'javascript:alert(1)',
      'http://example.test/callback',
      'http://localhost@example.test/',
      'http://localhost.example.test/',
      'http://127.0.0.1.example.test/',
      'http://192.0.2.1/callback',
      'https://user:secret@example.test/',
      'http://localhost:9/callback#fragment',
      'scother://callback',
      'data:text/html,x',
      '/callback',
      '',
    ];
    for (const redirect_uri of bad) {
      const { status, headers } = await page({ redirect_uri });
      assert.equal(status, 400, redirect_uri);
      assert.equal(headers.get('Location'), null);
      const posted = await submit(client.connectUrl({ redirect_uri }), [['decision', 'deny']]);
      assert.equal(posted.status, 400, redirect_uri);
    }
    for (const good of [
      'http://127.0.0.1:8000/callback',
      'http://[::1]:8000/callback',
      'https://example.test/callback',
      `sc${client.addresses.clientId}://example/callback`,
    ]) {
      assert.equal((await page({ redirect_uri: good })).status, 200, good);
    }
  });

  it('escapes what the Connect URL brings along', async () => {
    const nasty = '"><script>alert(1)</script>';
    const { text } = await page({ scope: nasty, redirect_uri: `https://example.test/${nasty}` });
    assert.ok(!text.includes('<script'));
    assert.ok(text.includes('&lt;script&gt;'));
  });

  it('checks response_type, mode and approval_prompt', async () => {
    assert.equal((await page({ response_type: 'token' })).status, 400);
    assert.equal((await page({ mode: 'fun' })).status, 400);
    assert.equal((await page({ approval_prompt: 'never' })).status, 400);
    assert.equal((await page({ mode: 'simulated', approval_prompt: 'force' })).status, 200);
  });

  it('takes no form that another site sends', async () => {
    const url = client.connectUrl();
    assert.equal(await rawRequest(url, 'POST', { Origin: 'https://example.test' }, 'decision=deny'), 403);
    assert.equal(await rawRequest(url, 'POST', { Origin: 'null' }, 'decision=deny'), 403);
    assert.equal(await rawRequest(url, 'POST', { Origin: 'http://localhost:8443' }, 'decision=deny'), 303);
  });
});

describe("the owner's sign-in with the vehicle maker", () => {
  const start = closedAfterEach(() => SandboxClient.start());

  it('public: is where a failed sign-in of a vehicle leads, goes back with the state, and mends that vehicle only', async () => {
    const client = await start();
    const { access_token: token } = await client.pair();
    const [mended = '', other = ''] = await client.vehicleIds(token);
    const error = { type: 'CONNECTED_SERVICES_ACCOUNT', code: 'AUTHENTICATION_FAILED' } as const;
    for (const vehicleId of [mended, other]) {
      client.sandbox.faults.add({ operation: 'any', error, times: 'always', vehicleId });
    }
    const read = (id: string) => client.get(`/v2.0/vehicles/${id}`, token);
    const { resolution } = (await (await read(mended)).json()) as { resolution: { url: string } };
    const url = `${resolution.url}&redirect_uri=${encodeURIComponent(redirectUri)}&state=a%2Bb`;
    for (const wrong of [
      url.replace(/client_id=[^&]+/, 'client_id=other'),
      url.replace(/vehicle_id=[0-9a-f-]+/, 'vehicle_id=other'),
      url.replace('response_type=vehicle_id', 'response_type=code'),
      url.replace(/redirect_uri=[^&]+/, `redirect_uri=${encodeURIComponent('javascript:alert(1)')}`),
    ]) {
      const answer = await fetch(wrong, { redirect: 'manual' });
      assert.deepEqual([answer.status, answer.headers.get('Location')], [400, null]);
    }
    assert.equal((await read(mended)).status, 400);
    const answer = await fetch(url, { redirect: 'manual' });
    assert.equal(answer.headers.get('Location'), `${redirectUri}?vehicle_id=${mended}&state=a%2Bb`);
    assert.deepEqual([(await read(mended)).status, (await read(other)).status], [200, 400]);
  });
});
