import { hasChargeRecords } from '../../service/model/makes.ts';
import { hasCapacity } from '../v2/vehicle-reads.ts';
import type * as faults from '../faults/faults.ts';
import type { Capacities } from '../world/capacities.ts';
import type { Vehicles } from '../world/vehicles.ts';
import type { SandboxOwner, SandboxVehicle } from '../world/world.ts';
import type { PlannedFault, VehicleSummary } from './contract.ts';

/** What responses about a vehicle contain now, so that a test can compare a screen with it. */
export function vehicleSummary(
  { owner, vehicle }: { readonly owner: SandboxOwner; readonly vehicle: SandboxVehicle },
  vehicles: Vehicles,
  capacities: Capacities,
  connected: boolean,
): VehicleSummary {
  const { id, make, model, year, region } = vehicle;
  const capacity = capacitySummary(vehicle, capacities);
  const charges = vehicles.chargeCount(vehicle);
  const records = hasChargeRecords(make) ? (vehicle.literalRecords?.length ?? 0) + charges : null;
  return { id, owner: owner.name, make, model, year, capacity, region, records, charges, connected };
}

/** The case in the specification; `unavailable` outside the regions where it applies. */
function capacitySummary(vehicle: SandboxVehicle, capacities: Capacities): VehicleSummary['capacity'] {
  if (!hasCapacity(vehicle)) return { case: 'unavailable', nominal: null, source: null };
  const nominal = capacities.nominal(vehicle);
  if (nominal === null) return { case: 'undetermined', nominal, source: null };
  return vehicle.capacity.case === 'determined'
    ? { case: 'determined', nominal, source: 'SMARTCAR' }
    : { case: 'selected', nominal, source: 'USER_SELECTED' };
}

export function plannedFault({ id, left, fault }: faults.PlannedFault): PlannedFault {
  return { id, left, ...fault };
}
