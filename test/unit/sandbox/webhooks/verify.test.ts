import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sign } from '../../../../src/service/webhooks/signature.ts';
import type { WebhookSummary } from '../../../../src/sandbox/control/contract.ts';
import { Receiver } from './receiver.ts';
import { Workbench } from './workbench.ts';

type Verify = NonNullable<Receiver['verify']>;

/** Answers a challenge with what is made of it. */
const answering =
  (
    make: (challenge: string) => string,
    headers: Record<string, string> = { 'Content-Type': 'application/json' },
  ): Verify =>
  ({ body }, response) => {
    const { challenge } = body.data as { challenge: string };
    response.writeHead(200, headers).end(JSON.stringify({ challenge: make(challenge) }));
  };

describe('VERIFY of the sandbox', () => {
  let bench: Workbench;
  beforeEach(async () => {
    bench = await Workbench.start({ receiverTimeoutMs: 300 });
  });
  afterEach(() => bench.close());

  it('is sent when a webhook is created, when its address changes, and on request', async () => {
    const count = async () => (await bench.deliveries()).filter(({ eventType }) => eventType === 'VERIFY').length;
    const { id, verified, verification } = await bench.create();
    assert.deepEqual([verified, verification?.problem, await count()], [true, null, 1]);
    await bench.change(id, { name: 'Another' });
    assert.equal(await count(), 1);
    await bench.change(id, { callbackUri: `${bench.receiver.uri}/2` });
    assert.equal(await count(), 2);
    await bench.control(`/webhooks/${id}/verify`, 'POST');
    assert.equal(await count(), 3);
  });

  it('says what was expected and what came', async () => {
    bench.receiver.verify = answering(() => 'deadbeef');
    const { verified, verification } = await bench.create();
    assert.equal(verified, false);
    assert.equal(verification?.received, 'deadbeef');
    const [delivery] = await bench.deliveries();
    const sent = JSON.parse((await bench.delivery(delivery?.id ?? 0)).attempts[0]?.text ?? '') as {
      data: { challenge: string };
    };
    assert.equal(verification.expected, sign(bench.receiver.token, sent.data.challenge));
  });

  const reasons: Record<string, readonly [make: (bench: Workbench) => Verify, problem: RegExp]> = {
    'the Application ID as key': [
      ({ app }) => answering((text) => sign(app.client.addresses.v3?.applicationId ?? '', text)),
      /made with the Application ID\. That isn’t the management token/,
    ],
    'no answer': [() => () => undefined, /within 15 seconds/],
    'a closed connection': [
      () => (_, response) => {
        response.destroy();
      },
      /closed the connection/,
    ],
  };
  for (const [name, [make, problem]] of Object.entries(reasons)) {
    it(`names the likely reason: ${name}`, async () => {
      bench.receiver.verify = make(bench);
      const { verified, verification } = await bench.create();
      assert.equal(verified, false);
      assert.match(verification?.problem ?? '', problem);
    });
  }

  it('needs the newest token, and names an older one', async () => {
    await bench.control('/management-token', 'POST');
    const { verification, id } = await bench.create();
    assert.match(verification?.problem ?? '', /made with an older Application Management Token/);
    const { tokens } = await bench.control<{ tokens: string[] }>('/webhooks');
    bench.receiver.token = tokens[1] ?? '';
    assert.equal((await bench.control<WebhookSummary>(`/webhooks/${id}/verify`, 'POST')).verified, true);
  });

  it('is sent as soon as somebody listens', async () => {
    const gone = await Receiver.start(bench.receiver.token);
    const { port, uri } = gone;
    await gone.close();
    const { verified, verification, id } = await bench.create({ callbackUri: uri });
    assert.equal(verified, false);
    assert.match(verification?.problem ?? '', /Start the receiver/);
    const receiver = await Receiver.start(bench.receiver.token, port);
    try {
      await bench.delivered(({ webhookId, status }) => webhookId === id && status === 'delivered');
      const verifications = (await bench.deliveries()).filter(({ webhookId }) => webhookId === id);
      assert.equal(verifications.length, 2, 'every vain look is listed');
    } finally {
      await receiver.close();
    }
  });

  it('is sent less and less often while nobody listens, which changes and saves nothing', async () => {
    const gone = await Receiver.start(bench.receiver.token);
    const { uri } = gone;
    await gone.close();
    const folder = await mkdtemp(join(tmpdir(), 'verify-'));
    const stateFile = join(folder, 'state.json');
    const wait = globalThis.setTimeout;
    const pauses: number[] = [];
    const saves: number[] = [];
    const [started, enough] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    // Other timers are left alone.
    globalThis.setTimeout = ((work: () => void, ms: number, ...more: []) => {
      if (work.name !== 'look') return wait(work, ms, ...more);
      pauses.push(ms);
      if (pauses.length === 9) enough.resolve(undefined);
      else
        void started.promise.then(() => {
          saves.push(statSync(stateFile).ino);
          work();
        });
      return wait(() => undefined, 0);
    }) as typeof setTimeout;
    const own = await Workbench.start({ stateFile, webhooks: [uri] });
    started.resolve(undefined);
    try {
      await enough.promise;
      assert.deepEqual(pauses, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000, 60_000]);
      assert.equal(new Set(saves).size, 1, 'each save is another file');
    } finally {
      globalThis.setTimeout = wait;
      await own.close();
      await rm(folder, { recursive: true });
    }
  });

  it('lets nothing be sent before it succeeded', async () => {
    bench.receiver.verify = answering(() => 'wrong');
    const { id } = await bench.create();
    await bench.app.subscribe(0, id);
    await bench.charge();
    bench.receiver.verify = undefined;
    await bench.control(`/webhooks/${id}/verify`, 'POST');
    assert.deepEqual((await bench.receiver.next()).body.triggers, [{ type: 'FIRST_DELIVERY' }]);
    await bench.charge();
    await bench.receiver.next();
    assert.equal(bench.receiver.events.length, 2);
  });
});
