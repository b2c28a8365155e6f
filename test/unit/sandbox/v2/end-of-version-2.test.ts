import assert from 'node:assert/strict';
import type { SandboxOptions } from '../../../../src/sandbox/server.ts';
import { requestToken } from '../v3/client.ts';
import { closedAfterEach, SandboxClient } from '../client.ts';

describe('The end of version 2.0 in the sandbox', () => {
  const day = 86_400;
  const start = closedAfterEach((options: SandboxOptions) => SandboxClient.start(options));

  for (const [what, options] of [
    ['the command', { v2: 'ends=2026-12-01' }],
    ['the scenario', { scenario: { v2: { ends: '2026-12-01T00:00:00Z' } } }],
  ] as const) {
    it(`comes on the day of ${what} by its own clock, and leaves version 3 and Connect as they are`, async () => {
      const client = await start(options);
      const { access_token: token, refresh_token: refreshToken } = await client.pair();
      const statuses = async () => [
        (await client.get('/v2.0/user', token)).status,
        (await client.refresh(refreshToken)).status,
        (await requestToken(client)).status,
        (await fetch(client.connectUrl(), { redirect: 'manual' })).status,
      ];
      assert.deepEqual(await statuses(), [200, 200, 200, 302]);
      client.sandbox.clock.advance(10 * day);
      assert.deepEqual(await statuses(), [410, 410, 200, 302]);
      client.sandbox.clock.change({ set: Date.UTC(2026, 10, 30) }, true);
      assert.equal((await client.refresh('none')).status, 400, 'not before');
    });
  }
});
