// Secrets in requests to the sandbox: none of them is in its journal, wherever a client puts it, alive or dead.
import assert from 'node:assert/strict';
import type { JournalEntry } from '../../src/sandbox/control/contract.ts';
import { rawRequest, redirectUri, SandboxClient } from '../unit/sandbox/client.ts';

const encodedFully = (text: string) => [...Buffer.from(text)].map((byte) => `%${byte.toString(16)}`).join('');

/** Where a client puts a secret: path and query of its request. */
const places: Readonly<Record<string, (secret: string) => string>> = {
  'the path': (secret) => `/${secret}`,
  'the path of vehicle data': (secret) => `/v2.0/${secret}/vehicles`,
  'the place of a vehicle': (secret) => `/v2.0/vehicles/${secret}`,
  'the place of a vehicle, with more below': (secret) => `/v2.0/vehicles/${secret}/battery/nominal_capacity`,
  'the place of a make': (secret) => `/v2.0/vehicles/x/${secret}/charge/records`,
  'a path after its scheme': (secret) => `/v2.0/vehicles/Bearer%20${secret}`,
  'a path in braces': (secret) => `/v2.0/vehicles/{${secret}}`,
  'a path of two, side by side': (secret) => `/v2.0/vehicles/x,${secret}`,
  'a path, with an extension': (secret) => `/v2.0/vehicles/${secret}.json`,
  'a parameter of the path': (secret) => `/v2.0/vehicles;token=${secret}`,
  'a path in upper case': (secret) => `/v2.0/vehicles/${secret.toUpperCase()}`,
  'a path without hyphens': (secret) => `/v2.0/vehicles/${secret.replaceAll('-', '')}`,
  'a path, encoded': (secret) => `/v2.0/vehicles/${secret.replaceAll('-', '%2D')}`,
  'a path, encoded twice': (secret) => `/v2.0/vehicles/${secret.replace('-', '%252D')}`,
  'a path, encoded byte by byte': (secret) => `/v2.0/vehicles/${encodedFully(secret.slice(0, 12))}${secret.slice(12)}`,
  'a bare parameter': (secret) => `/v2.0/vehicles?${secret}`,
  'a bare parameter, encoded': (secret) => `/v2.0/vehicles?${secret.replaceAll('-', '%2D')}`,
  'the name of a parameter': (secret) => `/v2.0/vehicles?${secret}=1`,
  'the second parameter': (secret) => `/v2.0/vehicles?limit=1&${secret}&offset=2`,
  'a parameter of its own name': (secret) => `/v2.0/vehicles?access_token=${secret}`,
  'a parameter of any name': (secret) => `/v2.0/vehicles?x=${secret}`,
  'a limit': (secret) => `/v2.0/vehicles?limit=${secret}`,
  'a scope': (secret) => `/oauth/authorize?scope=read_battery%20${secret}`,
  'a make': (secret) => `/oauth/authorize?make=${secret}`,
  'the ID of a vehicle': (secret) => `/battery-capacity?vehicle_id=${secret}`,
  'the ID of a vehicle, encoded twice': (secret) => `/battery-capacity?vehicle_id=${secret.replaceAll('-', '%252D')}`,
  'an error': (secret) => `/callback?error=Invalid%20refresh_token:%20${secret}.`,
};

