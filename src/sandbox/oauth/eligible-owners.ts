import type { ConnectRequest } from './connect-request.ts';
import type { SandboxOwner, SandboxVehicle, World } from '../world/world.ts';

/** Owners with the vehicles that match a Connect URL, by VIN or by make; owners without such vehicles are left out. */
export function eligibleOwners(world: World, request: ConnectRequest): SandboxOwner[] {
  return world.owners
    .map((owner) => ({ ...owner, vehicles: owner.vehicles.filter((vehicle) => isEligible(vehicle, request)) }))
    .filter(({ vehicles }) => vehicles.length > 0);
}

function isEligible({ vin, make }: SandboxVehicle, request: ConnectRequest): boolean {
  if (request.singleSelectVin !== undefined) return vin === request.singleSelectVin;
  return request.make === undefined || make === request.make;
}

/** The distinct brands to choose from. */
export function eligibleMakes(owners: readonly SandboxOwner[]): string[] {
  return [...new Set(owners.flatMap(({ vehicles }) => vehicles.map(({ make }) => make)))].sort();
}

/** The e-mail address that an owner logs in with: `robin.hale@example.com`. */
export function emailOf({ name }: SandboxOwner): string {
  return `${name.toLowerCase().split(/\s+/).join('.')}@example.com`;
}

/** Public, as in the service's test mode: any e-mail address logs in. An unknown one logs in as the first owner. */
export function ownerWithEmail(owners: readonly SandboxOwner[], email: string): SandboxOwner | undefined {
  const wanted = email.trim().toLowerCase();
  return owners.find((owner) => emailOf(owner) === wanted) ?? owners[0];
}

/** The owner's vehicles that a form ticks; undefined if there is none, or several where the Connect URL allows one. */
export function chosenVehicles(
  owner: SandboxOwner,
  { singleSelect }: ConnectRequest,
  form: URLSearchParams,
): string[] | undefined {
  const ticked = new Set([...form.getAll('vehicle'), ...form.getAll(`vehicle-of-${owner.id}`)]);
  const ids = owner.vehicles.map(({ id }) => id).filter((id) => ticked.has(id));
  const isComplete = singleSelect ? ids.length === 1 : ids.length > 0;
  return isComplete ? ids : undefined;
}
