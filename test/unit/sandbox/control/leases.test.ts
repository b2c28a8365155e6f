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

  describe('over HTTP', () => {
    let client: SandboxClient;
    beforeEach(async () => {
      client = await SandboxClient.start();
    });
    afterEach(() => client.close());

    const leases = async (answer: Promise<Response>) => ((await (await answer).json()) as { leases: number }).leases;

    it('are counted, with the process that holds them', async () => {
      assert.equal(await leases(client.control('/lease', 'POST', { id: 'window/1', ttlSeconds: 60 })), 1);
      assert.equal(await leases(client.control('/lease', 'POST', { id: 'window 2', ttlSeconds: 60 })), 2);
      assert.equal(await leases(client.control('/lease', 'POST', { id: 'window 2', ttlSeconds: 60 })), 2);
      assert.equal(await leases(client.control(`/lease/${encodeURIComponent('window/1')}`, 'DELETE')), 1);
      const view = (await (await client.control('/')).json()) as { pid: number; version: string; leases: number };
      assert.deepEqual([view.pid, view.leases], [process.pid, 1]);
      assert.match(view.version, /^\d+\.\d+\.\d+/);
      client.sandbox.clock.advance(1_000_000);
      assert.equal(await leases(client.control('/')), 1, "the sandbox's own clock is not theirs");
      for (const body of [{ id: '', ttlSeconds: 1 }, { id: 'a' }, { id: 'a', ttlSeconds: 0 }]) {
        assert.equal((await client.control('/lease', 'POST', body)).status, 400);
      }
    });

    it('a stop is answered, then asked of whoever started the sandbox', async () => {
      const early = await Promise.race([client.sandbox.stopRequested, Promise.resolve('not yet')]);
      assert.equal(early, 'not yet');
      assert.equal((await client.control('/stop', 'POST')).status, 202);
      assert.match(await client.sandbox.stopRequested, /as requested/);
    });
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
