import assert from 'node:assert/strict';
import { isSignedBy } from '../../../../src/service/webhooks/signature.ts';
import type { DeliverySummary } from '../../../../src/sandbox/control/contract.ts';
import { noon } from '../client.ts';
import type { Received } from './receiver.ts';
import { Workbench } from './workbench.ts';

const metaOf = ({ body }: Received) => body.meta as { deliveryId: string; deliveredAt: number; sequence: number };

describe('Deliveries of the sandbox', () => {
  let bench: Workbench;
  beforeEach(async () => {
    bench = await Workbench.start({
      receiverTimeoutMs: 300,
      scenario: { clock: { set: '2026-11-21T12:00:00Z', freeze: true } },
    });
  });
  afterEach(() => bench.close());

  const settled = (status: DeliverySummary['status']) =>
    bench.delivered((each) => each.status === status && each.eventType !== 'VERIFY');

  it('are tried at 0, 25, 75 and 175 seconds of the sandbox, each with its own ID and signature, then given up', async () => {
    bench.receiver.answer = () => 500;
    await bench.subscribed();
    const attempts = bench.receiver.events.slice();
    for (const seconds of [24, 1, 49, 1, 99, 1]) {
      // It waits until the attempt before has failed, or nothing would be due.
      await bench.delivered((each) => each.attempts === attempts.length && each.answer === 500 && each.nextAt !== null);
      bench.sandbox.clock.advance(seconds);
      if (seconds === 1) attempts.push(await bench.receiver.next());
    }
    await settled('lost');
    assert.deepEqual(
      attempts.map((each) => (metaOf(each).deliveredAt - noon) / 1000),
      [0, 25, 75, 175],
    );
    assert.equal(new Set(attempts.map(({ eventId }) => eventId)).size, 1);
    assert.equal(new Set(attempts.map((each) => metaOf(each).deliveryId)).size, 4);
    assert.equal(new Set(attempts.map(({ headers }) => headers['sc-signature'])).size, 4);
    for (const { body } of attempts) assert.deepEqual(body.triggers, [{ type: 'FIRST_DELIVERY' }]);
    bench.sandbox.clock.advance(1000);
    bench.receiver.answer = () => 200;
    await bench.charge();
    await bench.receiver.next();
    assert.equal(bench.receiver.events.length, 5, 'later events go on');
  });

  for (const status of [301, 410, 503] as const) {
    it(`are tried again after ${status}, and no redirect is followed`, async () => {
      bench.receiver.answer = (_, response) => {
        response.setHeader('Location', bench.receiver.uri);
        return status;
      };
      await bench.subscribed();
      const { nextAt } = await bench.delivered(({ answer, nextAt: next }) => answer === status && next !== null);
      assert.equal(Date.parse(nextAt ?? ''), noon + 25_000);
      assert.equal(bench.receiver.events.length, 1);
    });
  }

  it('time out, and hold up no other event meanwhile', async () => {
    let isHung = false;
    bench.receiver.answer = () => {
      if (isHung) return 200;
      isHung = true;
      return undefined;
    };
    await bench.subscribed();
    await bench.charge();
    await bench.receiver.next();
    const { nextAt } = await bench.delivered(({ problem, nextAt: next }) => problem === 'TIMEOUT' && next !== null);
    assert.equal(Date.parse(nextAt ?? ''), noon + 25_000);
  });

  it('keep little of an answer of 10 MB', async () => {
    bench.receiver.answer = (_, response) => {
      response.end(Buffer.alloc(10_000_000, 'a'));
      return undefined;
    };
    await bench.subscribed();
    const { id } = await settled('delivered');
    const { attempts } = await bench.delivery(id);
    assert.equal(attempts[0]?.answer?.text.length, 64 * 1024);
    assert.equal(attempts[0].answer.problem, 'too long');
  });

  it('send errors to an address of their own, where there is one', async () => {
    await bench.subscribed({ errorCallbackUri: `${bench.receiver.uri}/errors` });
    bench.fault({ operation: 'signals', times: 'always', error: { type: 'VEHICLE_STATE', code: 'ASLEEP' } });
    await bench.receiver.next();
    const { id } = await bench.delivered(({ eventType }) => eventType === 'VEHICLE_ERROR');
    assert.equal((await bench.delivery(id)).attempts[0]?.uri, `${bench.receiver.uri}/errors`);
  });

  it('have at most 50 KB: the oldest charges are left out', async () => {
    await bench.subscribed();
    const location = 'Teststraße '.repeat(200);
    for (let charge = 0; charge < 25; charge++) await bench.charge(0, { location });
    const events = await bench.receiver.take(25);
    const sizes = events.map(({ bytes }) => bytes.length);
    assert.ok(Math.max(...sizes) <= 50_000 && Math.max(...sizes) > 30_000, String(sizes));
    const signals = (events.at(-1)?.body.data as { signals: { code: string; body: { values: unknown[] } }[] }).signals;
    const charges = signals.find(({ code }) => code === 'charge-chargerecords')?.body.values ?? [];
    assert.ok(charges.length > 5);
  });

  it('can be sent at once while they wait', async () => {
    bench.receiver.answer = () => 500;
    await bench.subscribed();
    const { id } = await bench.delivered(({ attempts, nextAt }) => attempts === 1 && nextAt !== null);
    assert.deepEqual(await bench.control(`/deliveries/${id}/send`, 'POST'), { deliveryId: id });
    await bench.receiver.next();
  });

  it('can have any body, and any signature', async () => {
    const { id } = await bench.create();
    const text = '{"level": 78.0, not even JSON \u00e9';
    await bench.control(`/webhooks/${id}/events`, 'POST', { text });
    const signed = await bench.receiver.next();
    assert.equal(signed.bytes.toString(), text);
    assert.ok(isSignedBy([bench.receiver.token], signed.bytes, String(signed.headers['sc-signature'])));
    await bench.control(`/webhooks/${id}/events`, 'POST', { text, signature: 'mine' });
    assert.equal((await bench.receiver.next()).headers['sc-signature'], 'mine');
    await bench.control(`/webhooks/${id}/events`, 'POST', { text, signature: null });
    assert.equal((await bench.receiver.next()).headers['sc-signature'], undefined);
  });

  it('are not sent to a webhook that is not verified', async () => {
    bench.receiver.verify = (_, response) => response.end();
    const { id } = await bench.create();
    await assert.rejects(
      bench.control(`/webhooks/${id}/events`, 'POST', { event: 'test-state' }),
      /400 .*not verified/,
    );
  });

  it('are signed with the token that is due: the newest, or the oldest as was reported', async () => {
    await bench.subscribed();
    const old = bench.receiver.token;
    const signers = async (oldestSigns: boolean) => {
      const { applicationManagementToken: token } = await bench.control<{ applicationManagementToken: string }>(
        '/management-token',
        'POST',
        { oldestSigns },
      );
      await bench.charge();
      const { bytes, headers } = await bench.receiver.next();
      return [token, old].map((each) => isSignedBy([each], bytes, String(headers['sc-signature'])));
    };
    assert.deepEqual(await signers(false), [true, false]);
    assert.deepEqual(await signers(true), [false, true]);
  });

  it('wait by the thousand without loss; of more than 20,000 the oldest is given up', async () => {
    const { id } = await bench.create();
    const state = await bench.control<{ webhookEvents: unknown[] }>('/state');
    const about = { webhookId: id, vehicleId: null, ownerId: null, mode: 'live', sequence: 1 };
    const later = { attempts: 0, firstAt: null, dueAt: noon + 60_000 };
    const content = { kind: 'bytes', base64: Buffer.from('{}').toString('base64') };
    const ids = Array.from({ length: 20_000 }, (_, index) => `event-${index}`);
    state.webhookEvents = ids.map((eventId) => [eventId, { ...about, ...later, content }]);
    await bench.control('/state', 'PUT', state);
    const waiting = async () =>
      (await bench.control<{ webhookEvents: [string, unknown][] }>('/state')).webhookEvents.map(([eventId]) => eventId);
    assert.deepEqual(await waiting(), ids);
    bench.receiver.answer = () => 500;
    const { deliveryId } = await bench.control<{ deliveryId: number }>(`/webhooks/${id}/events`, 'POST', {
      text: '{}',
      eventId: 'one more',
    });
    await bench.receiver.next();
    await bench.delivered((each) => each.id === deliveryId && each.answer === 500 && each.nextAt !== null);
    assert.deepEqual(await waiting(), [...ids.slice(1), 'one more']);
    assert.equal((await bench.deliveries()).length, 10_000);
  });
});
