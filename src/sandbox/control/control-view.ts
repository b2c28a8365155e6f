import * as z from 'zod';
import type { SandboxAddresses } from '../addresses.ts';
import type { Capacities } from '../world/capacity.ts';
import { ApiFailure } from '../api/errors.ts';
import type { Garage } from '../world/garage.ts';
import type { SandboxOwner, SandboxVehicle } from '../world/vehicles-data.ts';

/** How many vehicles to show: an owner of thousands makes a long answer. All, unless said. */
export const vehiclesQuery = z.object({ vehicles: z.coerce.number().int().min(0).optional() });

/** What a vehicle's answers hold now, for a checker to compare a screen with. */
export function vehicleSummary(
  { owner, vehicle }: { readonly owner: SandboxOwner; readonly vehicle: SandboxVehicle },
  garage: Garage,
  capacities: Capacities,
) {
  const { id, make, model, year, region } = vehicle;
  return {
    id,
    owner: owner.name,
    make,
    model,
    year,
    capacity: capacitySummary(vehicle, capacities),
    region,
    /** In the default range; null where the make has none. */
    records: garage.chargeCount(vehicle),
  };
}
export type VehicleSummary = ReturnType<typeof vehicleSummary>;

/** The document's case; `unavailable` outside its geography. */
function capacitySummary(vehicle: SandboxVehicle, capacities: Capacities) {
  try {
    const { capacity } = capacities.read(vehicle);
    return {
      case: capacity === null ? 'undetermined' : capacity.source === 'SMARTCAR' ? 'determined' : 'selected',
      nominal: capacity?.nominal ?? null,
      source: capacity?.source ?? null,
    };
  } catch (error) {
    if (error instanceof ApiFailure) return { case: 'unavailable', nominal: null, source: null };
    throw error;
  }
}

/** Lines of a `.env` file: for the official SDK, which reads the origins by itself, and for everyone else. */
export function environmentLines({ authUrl, baseUrl, connectUrl, clientId, clientSecret }: SandboxAddresses): string {
  return [
    `SMARTCAR_CLIENT_ID=${clientId}`,
    `SMARTCAR_CLIENT_SECRET=${clientSecret}`,
    'SMARTCAR_REDIRECT_URI=http://localhost:3000/callback',
    `SMARTCAR_AUTH_ORIGIN=${authUrl}`,
    `SMARTCAR_API_ORIGIN=${baseUrl}`,
    `VEHICLE_DATA_AUTH_URL=${authUrl}`,
    `VEHICLE_DATA_BASE_URL=${baseUrl}`,
    `VEHICLE_DATA_CONNECT_URL=${connectUrl}`,
  ].join('\n');
}
