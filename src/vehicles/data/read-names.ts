import type { ServiceError } from '../../service/model/errors.ts';
import type { VehicleDirectory } from './vehicle-directory.ts';
import type { VehicleEntry } from './vehicle-entry.ts';

/** How many are asked about before it is looked whether to go on. */
const atOnce = 10;

/** Vehicles that are listed and whose make, model and year are not known: a filter finds them by their id only. */
export function unreadVehicles({ accounts }: Pick<VehicleDirectory, 'accounts'>): readonly VehicleEntry[] {
  return accounts.flatMap(({ vehicles }) => vehicles.filter(({ attributes }) => !attributes.value));
}

/**
 * Reads make, model and year of each, a request for each, and tells how many were asked about. Ends early where
 * `signal` aborts, and where the service wants to be left alone. Returns what failed.
 */
export async function readNames(
  vehicles: readonly VehicleEntry[],
  told: (asked: number) => void,
  signal: AbortSignal,
): Promise<readonly ServiceError[]> {
  const failures: ServiceError[] = [];
  for (let start = 0; start < vehicles.length && !signal.aborted; start += atOnce) {
    const few = vehicles.slice(start, start + atOnce);
    const answers = await Promise.all(few.map((vehicle) => vehicle.loadAttributes()));
    failures.push(...answers.flatMap(({ error }) => error ?? []));
    told(start + few.length);
    if (failures.some(({ turn }) => turn === 'retry' || turn === 'reconnect')) break;
  }
  return failures;
}
