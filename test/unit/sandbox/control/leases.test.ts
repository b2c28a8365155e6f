import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setClock, systemClock } from '../../../../src/common/clock.ts';
import { IdleWatch } from '../../../../src/sandbox/control/idle-watch.ts';
import { SandboxClient } from '../client.ts';

describe('leases of the sandbox', () => {
  afterEach(() => {
    setClock(systemClock);
  });

  it('keep the sandbox needed; only several looks in a row without any find it idle', () => {
    let now = 0;
    setClock({ now: () => now });
    const idle = new IdleWatch();
    const { leases } = idle;
    leases.take('a', 1);
    assert.deepEqual(
      Array.from({ length: 6 }, () => idle.look()),
      Array.from({ length: 6 }, () => false),
    );
    // The machine slept: the lease has run out, and its holder renews it at the second look.
    now = 1_000_000;
    assert.deepEqual([idle.look(), idle.look()], [false, false]);
    leases.take('a', 1);
    assert.deepEqual([idle.look(), idle.look()], [false, false]);
    leases.release('a');
    assert.deepEqual([idle.look(), idle.look(), idle.look(), idle.look()], [false, false, false, true]);
  });

  it('a request that is still being answered keeps the sandbox; after it, the limit begins', async () => {
    const client = await SandboxClient.start({ exitWhenIdleSeconds: 1 });
    try {
      client.sandbox.faults.add({ operation: 'user', times: 'always', delayMs: 1500 });
      const agent = new Agent();
      const order: string[] = [];
      void client.sandbox.stopRequested.then(() => order.push('idle'));
      const request = get(`${client.addresses.baseUrl}/v2.0/user`, { agent });
      const [answer] = (await once(request, 'response')) as [NodeJS.ReadableStream];
      answer.resume();
      await once(answer, 'end');
      order.push('answered');
      assert.match(await client.sandbox.stopRequested, /idle for/);
      assert.deepEqual(order, ['answered', 'idle']);
    } finally {
      await client.close();
    }
  });
});
