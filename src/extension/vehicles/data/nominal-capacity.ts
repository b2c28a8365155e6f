import { environmentOfSession } from '../../auth/sessions/stored-session.ts';
import type { Disposable, Event } from '../../../common/event.ts';
import type { NominalCapacity } from '../../../service/model/vehicles.ts';
import type { DirectoryChange, VehicleDirectory } from './vehicle-directory.ts';
import { VehicleEntry } from './vehicle-entry.ts';

/** The nominal capacity; null where it is known to be undetermined, undefined where nothing is known. */
export function knownNominal(capacity: NominalCapacity | undefined): number | null | undefined {
  return capacity?.case === 'undetermined' ? null : capacity?.nominal;
}

/** Whether the last answer gives an address at which the owner can choose. */
export function canOwnerChoose({ capacity: { value } }: Pick<VehicleEntry, 'capacity'>): boolean {
  return value !== undefined && value.case !== 'determined' && value.selectUrl !== null;
}

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
  const found = await directory.find(vehicleId);
  const environment = environmentOfSession(before);
  const entry = [found, found?.other].find((each) => each?.account.session.environment === environment);
  if (!entry) return undefined;
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
