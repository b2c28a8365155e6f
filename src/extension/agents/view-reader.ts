import { recordsOf, withoutAddress } from '../../service/client-reader.ts';
import type { AccountReader, ListedVehicles } from '../../service/model/account-reader.ts';
import type { VehicleData } from '../../service/model/vehicle-data.ts';
import type { NominalCapacity } from '../../service/model/vehicles.ts';

/** The part of the Vehicles view that reads vehicles. It caches what it reads. */
export interface ReadableView {
  vehicles(): Promise<ListedVehicles>;
  nominalCapacity(vehicleId: string): Promise<NominalCapacity>;
  /** The ID of the session that lists the vehicle. */
  sessionOf(vehicleId: string): Promise<string>;
}

/**
 * Reads the vehicles of the view, for this extension only: no consent is requested. Only reading records can be
 * cancelled.
 */
export function viewReader(
  view: ReadableView,
  clientOf: (sessionId: string) => Promise<Pick<VehicleData, 'chargeRecords'>>,
): AccountReader {
  return {
    vehicles: () => view.vehicles(),
    nominalCapacity: async (vehicleId) => withoutAddress(await view.nominalCapacity(vehicleId)),
    chargeRecords: async function* (query, signal) {
      const { vehicles, unread } = await view.vehicles();
      signal.throwIfAborted();
      const isAsked = ({ id }: { readonly id?: string }) => id === query.vehicleId;
      const unknown = unread.find(isAsked);
      if (unknown) throw unknown.error;
      const vehicle = vehicles.find(isAsked);
      if (!vehicle) throw new Error('No connected account has a vehicle with this id. Call list_vehicles for the ids.');
      const client = await clientOf(await view.sessionOf(query.vehicleId));
      yield* recordsOf(await client.chargeRecords({ ...query, make: vehicle.make }, signal));
    },
  };
}
