import type { Disposable, Event } from '../../../common/event.ts';
import type { NominalCapacity } from '../../../service/model/vehicles.ts';
import type { DirectoryChange, VehicleDirectory } from './vehicle-directory.ts';
import { VehicleEntry } from './vehicle-entry.ts';

/** The nominal capacity; null if it is known to be undetermined, undefined if nothing is known. */
export function knownNominal(capacity: NominalCapacity | undefined): number | null | undefined {
  return capacity?.case === 'undetermined' ? null : capacity?.nominal;
}

/**
 * Whether the owner can choose the capacity: at the address in the response, or, if version 3 leads and has none, by
 * version 2.0, which alone has the choice.
 */
export function canOwnerChoose({ capacity, account }: VehicleEntry): boolean {
  const { value, error } = capacity;
  if (value && value.case !== 'determined' && value.selectUrl !== null) return true;
  const { hasTokens, ownerId, lack } = account.session;
  const isOpen = value ? value.case === 'undetermined' : error?.isEmpty === true;
  return isOpen && hasTokens === true && ownerId !== undefined && lack === undefined;
}

/**
 * The nominal capacity of a vehicle that session `before` read; null while it is undetermined; undefined if it can't be
 * read. Never from another environment, where the same id may belong to another vehicle. Never rejects.
 *
 * @param again whether to send a request even if a response is known
 */
export async function readNominal(
  directory: Pick<VehicleDirectory, 'find' | 'isOf'>,
  vehicleId: string,
  before: string,
  again: boolean,
): Promise<number | null | undefined> {
  const entry = await directory.find(vehicleId);
  if (!entry || !directory.isOf(entry.account.session, before)) return undefined;
  const known = again ? undefined : entry.capacity.value;
  if (known) return knownNominal(known);
  const { value, error } = await entry.loadCapacity();
  return error ? undefined : knownNominal(value);
}

/** Calls `tell` with the id of each vehicle whose capacity has been read (again). */
export function followNominals(onDidChange: Event<DirectoryChange>, tell: (vehicleId: string) => void): Disposable {
  const announced = new WeakMap<VehicleEntry, NominalCapacity>();
  return onDidChange((change) => {
    if (!(change instanceof VehicleEntry)) return;
    const { value } = change.capacity;
    if (!value || announced.get(change) === value) return;
    announced.set(change, value);
    tell(change.id);
  });
}
