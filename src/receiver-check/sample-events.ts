import {
  dashboardError,
  dashboardState,
  type ErrorEvent,
  type EventError,
  type EventSource,
  type StateEvent,
} from '../service/webhooks/events.ts';
import type { Receiver } from './receiver.ts';

const level = { code: 'tractionbattery-stateofcharge', name: 'StateOfCharge', group: 'TractionBattery' };
const charging = { code: 'charge-ischarging', name: 'IsCharging', group: 'Charge' };

/** Events about one vehicle, which doesn't exist. */
export class SampleEvents {
  readonly #options: Pick<Receiver['options'], 'newId' | 'clock'>;
  readonly #vehicle: StateEvent['vehicle'];
  readonly #user: StateEvent['user'];
  #sequence = 0;

  constructor(options: Pick<Receiver['options'], 'newId' | 'clock'>) {
    this.#options = options;
    this.#vehicle = {
      id: options.newId(),
      make: 'BMW',
      model: 'iX1',
      year: 2025,
      mode: 'simulated',
      powertrainType: 'BEV',
    };
    this.#user = { id: options.newId(), externalId: null };
  }

  source(): EventSource {
    const { newId, clock } = this.#options;
    return {
      eventId: newId(),
      deliveryId: newId(),
      deliveredAt: clock.now(),
      webhook: { id: 'wh_check_receiver', name: 'check-receiver' },
      applicationId: 'app_check_receiver',
      sequence: ++this.#sequence,
      mode: 'test',
    };
  }

  state(percent = 78): StateEvent {
    const source = this.source();
    const times = { updatedAt: source.deliveredAt - 60_000, retrievedAt: source.deliveredAt - 1000 };
    return {
      ...source,
      user: this.#user,
      vehicle: this.#vehicle,
      signals: [
        { ...level, body: { value: percent, unit: 'percent' }, ...times },
        { ...charging, body: { value: true }, ...times },
      ],
      triggers: [level],
    };
  }

  error(change: Partial<EventError> = {}): ErrorEvent {
    const error: EventError = {
      type: 'VEHICLE_STATE',
      code: 'ASLEEP',
      description: 'The vehicle is asleep.',
      state: 'ERROR',
      resolution: 'RETRY_LATER',
      docUrl: 'https://smartcar.com/docs/errors/api-errors/vehicle-state-errors#asleep',
      userMessage: 'Your car is asleep.',
      signals: [level],
      ...change,
    };
    return { ...this.source(), user: this.#user, vehicle: this.#vehicle, errors: [error] };
  }

  dashboard(): readonly [StateEvent, ErrorEvent] {
    const { newId } = this.#options;
    return [dashboardState(this.source(), newId), dashboardError(this.source(), newId)];
  }

  /** The next attempt to deliver the same event. */
  again<Event extends EventSource>(event: Event): Event {
    const { newId, clock } = this.#options;
    return { ...event, deliveryId: newId(), deliveredAt: clock.now() };
  }
}
