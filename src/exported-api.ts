import type { NominalCapacity, VehicleDataApi } from './api.ts';
import type { SessionClients } from './auth/provider/session-clients.ts';
import type { NominalCapacity as CapacityOfService } from './service/model/vehicles.ts';
import type { VehiclesModule } from './vehicles/module.ts';

/** The API that activation returns: the explorer's vehicles, and their charge records as the service has them. */
export function exportedApi(
  vehicles: Pick<VehiclesModule, 'vehicles' | 'nominalCapacity' | 'sessionOf'>,
  clients: Pick<SessionClients, 'of'>,
): VehicleDataApi {
  return {
    version: 1,
    vehicles: () => vehicles.vehicles(),
    nominalCapacity: async (vehicleId) => withoutAddress(await vehicles.nominalCapacity(vehicleId)),
    chargeRecords: async (query) => {
      const { readRecordList } = await import('./records/load/record-list.ts');
      const { body } = await clients.of(await vehicles.sessionOf(query.vehicleId)).chargeRecords(query);
      return readRecordList(body);
    },
  };
}

/** The address of the owner's choice holds a token. */
function withoutAddress(capacity: CapacityOfService): NominalCapacity {
  if (capacity.case === 'determined') return capacity;
  const { selectUrl, ...rest } = capacity;
  return { ...rest, canChoose: selectUrl !== null };
}
