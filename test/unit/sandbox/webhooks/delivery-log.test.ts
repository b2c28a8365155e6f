import assert from 'node:assert/strict';
import { type Attempt, type Delivery, DeliveryLog } from '../../../../src/sandbox/webhooks/delivery-log.ts';

const about = {
  eventId: 'event',
  webhookId: 'webhook',
  vehicleId: null,
  eventType: 'OTHER',
  status: 'waiting',
  nextAt: null,
  event: undefined,
} as const;
const attempt = (deliveryId: string, body: Uint8Array): Attempt => {
  return { deliveryId, at: 0, uri: 'http://localhost/', headers: {}, body };
};
const answered = (sent: Attempt, body: Uint8Array): Attempt => {
  return { ...sent, answer: { status: 200, headers: {}, body, durationMs: 1 } };
};

describe('list of deliveries', () => {
  const keptBytes = (log: DeliveryLog) =>
    log
      .since(0)
      .flatMap(({ attempts }) => attempts)
      .reduce((sum, { body, answer }) => sum + body.length + (answer?.body.length ?? 0), 0);
  const add = (log: DeliveryLog, name: string, body: Uint8Array, answer = new Uint8Array()): Delivery => {
    const delivery = log.add(about);
    const sent = attempt(name, body);
    log.setAttempt(delivery, sent);
    log.setAttempt(delivery, answered(sent, answer));
    return delivery;
  };

  it('has the last 10,000, and their IDs go on', () => {
    const log = new DeliveryLog(100);
    for (let each = 0; each < 10_005; each++) add(log, String(each), Buffer.from('{}'));
    const ids = log.since(0).map(({ id }) => id);
    assert.deepEqual([ids.length, ids[0], ids.at(-1)], [10_000, 106, 10_105]);
    assert.equal(log.get(105), undefined);
    assert.equal(keptBytes(log), 20_000);
  });

  it('keeps 32 MB of bodies: those of the oldest go first, and nothing else of them', () => {
    const log = new DeliveryLog(0);
    const [body, answer] = [new Uint8Array(50_000), new Uint8Array(64 * 1024)];
    for (let each = 0; each < 2000; each++) {
      add(log, String(each), body, answer);
      assert.ok(keptBytes(log) <= 32 * 1024 * 1024);
    }
    const [oldest, newest] = [log.get(1), log.get(2000)];
    assert.deepEqual([oldest?.attempts[0]?.body.length, oldest?.attempts[0]?.answer?.status], [0, 200]);
    assert.equal(newest?.attempts[0]?.body.length, 50_000);
    assert.ok(keptBytes(log) >= 16 * 1024 * 1024);
  });

  it('counts an attempt that comes with its answer as well', () => {
    const log = new DeliveryLog(0);
    const body = new Uint8Array(1_000_000);
    for (let each = 0; each < 40; each++) log.setAttempt(log.add(about), answered(attempt(String(each), body), body));
    assert.ok(keptBytes(log) <= 32 * 1024 * 1024);
    assert.ok(keptBytes(log) >= 16 * 1024 * 1024);
  });

  it('counts nothing twice once it was cleared', () => {
    const log = new DeliveryLog(0);
    const old = log.add(about);
    log.clear();
    log.setAttempt(old, attempt('late', new Uint8Array(40_000_000)));
    const delivery = add(log, 'new', new Uint8Array(1000));
    assert.equal(delivery.attempts[0]?.body.length, 1000);
    assert.deepEqual(log.since(0), [delivery]);
  });
});
