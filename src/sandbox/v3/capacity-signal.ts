import { type CapacityBody, signalCodes } from '../../service/v3/contract.ts';
import type { SandboxVehicle } from '../world/world.ts';
import type { StoredSignal } from './signal-envelope.ts';
import type { Variants } from './variants.ts';

const about = { code: signalCodes.capacity, name: 'Nominal Capacities', group: 'TractionBattery' } as const;

/** The nominal capacity of a vehicle, in the three cases of version 2.0; `nominal` is null if it is not determined. */
export function capacitySignal(
  { capacity, region }: SandboxVehicle,
  nominal: number | null,
  { energyUnit, undetermined }: Variants,
): StoredSignal {
  if (region !== 'US' && region !== 'Europe') {
    const failure = {
      status: 'ERROR',
      type: 'COMPATIBILITY',
      code: 'VEHICLE_NOT_CAPABLE',
      description: 'Nominal capacity is available for vehicles based in the United States and Europe only.',
    } as const;
    return { ...about, rules: ['v3.signals.status', 'v3.capacity.geography'], failure };
  }
  if (nominal === null && undetermined === 'unavailable') {
    const description = 'The capacity is not determined, and the owner has not selected one.';
    const failure = { status: 'UNAVAILABLE', type: 'COMPATIBILITY', code: null, description } as const;
    return { ...about, rules: ['v3.signals.status', 'v3.capacity.undetermined'], failure };
  }
  const body: CapacityBody = {
    ...(nominal !== null && { source: capacity.case === 'determined' ? 'SMARTCAR' : 'USER_SELECTED' }),
    capacity: nominal,
    availableCapacities:
      capacity.case === 'determined'
        ? [{ capacity: capacity.nominal, description: null }]
        : capacity.candidates.map((candidate) => ({ ...candidate })),
    unit: energyUnit,
  };
  const undeterminedRule = nominal === null ? (['v3.capacity.undetermined'] as const) : [];
  return { ...about, rules: ['v3.capacity', 'v3.capacity.unit', ...undeterminedRule], body };
}
