import assert from 'node:assert/strict';
import {
  type ErrorEvent,
  errorEvent,
  type EventSource,
  type StateEvent,
  stateEvent,
} from '../../../../src/service/webhooks/events.ts';
import { documentedForms, newestForms } from '../../../../src/service/webhooks/event-forms.ts';

const source: EventSource = {
  eventId: 'event-1',
  deliveryId: 'delivery-1',
  deliveredAt: Date.UTC(2026, 0, 2),
  webhook: { id: 'wh_1', name: 'Charging' },
  applicationId: 'app_1',
  sequence: 7,
  mode: 'live',
};
const level = { code: 'tractionbattery-stateofcharge', name: 'StateOfCharge', group: 'TractionBattery' };
const status = { code: 'charge-detailedchargingstatus', name: 'DetailedChargingStatus', group: 'Charge' };
const state: StateEvent = {
  ...source,
  user: { id: 'user-1', externalId: null },
  vehicle: { id: 'vehicle-1', make: 'BMW', model: 'iX1', year: 2025, mode: 'live', powertrainType: 'BEV' },
  signals: [
    { ...level, body: { value: 78, unit: 'percent' }, updatedAt: 1, retrievedAt: 2 },
    { ...status, failure: { status: 'ERROR', type: 'PERMISSION', code: null }, updatedAt: 1, retrievedAt: 2 },
  ],
  triggers: [level, 'FIRST_DELIVERY'],
};
const failure: ErrorEvent = {
  ...source,
  user: state.user,
  vehicle: state.vehicle,
  errors: [
    {
      type: 'VEHICLE_STATE',
      code: 'ASLEEP',
      description: 'The vehicle is asleep.',
      state: 'ERROR',
      resolution: 'RETRY_LATER',
      docUrl: 'https://example.com/asleep',
      userMessage: 'Wake your car.',
      signals: [level],
    },
  ],
};

describe('events of webhooks', () => {
  it('are those of the newest capture by default', () => {
    assert.deepEqual(stateEvent(state), {
      eventId: 'event-1',
      eventType: 'VEHICLE_STATE',
      data: {
        user: { id: 'user-1', externalId: null },
        vehicle: { id: 'vehicle-1', make: 'BMW', model: 'iX1', year: 2025, mode: 'live', powertrainType: 'BEV' },
        signals: [
          {
            ...level,
            body: { value: 78, unit: 'percent' },
            status: { value: 'SUCCESS' },
            meta: { oemUpdatedAt: 1, retrievedAt: 2 },
          },
          { ...status, status: { value: 'ERROR', error: { type: 'PERMISSION', code: null } } },
        ],
      },
      triggers: [{ type: 'SIGNAL_UPDATED', signal: level }, { type: 'FIRST_DELIVERY' }],
      meta: {
        version: '4.0',
        applicationId: 'app_1',
        webhookId: 'wh_1',
        webhookName: 'Charging',
        deliveryId: 'delivery-1',
        deliveredAt: Date.UTC(2026, 0, 2),
        mode: 'LIVE',
        sequence: 7,
        signalCount: 2,
      },
    });
  });

  it('say what failed, and what no longer does', () => {
    const errorsOf = (event: ErrorEvent, forms = newestForms) =>
      (errorEvent(event, forms).data as { errors: Record<string, unknown>[] }).errors[0];
    const newest = {
      type: 'VEHICLE_STATE',
      code: 'ASLEEP',
      description: 'The vehicle is asleep.',
      docURL: 'https://example.com/asleep',
      resolution: { type: 'RETRY_LATER' },
      suggestedUserMessage: 'Wake your car.',
      state: 'ERROR',
      signals: [level],
    };
    assert.deepEqual(errorsOf(failure), newest);
    assert.deepEqual(errorsOf(failure, documentedForms), {
      ...newest,
      resolution: { type: 'RETRY_LATER', url: 'https://example.com/asleep' },
      statusCode: 500,
      requestId: 'event-1',
    });
    assert.deepEqual(errorsOf(failure, { ...newestForms, errorSignals: 'codes' })?.signals, [level.code]);
    assert.equal('signals' in (errorsOf(failure, { ...newestForms, errorSignals: 'none' }) ?? {}), false);
    const resolved = { ...failure, errors: failure.errors.map((error) => ({ ...error, state: 'RESOLVED' as const })) };
    const { docURL: _url, resolution: _resolution, ...short } = newest;
    assert.deepEqual(errorsOf(resolved), { ...short, state: 'RESOLVED' });
    assert.deepEqual(errorsOf(resolved, { ...newestForms, resolved: 'full' }), { ...newest, state: 'RESOLVED' });
    const meta = errorEvent(failure).meta as object;
    assert.deepEqual(Object.keys(meta).includes('sequence') || Object.keys(meta).includes('signalCount'), false);
    assert.equal('triggers' in errorEvent(failure), false);
  });
});
