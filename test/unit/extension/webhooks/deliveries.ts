import type { Delivery, DeliverySummary, WebhookSummary } from '../../../../src/sandbox/control/contract.ts';

export const webhook: WebhookSummary = {
  id: 'wh_1',
  name: 'My app',
  callbackUri: 'http://localhost:3000/hook',
  errorCallbackUri: null,
  triggers: [],
  data: [],
  isEnabled: true,
  autoSubscribe: true,
  verified: true,
  verification: null,
  subscriptions: 2,
};

export const delivery: DeliverySummary = {
  id: 7,
  eventId: 'e-1',
  webhookId: 'wh_1',
  vehicleId: 'vehicle-1-of-many',
  eventType: 'VEHICLE_STATE',
  status: 'delivered',
  nextAt: null,
  attempts: 1,
  at: '2027-01-20T10:00:00.000Z',
  answer: 200,
  problem: null,
  durationMs: 12.3,
};

export const attempt: Delivery['attempts'][number] = {
  deliveryId: 'd-1',
  at: '2027-01-20T10:00:00.000Z',
  uri: 'http://localhost:3000/hook?from=sandbox',
  headers: { 'Content-Type': 'application/json', 'SC-Signature': 'abc' },
  text: '{"eventId":"e-1","a":{"b":78.0}}',
  fault: null,
  answer: { status: 500, problem: null, durationMs: 1234, headers: { 'content-type': 'text/plain' }, text: 'no' },
};
