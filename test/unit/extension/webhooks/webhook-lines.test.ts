import assert from 'node:assert/strict';
import { deliveryLine, isListed, webhookLines } from '../../../../src/extension/webhooks/webhook-lines.ts';
import type { DeliverySummary, WebhookSummary } from '../../../../src/sandbox/control/contract.ts';
import { wording } from '../requests/fixture.ts';
import { delivery, webhook } from './deliveries.ts';

const own: WebhookSummary = { ...webhook, id: 'wh_0', name: 'Signal store', callbackUri: null, subscriptions: 1 };

describe('webhookLines', () => {
  const lines = (
    webhooks: readonly WebhookSummary[],
    deliveries: readonly DeliverySummary[] = [],
    failuresOnly = false,
  ) => webhookLines({ webhooks, deliveries }, wording, failuresOnly);

  it('has each webhook with its state', () => {
    const verification = { at: '', uri: '', status: 401, expected: null, received: null, problem: 'It says 401.' };
    const shown = lines([
      webhook,
      { ...webhook, verified: false, verification },
      { ...webhook, isEnabled: false, subscriptions: 1 },
    ]);
    assert.deepEqual(
      shown.map(({ label, description, icon, outcome }) => [label, description, icon, outcome]),
      [
        ['My app', 'verified · localhost:3000/hook · 2 vehicles', 'broadcast', undefined],
        ['My app', 'not verified · localhost:3000/hook · 2 vehicles', 'warning', 'refused'],
        ['My app', 'disabled · localhost:3000/hook · 1 vehicle', 'circle-slash', undefined],
      ],
    );
    assert.ok(shown[1]?.tooltip.includes('It says 401.'));
  });

  it('has the sandbox’s own only while a vehicle is subscribed to it', () => {
    assert.deepEqual([isListed(own), isListed({ ...own, subscriptions: 0 }), isListed(webhook)], [true, false, true]);
    const [line] = lines([own, { ...own, subscriptions: 0 }]);
    assert.deepEqual([line?.label, line?.description], ['Signal Store of the Sandbox', '1 vehicle']);
    assert.equal(line?.children, undefined);
  });

  it('has the deliveries under their webhook, in the order in which they come', () => {
    const other = { ...delivery, id: 8, webhookId: 'wh_2' };
    const [first, second] = lines([webhook, { ...webhook, id: 'wh_2' }], [{ ...delivery, id: 9 }, other, delivery]);
    assert.deepEqual(
      [first, second].map((line) => line?.children?.map(({ id }) => id)),
      [['delivery-9', 'delivery-7'], ['delivery-8']],
    );
  });

  it('has only those that failed, if asked', () => {
    const some = [
      { ...delivery, status: 'lost', answer: 500 },
      { ...delivery, status: 'waiting', answer: null },
      { ...delivery, status: 'waiting', answer: null, problem: 'TIMEOUT' },
      delivery,
    ] as const;
    const [line] = lines([webhook], some, true);
    assert.deepEqual(
      line?.children?.map((each) => each.delivery),
      [some[0], some[2]],
    );
  });
});

describe('deliveryLine', () => {
  const line = (changes: Partial<DeliverySummary>) => deliveryLine({ ...delivery, ...changes }, wording);
  const shown = (changes: Partial<DeliverySummary>) => {
    const { label, description, icon, outcome } = line(changes);
    return [label, description, icon, outcome];
  };

  it('names event, vehicle, the receiver’s answer, attempts and the next one', () => {
    assert.deepEqual(shown({}), ['VEHICLE_STATE', '200 · vehicle- · 12 ms', 'pass', 'ok']);
    assert.deepEqual(shown({ status: 'lost', answer: 503, attempts: 4, vehicleId: null }), [
      'VEHICLE_STATE',
      '503 · 12 ms · attempt 4',
      'warning',
      'refused',
    ]);
    const waiting = { status: 'waiting', answer: null, problem: 'ECONNREFUSED', nextAt: delivery.at } as const;
    assert.deepEqual(shown(waiting), [
      'VEHICLE_STATE',
      'ECONNREFUSED · next attempt 12:04:00 · vehicle- · 12 ms',
      'sync',
      'failed',
    ]);
    const first = { status: 'waiting', answer: null, attempts: 0, durationMs: null } as const;
    assert.deepEqual(shown(first), ['VEHICLE_STATE', 'vehicle-', 'sync', 'ok']);
  });

  it('says to screen readers what the colour says', () => {
    assert.equal(line({}).spoken, 'VEHICLE_STATE, 200 · vehicle- · 12 ms, accepted');
    assert.match(line({ status: 'lost' }).spoken ?? '', /, not accepted$/);
  });

  it('offers to send events again, but no challenge', () => {
    assert.deepEqual(line({}).tokens, ['delivery', 'event']);
    assert.deepEqual(line({ eventType: 'VERIFY' }).tokens, ['delivery']);
    assert.equal(line({ eventType: 'OTHER' }).label, 'Edited event');
  });
});
