import type { ErrorEvent, EventSignal, EventSource, EventVehicle, StateEvent } from './events.ts';

/**
 * The two test events of the dashboard: a vehicle that doesn't exist, with other IDs in each event, and its make in
 * upper case in an error (reported). Which signals it has is assumed.
 *
 * @param newId another ID with each call
 */
function testVehicle(newId: () => string): Pick<StateEvent, 'user' | 'vehicle'> {
  const vehicle: EventVehicle = {
    id: newId(),
    make: 'Tesla',
    model: 'Model 3',
    year: 2020,
    mode: 'simulated',
    powertrainType: 'BEV',
  };
  return { user: { id: newId(), externalId: null }, vehicle };
}

export function dashboardState(source: EventSource, newId: () => string): StateEvent {
  const times = { updatedAt: source.deliveredAt - 60_000, retrievedAt: source.deliveredAt - 1000 };
  const level: EventSignal = {
    code: 'tractionbattery-stateofcharge',
    name: 'StateOfCharge',
    group: 'TractionBattery',
    body: { value: 78, unit: 'percent' },
    ...times,
  };
  const charging: EventSignal = {
    code: 'charge-ischarging',
    name: 'IsCharging',
    group: 'Charge',
    body: { value: true },
    ...times,
  };
  return { ...source, mode: 'test', ...testVehicle(newId), signals: [level, charging], triggers: [level] };
}

export function dashboardError(source: EventSource, newId: () => string): ErrorEvent {
  const { user, vehicle } = testVehicle(newId);
  return {
    ...source,
    mode: 'test',
    user,
    vehicle: { ...vehicle, make: vehicle.make.toUpperCase() },
    errors: [
      {
        type: 'COMPATIBILITY',
        code: 'VEHICLE_NOT_CAPABLE',
        description: 'The vehicle is incapable of performing this request.',
        state: 'ERROR',
        resolution: null,
        docUrl: 'https://smartcar.com/docs/errors/api-errors/compatibility-errors#vehicle-not-capable',
        userMessage: 'Your car does not support this feature.',
        signals: [{ code: 'tractionbattery-stateofcharge', name: 'StateOfCharge', group: 'TractionBattery' }],
      },
    ],
  };
}
