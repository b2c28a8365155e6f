import type { RuleResult } from '../../../../src/receiver-check/check-receiver.ts';
import type { DeliverySummary, WebhookSummary } from '../../../../src/sandbox/control/contract.ts';
import { checkLine, checkReport } from '../../../../src/extension/webhooks/check-lines.ts';
import { deliveryReport } from '../../../../src/extension/webhooks/delivery-messages.ts';
import { listenerLine, webhookLines } from '../../../../src/extension/webhooks/webhook-lines.ts';
import { goldenFile, textOf } from '../golden.ts';
import { wording } from '../requests/fixture.ts';
import { attempt, delivery, webhook } from './deliveries.ts';

const own: WebhookSummary = { ...webhook, id: 'wh_0', name: 'Signal store', callbackUri: null, subscriptions: 1 };
const verification = { at: '', uri: '', status: 401, expected: null, received: null, problem: 'It says 401.' };

const webhooks: readonly WebhookSummary[] = [
  webhook,
  { ...webhook, id: 'wh_2', verified: false, verification },
  { ...webhook, id: 'wh_3', isEnabled: false, subscriptions: 1, errorCallbackUri: 'http://localhost:3000/errors' },
  own,
];

const deliveries: readonly DeliverySummary[] = [
  delivery,
  { ...delivery, id: 8, webhookId: 'wh_2', eventType: 'VERIFY' },
  { ...delivery, id: 9, status: 'lost', answer: 503, attempts: 4, vehicleId: null },
  { ...delivery, id: 10, status: 'waiting', answer: null, problem: 'ECONNREFUSED', nextAt: delivery.at },
  { ...delivery, id: 11, status: 'waiting', answer: null, attempts: 0, durationMs: null, eventType: 'OTHER' },
  { ...delivery, id: 12, status: 'dropped' },
  { ...delivery, id: 13, eventType: 'VEHICLE_ERROR' },
];

/** More than are shown one by one. One is lost. */
const many = Array.from({ length: 21 }, (_, id) => ({
  ...delivery,
  id,
  ...(id === 4 && ({ status: 'lost', answer: 503 } as const)),
  vehicleId: [null, 'one', 'two'][id % 3] ?? null,
}));

const rule: RuleResult = {
  rule: 'in-time',
  title: 'Answers in time',
  severity: 'error',
  basis: 'public',
  because: 'The service waits 15 seconds',
  source: 'webhooks',
  outcome: 'passed',
  findings: [],
};
const finding = { sent: 'a tampered body', received: 'status 200', fix: 'Refuse it.' };
const failed: RuleResult = { ...rule, rule: 'tampered', outcome: 'failed', findings: [finding, finding] };
const warned: RuleResult = { ...failed, rule: 'slow', severity: 'warning' };
const unseen: RuleResult = { ...rule, rule: 'handled-once', outcome: 'undecided', reason: 'Give a probe.' };

const checkOf = (isRunning: boolean, ...results: readonly RuleResult[]) =>
  textOf([checkLine({ url: 'http://localhost:3000/hook', results, isRunning })]);
const answer = { status: 200, problem: null, durationMs: 3, headers: {}, text: '' };
const reportOf = (...changes: readonly Partial<typeof attempt>[]) =>
  deliveryReport({ ...delivery, attempts: changes.map((each) => ({ ...attempt, ...each })) }, wording);

const scenes: Readonly<Record<string, () => string>> = {
  'webhooks and their deliveries': () => textOf(webhookLines({ webhooks, deliveries }, wording, false)),
  'many deliveries': () => textOf(webhookLines({ webhooks: [webhook], deliveries: many }, wording, false)),
  'failures only': () => textOf(webhookLines({ webhooks: [webhook], deliveries }, wording, true)),
  'what is received here': () =>
    textOf([
      listenerLine(
        { url: 'http://localhost:3000/', owner: 'mine', deliveries: [{ ...delivery, webhookId: '' }] },
        wording,
      ),
    ]),
  'a check of a receiver': () => checkOf(false, rule, unseen, warned, failed),
  'a check without errors': () => checkOf(false, warned, rule),
  'a check that runs': () => checkOf(true, warned),
  'the report of a check': () =>
    checkReport({ url: 'http://localhost:3000/hook', results: [rule, unseen, warned, failed], isRunning: false }),
  'a delivery with its attempts': () => reportOf({}, { deliveryId: 'd-2', answer }),
  'a delivery without an answer': () => reportOf({ answer: { ...answer, status: null, problem: 'ECONNREFUSED' } }),
  'a body that is no text': () => reportOf({ base64: '/w==', text: '\ufffd' }),
  'a body that is no JSON': () => reportOf({ text: '{"a":' }),
  'a body that is forgotten': () => reportOf({ text: '' }),
  'a delivery that a fault changed': () => reportOf({ fault: 3 }),
};

describe('the Webhooks view', () => {
  const matches = goldenFile(new URL('webhooks-view.txt', import.meta.url));
  for (const [name, text] of Object.entries(scenes)) it(`shows ${name}`, () => matches(name, text()));
});
