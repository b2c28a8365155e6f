import { t } from '../../common/translate.ts';
import { assumed, publicly, reported } from '../../service/model/basis.ts';
import type { EventForms } from '../../service/webhooks/event-forms.ts';
import { errorEvent, type EventSignal, stateEvent, unknownEventType } from '../../service/webhooks/events.ts';
import type { ReceiverRule } from './rule.ts';

export const shapeRules: readonly ReceiverRule[] = [
  {
    id: 'triggers',
    source: reported('webhooks', 'Triggers are at the root in every capture, and in data in the documentation'),
    title: () => t('Finds triggers at the root, in data, and by name'),
    accepts: (receiver, events) => {
      const cases = [
        { sent: t('an event with triggers at its root'), triggers: 'root' as const },
        { sent: t('an event with triggers in data'), triggers: 'data' as const },
        { sent: t('an event whose triggers are names'), triggers: 'names' as const },
      ];
      return cases.flatMap(({ sent, triggers }) => {
        const [event, first] = [events.state(), events.state()];
        const forms = { ...receiver.forms, triggers };
        return [
          { sent, event: stateEvent(event, forms) },
          { sent: `${sent} (FIRST_DELIVERY)`, event: stateEvent({ ...first, triggers: ['FIRST_DELIVERY'] }, forms) },
        ];
      });
    },
    fix: () => t('Read triggers from the root or from data. Accept an event without them.'),
  },
  {
    id: 'vehicle-id',
    source: reported('webhooks', 'No capture has vehicleId at the root, where the documentation shows it'),
    title: () => t('Accepts events with and without vehicleId'),
    accepts: (receiver, events) => {
      const event = (vehicleId: EventForms['vehicleId']) =>
        stateEvent(events.state(), { ...receiver.forms, vehicleId });
      return [
        { sent: t('an event without vehicleId'), event: event('none') },
        { sent: t('an event with vehicleId'), event: event('root') },
      ];
    },
    fix: () => t('Read the ID of the vehicle from data.vehicle.id.'),
  },
  {
    id: 'other-fields',
    source: reported('webhooks', 'Fields came over time: mode, powertrainType, applicationId, sequence'),
    title: () => t('Accepts events of every known form'),
    accepts: (receiver, events) => {
      const event = (change: Partial<EventForms>, vehicle = {}) => {
        const state = events.state();
        return stateEvent({ ...state, vehicle: { ...state.vehicle, ...vehicle } }, { ...receiver.forms, ...change });
      };
      return [
        { sent: t('an event without {0}', 'mode, powertrainType'), event: event({ vehicle: 'short' }) },
        { sent: t('an event without {0}', 'status'), event: event({ signalStatus: 'failed' }) },
        { sent: t('an event with {0}', 'fetchedAt'), event: event({ signalTimes: 'fetchedAt' }) },
        { sent: t('an event without {0}', 'applicationId, sequence'), event: event({ meta: 'short' }) },
        { sent: t('an event without {0}', 'meta.version'), event: event({ meta: 'thin' }) },
        {
          sent: t('an event with {0}', 'powertrainType: null'),
          event: event({ vehicle: 'full' }, { powertrainType: null }),
        },
        { sent: t('an event with an unknown field'), event: { ...event({}), newField: { a: 1 } } },
      ];
    },
    fix: () => t('Require only the fields that you use, and ignore others.'),
  },
  {
    id: 'null-code',
    source: publicly('VEHICLE_ERROR', 'The code of an error of type PERMISSION is null'),
    title: () => t('Accepts errors whose code is null'),
    accepts: (receiver, events) => {
      const state = events.state();
      const failed = failedSignal(state.signals[0], { type: 'PERMISSION', code: null });
      const permission = { type: 'PERMISSION', code: null, resolution: 'REAUTHENTICATE' };
      return [
        {
          sent: t('a signal that failed with code null'),
          event: stateEvent({ ...state, signals: failed }, receiver.forms),
        },
        { sent: t('VEHICLE_ERROR with code null'), event: errorEvent(events.error(permission), receiver.forms) },
      ];
    },
    fix: () => t('Check code before you use it: it can be null.'),
  },
  {
    id: 'stale-body',
    source: reported('webhooks', 'A signal with status ERROR may repeat an older body; most have none'),
    title: () => t('Accepts failed signals with and without a body'),
    accepts: (receiver, events) => {
      const [state, stale] = [events.state(), events.state()];
      const failure = { type: 'VEHICLE_STATE', code: 'NOT_CHARGING' };
      const failed = failedSignal(state.signals[0], failure);
      const withBody = failed.map((signal) => ({ ...signal, body: { value: 30, unit: 'percent' } }));
      return [
        { sent: t('a failed signal without a body'), event: stateEvent({ ...state, signals: failed }, receiver.forms) },
        {
          sent: t('a failed signal with an older body'),
          event: stateEvent({ ...stale, signals: withBody }, receiver.forms),
        },
      ];
    },
    fix: () => t('Look at status before body. Use neither if the signal failed.'),
  },
  {
    id: 'vehicle-error',
    source: publicly('VEHICLE_ERROR', 'Failed retrievals come as VEHICLE_ERROR; captures have other fields than pages'),
    title: () => t('Accepts VEHICLE_ERROR in its old and new form'),
    accepts: (receiver, events) => {
      const event = (change: Partial<EventForms>) => errorEvent(events.error(), { ...receiver.forms, ...change });
      const twice = events.error();
      return [
        { sent: t('VEHICLE_ERROR as captured'), event: event({ errorFields: 'message' }) },
        { sent: t('VEHICLE_ERROR as documented'), event: event({ errorFields: 'request' }) },
        { sent: t('VEHICLE_ERROR with codes of signals'), event: event({ errorSignals: 'codes' }) },
        { sent: t('VEHICLE_ERROR without signals'), event: event({ errorSignals: 'none' }) },
        {
          sent: t('VEHICLE_ERROR with resolution null'),
          event: errorEvent(events.error({ resolution: null }), receiver.forms),
        },
        {
          sent: t('VEHICLE_ERROR with two errors'),
          event: errorEvent({ ...twice, errors: [...twice.errors, ...twice.errors] }, receiver.forms),
        },
      ];
    },
    fix: () => t('Accept VEHICLE_ERROR. Its signals can be objects, strings or missing.'),
  },
  {
    id: 'resolved',
    source: publicly('VEHICLE_ERROR', 'An error with state RESOLVED has no resolution and no docURL'),
    title: () => t('Accepts RESOLVED, which has no resolution'),
    accepts: (receiver, events) => {
      const event = (resolved: EventForms['resolved']) =>
        errorEvent(events.error({ state: 'RESOLVED' }), { ...receiver.forms, resolved });
      return [
        { sent: t('RESOLVED without resolution'), event: event('short') },
        { sent: t('RESOLVED with resolution'), event: event('full') },
      ];
    },
    fix: () => t('Read resolution only if it is there.'),
  },
  {
    id: 'unknown-vehicle',
    source: reported('webhooks', 'Test events of the dashboard are about a vehicle and an owner that nobody knows'),
    title: () => t('Accepts events about an unknown vehicle'),
    accepts: (receiver, events) => {
      const [state, error] = events.dashboard();
      return [
        { sent: t('the dashboard’s test event VEHICLE_STATE'), event: stateEvent(state, receiver.forms) },
        { sent: t('the dashboard’s test event VEHICLE_ERROR'), event: errorEvent(error, receiver.forms) },
      ];
    },
    fix: () => t('Answer 200 and ignore vehicles that you don’t know.'),
  },
  {
    id: 'unknown-event-type',
    source: assumed('More types of events come with time'),
    title: () => t('Accepts events of an unknown type'),
    accepts: (receiver, events) => {
      const event = { ...stateEvent(events.state(), receiver.forms), eventType: unknownEventType };
      return [{ sent: t('an event of the type {0}', event.eventType), event }];
    },
    fix: () => t('Answer 200 and ignore types that you don’t know.'),
  },
];

function failedSignal(
  signal: EventSignal | undefined,
  failure: { readonly type: string; readonly code: string | null },
): readonly EventSignal[] {
  return signal ? [{ ...signal, body: undefined, failure: { status: 'ERROR', ...failure } }] : [];
}
