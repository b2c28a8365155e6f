import assert from 'node:assert/strict';
import { english } from '../../../../src/common/translate.ts';
import { faultChoices, faultLabel } from '../../../../src/sandbox/faults/fault-choices.ts';
import { faultSchema } from '../../../../src/sandbox/faults/fault-schema.ts';
import { rules } from '../../../../src/sandbox/behavior-basis.ts';
import { noon, SandboxClient } from '../client.ts';

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
  const send = (form: string, fields: Record<string, string> = {}) =>
    fetch(`${client.addresses.controlUrl}/page/${form}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams(fields),
    });
  const sent = async (form: string, fields: Record<string, string> = {}) => {
    const answer = await send(form, fields);
    assert.deepEqual([answer.status, answer.headers.get('Location')?.split('#')[0]], [303, '/sandbox/']);
  };

  it('is for browsers; programs get JSON', async () => {
    const page = await open();
    assert.match(page.headers.get('Content-Type') ?? '', /^text\/html/);
    for (const Accept of ['*/*', 'application/json']) {
      const answer = await fetch(client.addresses.controlUrl, { headers: { Accept } });
      assert.match(answer.headers.get('Content-Type') ?? '', /^application\/json/);
    }
  });

  it('runs its own script and no other, and shows what it is given as text', async () => {
    await fetch(`${client.addresses.baseUrl}/<img src=x onerror=canary()>`);
    const page = await open();
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    const text = await page.text();
    const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
    assert.ok(policy.startsWith("default-src 'none'") && nonce.length > 20);
    assert.deepEqual(
      [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag),
      [`<script type="module" nonce="${nonce}">`],
    );
    assert.ok(text.includes('&lt;script&gt;canary') && !text.includes('<img'));
    assert.doesNotMatch(text, / on\w+="/);
    for (const id of Object.keys(rules)) assert.ok(text.includes(`<code>${id}</code>`), id);
    for (const line of [`SMARTCAR_CLIENT_ID=${client.addresses.clientId}`, 'SMARTCAR_API_ORIGIN=http://localhost:']) {
      assert.ok(text.includes(line), line);
    }
  });

  it('turns the clock by its buttons', async () => {
    await sent('clock', { advance: '7200' });
    await sent('clock', { freeze: 'true' });
    await sent('clock', { speed: '60' });
    assert.deepEqual(client.sandbox.clock.reading, {
      now: new Date(noon + 7_200_000).toISOString(),
      frozen: true,
      speed: 60,
    });
    assert.match(await (await open()).text(), /Frozen\./);
    await sent('reset');
    assert.equal(client.sandbox.clock.now(), noon);
  });

  it('adds and removes faults', async () => {
    const effect = 'SERVER: INTERNAL';
    await sent('fault', { operation: 'user', times: '3', effect, vehicleId: '' });
    const [planned] = client.sandbox.faults.list;
    assert.deepEqual([planned?.left, planned?.fault.error], [3, { type: 'SERVER', code: 'INTERNAL' }]);
    assert.match(await (await open()).text(), /<strong>user<\/strong> SERVER: INTERNAL/);
    await sent('fault-remove', { id: String(planned?.id) });
    assert.deepEqual(client.sandbox.faults.list, []);
  });

  it('offers faults, each by a label that leads back to it', () => {
    const all = faultChoices(english).flatMap(({ choices }) => choices);
    assert.equal(new Set(all.map(({ label }) => label)).size, all.length);
    for (const { label, fault } of all) assert.equal(faultLabel(faultSchema.parse(fault), english), label);
  });

  it('simulates a charge', async () => {
    const view = async () =>
      ((await (await client.control('/')).json()) as { vehicles: { id: string; records: number }[] }).vehicles[0];
    const before = await view();
    await sent('charge', { vehicleId: before?.id ?? '' });
    assert.equal((await view())?.records, (before?.records ?? 0) + 1);
  });

  it('says what was wrong with a form', async () => {
    for (const [form, fields, reason] of [
      ['clock', { speed: '-1' }, /speed: /],
      ['clock', {}, /one of advance/],
      ['fault', { operation: 'user', times: '1', effect: 'constructor' }, /effect: is not in the list/],
      ['fault', { operation: 'brakes', times: 'x', effect: 'PERMISSION' }, /operation: /],
      ['charge', { vehicleId: 'none' }, /vehicleId: /],
    ] as const) {
      const answer = await send(form, fields);
      assert.equal(answer.status, 400);
      const [, alert = ''] = /role="alert"[^]*?<p>([^]*?)<\/p>/.exec(await answer.text()) ?? [];
      assert.match(alert, reason);
    }
  });
});
