import assert from 'node:assert/strict';
import type { ConnectionSummary, DeliverySummary } from '../../../../src/sandbox/control/contract.ts';
import type { DeliveryFault, FaultInput } from '../../../../src/sandbox/faults/fault-schema.ts';
import { isSignedBy } from '../../../../src/service/webhooks/signature.ts';
import type { Received } from './receiver.ts';
import { Workbench } from './workbench.ts';

interface Signal {
  readonly code: string;
  readonly body?: unknown;
  readonly status: { readonly value: string; readonly error?: { readonly type: string; readonly code: unknown } };
}
const signalsOf = ({ body }: Received) => (body.data as { signals: readonly Signal[] }).signals;
const signatureOf = ({ headers }: Received) => headers['sc-signature'] as string | undefined;

/** What a receiver gets of an event. It is signed rightly unless `isSigned` is false. */
const effects: Partial<
  Record<DeliveryFault, { isSigned?: false; check: (event: Received, bench: Workbench) => Promise<void> | void }>
> = {
  duplicate: {
    check: async (first, { receiver }) => {
      const second = await receiver.next();
      assert.equal(second.eventId, first.eventId);
      const [one, other] = [first, second].map(({ body }) => (body.meta as { deliveryId: string }).deliveryId);
      assert.notEqual(one, other);
    },
  },
  tampered: { isSigned: false, check: ({ eventType }) => assert.equal(eventType, 'VEHICLE_STATE', 'JSON still') },
  'wrong-signature': { isSigned: false, check: (event) => assert.match(signatureOf(event) ?? '', /^[\da-f]{64}$/) },
  'no-signature': { isSigned: false, check: (event) => assert.equal(signatureOf(event), undefined) },
  'base64-signature': {
    isSigned: false,
    check: (event, { receiver }) => {
      const hex = Buffer.from(signatureOf(event) ?? '', 'base64').toString('hex');
      assert.ok(isSignedBy([receiver.token], event.bytes, hex));
    },
  },
  'older-token': { isSigned: false, check: () => undefined },
  'stale-body': {
    check: (event) => {
      const [failed, ...others] = signalsOf(event).filter(({ status }) => status.value === 'ERROR');
      assert.ok(failed?.body && others.length === 0);
    },
  },
  'null-code': {
    check: (event) => {
      const [{ body, status } = {}] = signalsOf(event);
      assert.deepEqual([body, status], [undefined, { value: 'ERROR', error: { type: 'PERMISSION', code: null } }]);
    },
  },
  'unknown-vehicle': {
    check: async (event, bench) => {
      const { vehicle, user } = event.body.data as Record<'vehicle' | 'user', { id: string }>;
      const { connections } = await bench.control<{ connections: ConnectionSummary[] }>('/connections');
      const known = connections.flatMap(({ ownerId, vehicleId }) => [ownerId, vehicleId]);
      assert.ok(known.length > 0 && !known.includes(vehicle.id) && !known.includes(user.id));
    },
  },
  'unknown-type': { check: ({ eventType }) => assert.doesNotMatch(eventType, /^VEHICLE_(STATE|ERROR)$/) },
  'odd-json': {
    check: ({ bytes, body }) => {
      for (const odd of [/"value":(?:\d+\.0|\d+e\d)/, /\\u[\da-f]{4}/, /^\{ .* \}\n$/])
        assert.match(String(bytes), odd);
      assert.notEqual(JSON.stringify(body), String(bytes).trim());
    },
  },
  large: { check: ({ bytes }) => assert.equal(bytes.length, 50_000) },
};

describe('planned faults of deliveries', () => {
  let bench: Workbench;
  let webhookId: string;
  beforeEach(async () => {
    bench = await Workbench.start({ scenario: { clock: { set: '2026-11-21T12:00:00Z', freeze: true } } });
    ({ id: webhookId } = await bench.subscribed());
  });
  afterEach(() => bench.close());

  const plan = (effect: Omit<FaultInput, 'operation'>) =>
    bench.control('/faults', 'POST', { operation: 'delivery', ...effect });
  const isSigned = (event: Received, token = bench.receiver.token) =>
    isSignedBy([token], event.bytes, signatureOf(event));

  for (const [delivery, { isSigned: isRight = true, check }] of Object.entries(effects)) {
    it(`send ${delivery}, say so in the list, and hit nothing else`, async () => {
      await plan({ delivery: delivery as DeliveryFault });
      await bench.charge();
      const event = await bench.receiver.next();
      assert.equal(isSigned(event), isRight);
      await check(event, bench);
      const isDone = ({ eventId, status }: DeliverySummary) => eventId === event.eventId && status === 'delivered';
      const { id } = await bench.delivered(isDone);
      const [attempt] = (await bench.delivery(id)).attempts;
      const rules = 'sandbox.webhook-loopback, sandbox.fault';
      assert.deepEqual([attempt?.fault, attempt?.headers['Sandbox-Rule']], [1, rules]);
      await bench.charge();
      assert.ok(isSigned(await bench.receiver.next()));
    });
  }

  it('sign with the token before the newest, where there is one', async () => {
    const old = bench.receiver.token;
    await bench.control('/management-token', 'POST');
    await plan({ delivery: 'older-token' });
    await bench.charge();
    assert.ok(isSigned(await bench.receiver.next(), old));
  });

  it('send an event later by the sandbox’s clock, and once', async () => {
    await plan({ delayMs: 90_000, times: 'always' });
    await bench.charge();
    await bench.delivered(({ nextAt }) => nextAt === '2026-11-21T12:01:30.000Z');
    bench.sandbox.clock.advance(89);
    assert.equal(bench.receiver.events.length, 1);
    bench.sandbox.clock.advance(1);
    await bench.receiver.next();
  });

  it('wait for an event that they concern: of their vehicle, and of a kind that they change', async () => {
    await plan({ delivery: 'no-signature', vehicleId: 'another' });
    await plan({ delivery: 'stale-body' });
    await bench.control(`/webhooks/${webhookId}/events`, 'POST', { event: 'test-error' });
    assert.ok(isSigned(await bench.receiver.next()));
    await bench.control(`/webhooks/${webhookId}/events`, 'POST', { text: '{"data":{"signals":[{"body":1}]}}' });
    assert.equal((await bench.receiver.next()).bytes.toString(), '{"data":{"signals":[{"body":1}]}}');
    await bench.charge();
    assert.ok(signalsOf(await bench.receiver.next()).some(({ status }) => status.value === 'ERROR'));
  });
});