describe('a secret in a request to the sandbox', () => {
  let client: SandboxClient;
  /** By what they are. */
  let secrets: Readonly<Record<string, string>>;
  let vehicleId: string;
  before(async () => {
    client = await SandboxClient.start();
    const usedCode = await client.code();
    await client.exchange(usedCode);
    const dead = await client.pair();
    await client.get(
      `/v2.0/vehicles/${await secondVehicle(dead.access_token)}/battery/nominal_capacity`,
      dead.access_token,
    );
    client.sandbox.clock.advance(61 * 24 * 60 * 60);
    const { access_token, refresh_token } = await client.pair();
    const code = await client.code();
    const path = `/v2.0/vehicles/${await secondVehicle(access_token)}/battery/nominal_capacity`;
    const { url } = (await (await client.get(path, access_token)).json()) as { url: string };
    secrets = {
      'an access token': access_token,
      'a refresh token': refresh_token,
      'a code': code,
      'a code that was used': usedCode,
      'an access token that expired': dead.access_token,
      'a refresh token that expired': dead.refresh_token,
      'a token of a capacity link': new URL(url).searchParams.get('token') ?? '',
      'the client secret': client.addresses.clientSecret,
    };
    vehicleId = await secondVehicle(access_token);
  });
  after(() => client.close());

  const secondVehicle = async (token: string) => (await client.vehicleIds(token))[1] ?? '';
  /** What the journal holds of the requests that `act` sends. */
  const journalOf = async (act: () => Promise<unknown>, by = client): Promise<readonly JournalEntry[]> => {
    await by.control('/requests', 'DELETE');
    await act();
    return ((await (await by.control('/requests')).json()) as { requests: JournalEntry[] }).requests;
  };
  /** Neither as it is, nor decoded, nor in another case, nor without its hyphens. */
  const assertHidden = (entries: readonly JournalEntry[], secret: string) => {
    const text = JSON.stringify(entries).toLowerCase();
    for (const shown of [text, decodeURIComponent(decodeURIComponent(text))]) {
      assert.ok(!shown.replaceAll('-', '').includes(secret.replaceAll('-', '').toLowerCase()), text);
    }
  };

  for (const [place, address] of Object.entries(places)) {
    it(`is hidden in ${place}`, async () => {
      for (const [what, secret] of Object.entries(secrets)) {
        assert.ok(secret.length > 20, what);
        const url = `${client.addresses.baseUrl}${address(secret)}`;
        const entries = await journalOf(() => fetch(url, { redirect: 'manual' }));
        assert.equal(entries.length, 1, url);
        assertHidden(entries, secret);
      }
    });
  }

  it('is hidden in base64, and as the credentials that it is part of', async () => {
    for (const secret of Object.values(secrets)) {
      for (const text of [btoa(secret), btoa(`${client.addresses.clientId}:${secret}`), btoa(secret).slice(0, 36)]) {
        const url = `${client.addresses.baseUrl}/v2.0/vehicles/${text}?limit=${text}&${text}`;
        const entries = await journalOf(() => fetch(url));
        assert.ok(!JSON.stringify(entries).includes(text.slice(0, 20)), JSON.stringify(entries));
      }
    }
  });

  it('is hidden as the client, whichever part of its name or version it is', async () => {
    const agents: readonly ((secret: string) => string)[] = [
      (secret) => secret,
      (secret) => `${secret} (its app)`,
      (secret) => `${secret}/1.0`,
      (secret) => `app/${secret}`,
      (secret) => `app/1.0-${secret}`.slice(0, 44),
      (secret) => `app-${secret}/1.0`,
      (secret) => `Bearer.${secret}`,
      (secret) => secret.toUpperCase(),
      (secret) => secret.replaceAll('-', ''),
      (secret) => btoa(secret).slice(0, 40),
    ];
    for (const secret of Object.values(secrets)) {
      for (const agent of agents) {
        const headers = { 'User-Agent': agent(secret) };
        const [entry] = await journalOf(() => fetch(`${client.addresses.baseUrl}/v2.0/user`, { headers }));
        assert.equal(entry?.client, '…', headers['User-Agent']);
      }
    }
    for (const name of ['curl/8.5.0', 'Apache-HttpAsyncClient/5.4.1', 'vehicle-data-explorer/0.1.0', 'axios']) {
      const headers = { 'User-Agent': `${name} (more)` };
      const [entry] = await journalOf(() => fetch(`${client.addresses.baseUrl}/v2.0/user`, { headers }));
      assert.equal(entry?.client, name);
    }
  });

  it('is hidden in headers, body and method', async () => {
    for (const secret of Object.values(secrets)) {
      const headers = { 'X-Token': secret, Cookie: secret, 'Content-Type': secret, Referer: `http://x/${secret}` };
      const entries = await journalOf(async () => {
        await rawRequest(`${client.addresses.baseUrl}/oauth/token`, 'POST', headers, `x=${secret}`);
        await client.token({ grant_type: secret });
        await client.exchange(`${secret}x`);
        await client.refresh(`${secret}x`);
      });
      assert.equal(entries.length, 4);
      assertHidden(entries, secret);
    }
  });

  it('is hidden if a state brought it, whatever it looks like, after its death as well', async () => {
    const other = await SandboxClient.start();
    try {
      const state = (await (await other.control('/state')).json()) as Record<string, unknown>;
      const expiresAt = other.sandbox.clock.now() + 1000;
      const grant = { ownerId: 'o', vehicleIds: [], scopes: [] };
      const tokens = ['hunter2', 'my token', 'a/b', 'ÜBER'];
      const brought = {
        ...state,
        grants: [['g', grant]],
        accessTokens: tokens.map((token) => [token, { grantId: 'g', expiresAt }]),
        codes: [['some-code', { grantId: 'g', redirectUri, expiresAt, used: false }]],
      };
      assert.equal((await other.control('/state', 'PUT', brought)).status, 200);
      other.sandbox.clock.advance(days(1));
      await other.pair();
      for (const token of [...tokens, 'some-code']) {
        const text = encodeURIComponent(token);
        const entries = await journalOf(async () => {
          await fetch(`${other.addresses.baseUrl}/v2.0/vehicles/${text}?${text}&make=x${text}`);
        }, other);
        assert.equal(entries[0]?.path, '/v2.0/vehicles/…?…=…&make=…');
      }
      for (const token of ['hunter2', 'a/b', 'some-code']) {
        const headers = { 'User-Agent': token };
        const entries = await journalOf(() => fetch(`${other.addresses.baseUrl}/a`, { headers }), other);
        assert.equal(entries[0]?.client, '…');
      }
      assert.equal((await journalOf(() => fetch(`${other.addresses.baseUrl}/a`), other))[0]?.path, '/a');
    } finally {
      await other.close();
    }
  });

  it('does not hide what helps to find a mistake', async () => {
    const shown = [
      `/v2.0/vehicles/${'<id>'}/battery/nominal_capacity`,
      `/v2.0/vehicles/${'<id>'}/bmw/charge/records?startDate=2026-11-01&endDate=2026-11-30T00:00:00.000Z`,
      '/v2.0/vehicles?limit=10&offset=20',
      '/v2/vehicles/',
      '/V2.0/vehicles/{id}/odometter',
      '/api/v2.0/vehicles/?Limit=…',
      '/v2.0/vehicles/12/vin',
      '/oauth/tokens',
    ];
    for (const path of shown) {
      const address = path.replace('<id>', vehicleId);
      const [entry] = await journalOf(() => fetch(`${client.addresses.baseUrl}${address}`));
      assert.equal(decodeURI(entry?.path ?? ''), address);
    }
  });
});

const days = (count: number) => count * 24 * 60 * 60;
