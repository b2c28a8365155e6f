import type { NominalCapacity, VehicleDataApi, VehicleReader } from './api.ts';
import type { SessionClients } from './auth/provider/session-clients.ts';
import { limit } from './common/concurrency-limit.ts';
import type { VehicleData } from './service/model/vehicle-data.ts';
import type { ChargeRecordsQuery, NominalCapacity as CapacityOfService, Vehicle } from './service/model/vehicles.ts';
import type { VehiclesModule } from './vehicles/module.ts';

/** The API that activation returns. Whoever calls it brings a session, which VS Code gives out with consent. */
export function exportedApi(clients: Pick<SessionClients, 'ofToken'>): VehicleDataApi {
  return {
    version: 2,
    forSession: async ({ accessToken }) => {
      const client = await clients.ofToken(accessToken);
      return {
        vehicles: () => readVehicles(client),
        nominalCapacity: async (vehicleId) => withoutAddress(await client.nominalCapacity(vehicleId)),
        chargeRecords: (query) => readRecords(client, query),
      };
    },
  };
}

/** The vehicles of the view, for this extension alone: nobody is asked for consent. */
export function readerOfView(
  vehicles: Pick<VehiclesModule, 'vehicles' | 'nominalCapacity' | 'sessionOf'>,
  clients: Pick<SessionClients, 'of'>,
): VehicleReader {
  return {
    vehicles: () => vehicles.vehicles(),
    nominalCapacity: async (vehicleId) => withoutAddress(await vehicles.nominalCapacity(vehicleId)),
    chargeRecords: async (query) => readRecords(clients.of(await vehicles.sessionOf(query.vehicleId)), query),
  };
}

const pageSize = 50;

/** Every vehicle that the client lists, as far as it can be read. */
export async function readVehicles(client: Pick<VehicleData, 'vehicleIds' | 'vehicle'>): Promise<readonly Vehicle[]> {
  const ids = new Set<string>();
  for (let [offset, total] = [0, Infinity]; offset < total; offset += pageSize) {
    const before = ids.size;
    const page = await client.vehicleIds({ limit: pageSize, offset });
    for (const id of page.ids) ids.add(id);
    // A page with nothing new ends the list, whatever the service counts.
    total = ids.size > before ? page.total : 0;
  }
  const limited = limit(4);
  const { signal } = new AbortController();
  const results = await Promise.allSettled([...ids].map((id) => limited(() => client.vehicle(id), signal)));
  const vehicles = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  const failure = results.find((result) => result.status === 'rejected');
  if (failure && vehicles.length === 0) throw failure.reason;
  return vehicles;
}

async function readRecords(client: Pick<VehicleData, 'chargeRecords'>, query: ChargeRecordsQuery) {
  const { readRecordList } = await import('./records/load/record-list.ts');
  return readRecordList(await client.chargeRecords(query));
}

/** The address of the owner's choice holds a token. */
export function withoutAddress(capacity: CapacityOfService): NominalCapacity {
  if (capacity.case === 'determined') {
    const { isSourceUnknown: _, ...rest } = capacity;
    return rest;
  }
  const { selectUrl, ...rest } = capacity;
  return { ...rest, canChoose: selectUrl !== null };
}
