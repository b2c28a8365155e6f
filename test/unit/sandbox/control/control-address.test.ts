import assert from 'node:assert/strict';
import { noon, SandboxClient } from '../client.ts';

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
      for (const [name, value] of Object.entries(client.addresses)) assert.deepEqual(Reflect.get(view, name), value);
      assert.equal(view.now, new Date(noon).toISOString());
      const { id, records, charges, ...bmw } = view.vehicles[0] ?? {};
      assert.match(String(id), /^[0-9a-f-]{36}$/);
      assert.ok(Number(records) > 0);
      assert.equal(charges, records);
      assert.deepEqual(bmw, {
        owner: 'Robin Hale',
        make: 'BMW',
        model: 'i4 eDrive40',
        year: 2024,
        region: 'Europe',
        capacity: { case: 'determined', nominal: 80.7, source: 'SMARTCAR' },
        connected: false,
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
});

describe('control page of the sandbox', () => {
  let client: SandboxClient;
  beforeEach(async () => {
    const vehicles = [
      { make: 'BMW', model: '<script>canary</script>', year: 2025 },
      { make: 'Kia', model: 'EV6', year: 2024 },
    ];
    client = await SandboxClient.start({ scenario: { owners: [{ name: 'Kim', vehicles }] } });
  });
  afterEach(() => client.close());

  const open = () => fetch(`${client.addresses.controlUrl}/`, { headers: { Accept: 'text/html,*/*;q=0.8' } });
  it('is for browsers; programs get JSON', async () => {
    const page = await open();
    assert.match(page.headers.get('Content-Type') ?? '', /^text\/html/);
    for (const Accept of ['*/*', 'application/json']) {
      const answer = await fetch(client.addresses.controlUrl, { headers: { Accept } });
      assert.match(answer.headers.get('Content-Type') ?? '', /^application\/json/);
    }
  });

  it('runs no script, and shows what it is given as text', async () => {
    const page = await open();
    assert.ok(page.headers.get('Content-Security-Policy')?.startsWith("default-src 'none'; style-src 'nonce-"));
    const text = await page.text();
    assert.doesNotMatch(text, /<script| on\w+="/);
    assert.ok(text.includes('&lt;script&gt;canary'));
    for (const part of [`SMARTCAR_CLIENT_ID=${client.addresses.clientId}`, 'href="/sandbox/openapi.json"']) {
      assert.ok(text.includes(part), part);
    }
  });
});
