import assert from 'node:assert/strict';
import type { ConnectionSummary } from '../../../../src/sandbox/control/contract.ts';
import type { FaultInput } from '../../../../src/sandbox/faults/fault-schema.ts';
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
const deliveryIdOf = ({ body }: Received) => (body.meta as { deliveryId: string }).deliveryId;

describe('planned faults of deliveries', () => {
  let bench: Workbench;
  let webhookId: string;
  beforeEach(async () => {
    bench = await Workbench.start({ scenario: { clock: { set: '2026-11-21T12:00:00Z', freeze: true } } });
    ({ id: webhookId } = await bench.subscribed());
  });
  afterEach(() => bench.close());

  /** The next event, as it comes with a fault. */
  const faulty = async (effect: Omit<FaultInput, 'operation'>): Promise<Received> => {
    await bench.control('/faults', 'POST', { operation: 'delivery', ...effect });
    await bench.charge();
    return bench.receiver.next();
  };
  const isSigned = (event: Received, token = bench.receiver.token) =>
    isSignedBy([token], event.bytes, signatureOf(event));

  it('are listed with the attempt that they hit, and hit nothing else', async () => {
    const event = await faulty({ delivery: 'no-signature' });
    const { id } = await bench.delivered(({ eventId, status }) => eventId === event.eventId && status === 'delivered');
    const [attempt] = (await bench.delivery(id)).attempts;
    assert.deepEqual(
      [attempt?.fault, attempt?.headers['Sandbox-Rule']],
      [1, 'sandbox.webhook-loopback, sandbox.fault'],
    );
    await bench.charge();
    assert.ok(isSigned(await bench.receiver.next()));
    const { id: last } = (await bench.deliveries()).at(-1) ?? {};
    assert.equal((await bench.delivery(last ?? 0)).attempts[0]?.fault, null);
  });

  it('send an event twice, under two delivery IDs', async () => {
    const first = await faulty({ delivery: 'duplicate', times: 'always' });
    const second = await bench.receiver.next();
    assert.equal(second.eventId, first.eventId);
    assert.notEqual(deliveryIdOf(second), deliveryIdOf(first));
    assert.ok(isSigned(first) && isSigned(second));
    await bench.delivered(({ eventId, status }) => eventId === first.eventId && status === 'delivered');
    assert.equal(bench.receiver.events.length, 3);
  });

  it('send an event later by the sandbox’s clock, and once', async () => {
    await bench.control('/faults', 'POST', { operation: 'delivery', delayMs: 90_000, times: 'always' });
    await bench.charge();
    await bench.delivered(({ nextAt }) => nextAt === '2026-11-21T12:01:30.000Z');
    bench.sandbox.clock.advance(89);
    assert.equal(bench.receiver.events.length, 1);
    bench.sandbox.clock.advance(1);
    await bench.receiver.next();
  });

  it('change the body after it was signed, which is JSON still', async () => {
    const event = await faulty({ delivery: 'tampered' });
    assert.equal(isSigned(event), false);
    assert.equal(event.eventType, 'VEHICLE_STATE');
  });

  it('sign wrongly: with another key, not at all, in Base64', async () => {
    const wrong = await faulty({ delivery: 'wrong-signature' });
    assert.match(signatureOf(wrong) ?? '', /^[\da-f]{64}$/);
    assert.equal(isSigned(wrong), false);
    assert.equal(signatureOf(await faulty({ delivery: 'no-signature' })), undefined);
    const inBase64 = await faulty({ delivery: 'base64-signature' });
    const hex = Buffer.from(signatureOf(inBase64) ?? '', 'base64').toString('hex');
    assert.ok(isSignedBy([bench.receiver.token], inBase64.bytes, hex));
  });

  it('sign with the token before the newest', async () => {
    const old = bench.receiver.token;
    assert.equal(isSigned(await faulty({ delivery: 'older-token' })), false, 'no token was replaced');
    await bench.control('/management-token', 'POST');
    assert.ok(isSigned(await faulty({ delivery: 'older-token' }), old));
    await bench.charge();
    assert.equal(isSigned(await bench.receiver.next(), old), false);
  });

  it('show a failed signal with what it was before', async () => {
    const event = await faulty({ delivery: 'stale-body' });
    const failed = signalsOf(event).filter(({ status }) => status.value === 'ERROR');
    assert.equal(failed.length, 1);
    assert.ok(failed[0]?.body);
    assert.ok(isSigned(event));
  });

  it('show an error with the code null: of a signal, and of VEHICLE_ERROR', async () => {
    const [signal] = signalsOf(await faulty({ delivery: 'null-code' }));
    assert.deepEqual(
      [signal?.body, signal?.status],
      [undefined, { value: 'ERROR', error: { type: 'PERMISSION', code: null } }],
    );
    await bench.control('/faults', 'POST', { operation: 'delivery', delivery: 'null-code' });
    await bench.control(`/webhooks/${webhookId}/events`, 'POST', { event: 'test-error' });
    const { errors } = (await bench.receiver.next()).body.data as { errors: readonly Record<string, unknown>[] };
    assert.deepEqual([errors[0]?.type, errors[0]?.code], ['PERMISSION', null]);
  });

  it('name a vehicle and an owner that nobody knows', async () => {
    const event = await faulty({ delivery: 'unknown-vehicle' });
    const { vehicle, user } = event.body.data as Record<'vehicle' | 'user', { id: string }>;
    const { connections } = await bench.control<{ connections: ConnectionSummary[] }>('/connections');
    assert.equal(connections.length > 0, true);
    for (const { ownerId, vehicleId } of connections) {
      assert.notEqual(vehicle.id, vehicleId);
      assert.notEqual(user.id, ownerId);
    }
    assert.ok(isSigned(event));
  });

  it('have a type that nobody knows', async () => {
    const event = await faulty({ delivery: 'unknown-type' });
    assert.doesNotMatch(event.eventType, /^VEHICLE_(STATE|ERROR)$/);
    assert.ok(isSigned(event));
  });

  it('write JSON that a library writes in another way', async () => {
    const event = await faulty({ delivery: 'odd-json' });
    const text = event.bytes.toString();
    assert.match(text, /"value":(?:\d+\.0|\d+e\d)/);
    assert.match(text, /\\u[\da-f]{4}/);
    assert.match(text, /^\{ .* \}\n$/);
    assert.notEqual(JSON.stringify(event.body), text.trim());
    assert.ok(isSigned(event));
  });

  it('make an event as large as one can be', async () => {
    const event = await faulty({ delivery: 'large' });
    assert.equal(event.bytes.length, 50_000);
    assert.ok(isSigned(event));
  });

  it('wait for an event that they concern: of their vehicle, and of a kind that they change', async () => {
    await bench.control('/faults', 'POST', { operation: 'delivery', delivery: 'no-signature', vehicleId: 'another' });
    await bench.control('/faults', 'POST', { operation: 'delivery', delivery: 'stale-body' });
    await bench.control(`/webhooks/${webhookId}/events`, 'POST', { event: 'test-error' });
    assert.ok(isSigned(await bench.receiver.next()));
    await bench.control(`/webhooks/${webhookId}/events`, 'POST', { text: '{"data":{"signals":[{"body":1}]}}' });
    assert.equal((await bench.receiver.next()).bytes.toString(), '{"data":{"signals":[{"body":1}]}}');
    await bench.charge();
    assert.ok(signalsOf(await bench.receiver.next()).some(({ status }) => status.value === 'ERROR'));
  });

  it('are refused for requests, as faults of requests are for deliveries', async () => {
    for (const fault of [
      { operation: 'signals', delivery: 'tampered' },
      { operation: 'any', delivery: 'duplicate' },
      { operation: 'delivery', status: 500 },
      { operation: 'delivery', delivery: 'lost' },
      { operation: 'delivery', delivery: 'tampered', delayMs: 1 },
    ]) {
      const answer = await bench.app.client.control('/faults', 'POST', fault);
      assert.equal(answer.status, 400, JSON.stringify(fault));
    }
  });
});
