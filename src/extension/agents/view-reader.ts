import { type AccountReader, recordsOf, withoutAddress } from '../../service/client-reader.ts';
import { readableSignals } from '../../service/model/signals.ts';
import type { SessionClients } from '../auth/provider/session-clients.ts';
import type { VehicleDirectory } from '../vehicles/data/vehicle-directory.ts';

/**
 * Reads the vehicles of the view, for this extension only: no consent is requested. Only reading records can be
 * cancelled.
 */
export function viewReader(
  view: Pick<VehicleDirectory, 'vehicles' | 'nominalCapacity' | 'sessionOf'>,
  clients: Pick<SessionClients, 'of'>,
): AccountReader {
  return {
    vehicles: () => view.vehicles(),
    nominalCapacity: async (vehicleId) => withoutAddress(await view.nominalCapacity(vehicleId)),
    signals: async (vehicleId, signal) => {
      const client = clients.of(await view.sessionOf(vehicleId));
      return readableSignals(await client.signals(vehicleId, signal));
    },
    chargeRecords: async function* (query, signal) {
      const { vehicles, unread } = await view.vehicles();
      signal.throwIfAborted();
      const isAsked = ({ id }: { readonly id?: string }) => id === query.vehicleId;
      const unknown = unread.find(isAsked);
      if (unknown) throw unknown.error;
      const vehicle = vehicles.find(isAsked);
      if (!vehicle) throw new Error('No connected account has a vehicle with this id. Call list_vehicles for the ids.');
      const client = clients.of(await view.sessionOf(query.vehicleId));
      yield* recordsOf(await client.chargeRecords({ ...query, make: vehicle.make }, signal));
    },
  };
}
