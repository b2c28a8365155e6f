/** Bodies of version 3, after the public examples. */

export const vehicleId = '36ab27d0-fd9d-4455-823a-ce30af709ffc';
export const ownerId = 'owner-1';

export function connection(id: string, vehicle = vehicleId, owner = ownerId) {
  return {
    id,
    type: 'connection',
    attributes: {
      permissions: ['read_vehicle_info', 'read_battery'],
      vehicle: { make: 'Tesla', model: 'Model S', year: 2020, mode: 'live', powertrainType: 'BEV' },
    },
    relationships: {
      vehicle: { data: { id: vehicle, type: 'vehicle' }, links: { related: `https://x.example/vehicles/${vehicle}` } },
      user: { data: { id: owner, type: 'user' } },
    },
    meta: { createdAt: '2024-01-01T00:00:00Z', updatedAt: '2024-01-02T00:00:00Z' },
  };
}

export function connectionPage(data: readonly object[], next: string | null = null, totalCount = data.length) {
  return { data, meta: { page: 1, pageSize: 100, totalCount }, links: { self: 's', previous: null, next } };
}

export function signal(code: string, body: unknown, status: object | undefined = { value: 'SUCCESS' }) {
  return {
    id: code,
    type: 'signal',
    attributes: { code, name: 'A signal', group: 'Charge', status, body },
    meta: { retrievedAt: 1_700_000_000, oemUpdatedAt: '2026-11-01T00:00:00Z' },
    links: { self: 's' },
  };
}

export const capacityCode = 'tractionbattery-nominalcapacity';
export const recordsCode = 'charge-chargerecords';

export const capacityBody = {
  source: 'SMARTCAR',
  capacity: 73.5,
  availableCapacities: [
    { capacity: 73.5, description: 'BEV:Extended Range' },
    { capacity: 80.9, description: null },
  ],
  unit: 'kWhr',
};

export const chargeValue = {
  id: 'CHG123',
  cost: { currency: 'USD', otherAmount: 2, energyAmount: 10.5 },
  endTime: '2023-10-15T08:00:00Z',
  location: { name: 'Home Charger', address: '123 Main St', latitude: 37.7749, longitude: -122.4194 },
  startTime: '2023-10-15T00:00:00Z',
  energyAdded: 40.5,
  connectorType: 'J1772',
  isPublicCharger: false,
  endStateOfCharge: 90,
  startStateOfCharge: 20,
};

export function errorBody(...errors: readonly object[]) {
  return { errors };
}
