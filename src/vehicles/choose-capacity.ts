import { capacityUrl, readCapacityRedirect } from '../service/connect.ts';
import { ServiceError } from '../service/errors.ts';
import type { VehicleEntry } from './vehicle-entry.ts';

/** Waits at a redirect URI for the browser to come back. The auth room has one. */
export type AwaitRedirect = (wait: {
  /** As registered with the application; port 0 lets this machine choose. */
  readonly redirectUri: string;
  /** Called once the listener stands, with the address it stands at. False if no browser could be opened. */
  readonly open: (actualRedirectUri: string) => Promise<boolean>;
  readonly signal: AbortSignal;
}) => Promise<URL>;

export interface CapacityChoiceDeps {
  readonly awaitRedirect: AwaitRedirect;
  /** Takes the address as a string, because VS Code's `Uri` decodes parts of a query. */
  readonly openExternal: (url: string) => Promise<boolean>;
  readonly redirectUri: string;
  readonly signal: AbortSignal;
}

/** How asking the owner ended. */
export type CapacityChoice =
  | { readonly kind: 'determined'; readonly nominal: number }
  | { readonly kind: 'no-address' }
  /** `nominal` is what the service says afterwards. */
  | { readonly kind: 'selected'; readonly nominal: number }
  /** The owner chose, and the service doesn't show it yet. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'owner-does-not-know' }
  | { readonly kind: 'other-vehicle' }
  | { readonly kind: 'refused'; readonly message: string };

/**
 * Sends the owner to the selection flow (document, "Battery capacity response": `url`) and reads the capacity again.
 * The redirect carries no `state` (public), so it is only a hint: what counts is the service's next answer.
 * Rejects with ServiceError.
 */
export async function chooseCapacity(vehicle: VehicleEntry, deps: CapacityChoiceDeps): Promise<CapacityChoice> {
  const capacity = await readCapacity(vehicle);
  if (capacity.case === 'determined') return { kind: 'determined', nominal: capacity.nominal };
  const { selectUrl } = capacity;
  if (selectUrl === null) return { kind: 'no-address' };
  requireWebAddress(selectUrl);

  const open = (redirectUri: string) => deps.openExternal(capacityUrl(selectUrl, redirectUri));
  const { redirectUri, signal } = deps;
  const redirect = readCapacityRedirect(await deps.awaitRedirect({ redirectUri, open, signal }));
  if (redirect.kind === 'refused') return { kind: 'refused', message: redirect.message };
  if (redirect.vehicleId !== null && redirect.vehicleId !== vehicle.id) return { kind: 'other-vehicle' };
  if (redirect.kind === 'unknown') return { kind: 'owner-does-not-know' };

  const chosen = await readCapacity(vehicle);
  return chosen.case === 'undetermined' ? { kind: 'pending' } : { kind: 'selected', nominal: chosen.nominal };
}

async function readCapacity(vehicle: VehicleEntry) {
  const { value, error } = await vehicle.loadCapacity();
  if (error) throw error;
  if (!value) throw new ServiceError('Reading the capacity was cancelled.', cancelled);
  return value;
}

const cancelled = { kind: 'cancelled', turn: 'retry', nextStep: 'Try again.', sent: false } as const;

/** The address comes from the service and goes to the system's opener, which would start other programs too. */
function requireWebAddress(address: string): void {
  if (URL.canParse(address) && ['https:', 'http:'].includes(new URL(address).protocol)) return;
  throw new ServiceError('The service’s address for the owner’s choice is not a web address.', {
    kind: 'contract',
    turn: 'developer',
    nextStep: 'Check the base address of the environment.',
    sent: true,
  });
}
