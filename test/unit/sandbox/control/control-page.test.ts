import assert from 'node:assert/strict';
import { english } from '../../../../src/common/translate.ts';
import { faultChoices, faultLabel } from '../../../../src/sandbox/faults/fault-choices.ts';
import { faultSchema } from '../../../../src/sandbox/faults/fault-schema.ts';
import { rules } from '../../../../src/sandbox/behavior-basis.ts';
import { SandboxClient } from '../client.ts';

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

  it('runs its own script and no other, and shows what it is given as text', async () => {
    const page = await open();
    const policy = page.headers.get('Content-Security-Policy') ?? '';
    const text = await page.text();
    const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(policy) ?? [];
    assert.ok(policy.startsWith("default-src 'none'") && nonce.length > 20);
    assert.deepEqual(
      [...text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag),
      [`<script type="module" nonce="${nonce}">`],
    );
    assert.ok(text.includes('&lt;script&gt;canary'));
    assert.doesNotMatch(text, / on\w+="/);
    for (const id of Object.keys(rules)) assert.ok(text.includes(`<code>${id}</code>`), id);
    for (const line of [`SMARTCAR_CLIENT_ID=${client.addresses.clientId}`, 'SMARTCAR_API_ORIGIN=http://localhost:']) {
      assert.ok(text.includes(line), line);
    }
  });

  it('says which vehicles have charges in version 3 only', async () => {
    const text = await (await open()).text();
    const counts = [...text.matchAll(/(\d+) charges(, in version 3 only)?\./g)];
    assert.deepEqual(
      counts.map(([, , only]) => only !== undefined),
      [false, true],
    );
  });

  it('offers faults, each by a label that leads back to it', () => {
    const all = faultChoices(english).flatMap(({ choices }) => choices);
    assert.equal(new Set(all.map(({ label }) => label)).size, all.length);
    for (const { label, fault } of all) assert.equal(faultLabel(faultSchema.parse(fault), english), label);
  });
});
