import type { RedirectVerdict, ResultPage } from '../../auth/sign-in/redirect-listener.ts';
import { t } from '../../../common/translate.ts';
import type { CapacityRedirect } from '../../../service/oauth/connect-url.ts';
import { capacityUrl, readCapacityRedirect } from '../../../service/oauth/connect-url.ts';
import type { NominalCapacity } from '../../../service/model/vehicles.ts';
import { olderPage, type Visit, visitCancelled, visitRefused } from './owner-redirect.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';

/** How asking the owner ended. */
export type CapacityChoice =
  | { readonly kind: 'determined'; readonly nominal: number }
  | { readonly kind: 'no-address' }
  /** `nominal` is what the service says afterwards. */
  | { readonly kind: 'selected'; readonly nominal: number }
  /** The owner chose, and the service doesn't show it yet. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'owner-does-not-know' };

/**
 * Sends the owner to the selection flow (document, "Battery capacity response": `url`) and reads the capacity again.
 * The redirect carries no `state` (public), so it is only a hint: what counts is the service's next answer.
 * Rejects with ServiceError, also where the owner or the service refuses.
 */
export async function chooseCapacity(vehicle: VehicleEntry, visit: Visit): Promise<CapacityChoice> {
  const capacity = await readCapacity(vehicle);
  if (capacity.case === 'determined') return { kind: 'determined', nominal: capacity.nominal };
  if (capacity.selectUrl === null) return { kind: 'no-address' };

  const { selectUrl } = capacity;
  const url = await visit({
    address: (redirectUri) => capacityUrl(selectUrl, redirectUri),
    judge: (came) => judge(came, vehicle.id),
  });
  const redirect = readCapacityRedirect(url);
  if (redirect.kind === 'refused') {
    const { refusal } = redirect;
    const message = t('No capacity was chosen: {0}', refusal.message);
    throw visitRefused(refusal, message, t('Ask again when the owner is ready.'));
  }
  // Also where the owner does not know: an earlier choice may have ended, and the tree shows what holds now.
  if (redirect.kind === 'unknown') {
    await vehicle.loadCapacity();
    return { kind: 'owner-does-not-know' };
  }
  const chosen = await readCapacity(vehicle);
  return chosen.case === 'undetermined' ? { kind: 'pending' } : { kind: 'selected', nominal: chosen.nominal };
}

function judge(came: URL, vehicleId: string): RedirectVerdict {
  const redirect = readCapacityRedirect(came);
  return answers(redirect, came, vehicleId) ? { isTaken: true, page: resultPage(redirect) } : olderPage();
}

/** Neither an older page of another vehicle, nor a stray visit, nor a sign-in's redirect must end this wait. */
function answers(redirect: CapacityRedirect, came: URL, vehicleId: string): boolean {
  // The capacity flow sends no `state` (public); a sign-in, which may wait at the same address, does.
  if (came.searchParams.has('state')) return false;
  if (redirect.kind === 'refused') return true;
  const isStray = redirect.kind === 'selected' && redirect.vehicleId === null && redirect.capacity === null;
  return !isStray && (redirect.vehicleId ?? vehicleId) === vehicleId;
}

function resultPage(redirect: CapacityRedirect): ResultPage {
  const text = t('Go back to VS Code. You can close this page.');
  const title = redirect.kind === 'selected' ? t('Battery capacity chosen') : t('No battery capacity chosen');
  return { tone: redirect.kind === 'refused' ? 'refused' : 'success', title, text };
}

async function readCapacity(vehicle: VehicleEntry): Promise<NominalCapacity> {
  const { value, error } = await vehicle.loadCapacity();
  if (error) throw error;
  if (!value) throw visitCancelled();
  return value;
}
