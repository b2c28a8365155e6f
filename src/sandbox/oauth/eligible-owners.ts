import type { ConnectRequest } from './connect-request.ts';
import type { SandboxOwner, SandboxVehicle, World } from '../world/world.ts';

/** Owners with those of their vehicles that a Connect URL asks for, by VIN or by make; who has none is left out. */
export function eligibleOwners(world: World, request: ConnectRequest): SandboxOwner[] {
  return world.owners
    .map((owner) => ({ ...owner, vehicles: owner.vehicles.filter((vehicle) => isEligible(vehicle, request)) }))
    .filter(({ vehicles }) => vehicles.length > 0);
}

function isEligible({ vin, make }: SandboxVehicle, request: ConnectRequest): boolean {
  if (request.singleSelectVin !== undefined) return vin === request.singleSelectVin;
  return request.make === undefined || make === request.make;
}

/** Brands to choose from, each once. */
export function eligibleMakes(owners: readonly SandboxOwner[]): string[] {
  return [...new Set(owners.flatMap(({ vehicles }) => vehicles.map(({ make }) => make)))].sort();
}

/** What an owner logs in with: `robin.hale@example.com`. */
export function emailOf({ name }: SandboxOwner): string {
  return `${name.toLowerCase().split(/\s+/).join('.')}@example.com`;
}

/** Public, as in the service's test mode: any e-mail address logs in. One that is nobody's is the first owner's. */
export function ownerWithEmail(owners: readonly SandboxOwner[], email: string): SandboxOwner | undefined {
  const wanted = email.trim().toLowerCase();
  return owners.find((owner) => emailOf(owner) === wanted) ?? owners[0];
}

/** Those of the owner's vehicles that a form ticks; undefined where the Connect URL asks for more, or for one alone. */
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
