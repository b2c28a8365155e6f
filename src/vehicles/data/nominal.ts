import { environmentOfSession } from '../../auth/sessions/stored-session.ts';
import type { Disposable, Event } from '../../common/event.ts';
import type { NominalCapacity } from '../../service/model/vehicles.ts';
import { knownNominal } from '../explorer/capacity-text.ts';
import type { DirectoryChange, VehicleDirectory } from './directory.ts';
import { VehicleEntry } from './vehicle-entry.ts';

/**
 * The nominal capacity of a vehicle that session `before` read; null while it is undetermined; undefined where that can't
 * be told. Never one of another environment, where the same id may be another vehicle's. Never rejects.
 *
 * @param again whether the service is asked although an answer of it is known
 */
export async function readNominal(
  directory: Pick<VehicleDirectory, 'find'>,
  vehicleId: string,
  before: string,
  again: boolean,
): Promise<number | null | undefined> {
  const entry = await directory.find(vehicleId);
  if (entry?.account.session.environment !== environmentOfSession(before)) return undefined;
  const known = again ? undefined : entry.capacity.value;
  if (known) return knownNominal(known);
  const { value, error } = await entry.loadCapacity();
  return error ? undefined : knownNominal(value);
}

/** Tells the id of each vehicle whose capacity the service has answered (again). */
export function followNominals(onDidChange: Event<DirectoryChange>, tell: (vehicleId: string) => void): Disposable {
  const told = new WeakMap<VehicleEntry, NominalCapacity>();
  return onDidChange((change) => {
    if (!(change instanceof VehicleEntry)) return;
    const { value } = change.capacity;
    if (!value || told.get(change) === value) return;
    told.set(change, value);
    tell(change.id);
  });
}
