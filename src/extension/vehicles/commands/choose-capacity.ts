import * as vscode from 'vscode';
import { numberText } from '../../../common/text/number-text.ts';
import { t } from '../../../common/translate.ts';
import { showingErrors } from '../../notifications/show-error.ts';
import type { NominalCapacity } from '../../../service/model/vehicles.ts';
import { type CapacityRedirect, capacityUrl, readCapacityRedirect } from '../../../service/oauth/connect-url.ts';
import type { OpenRedirectListener } from '../../auth/sign-in/pending-redirects.ts';
import type { RedirectVerdict, ResultPage } from '../../auth/sign-in/result-page.ts';
import { energyUnit } from '../../environments/settings/user-settings.ts';
import { window } from '../../window/window.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { capacityAmount } from '../explorer/vehicle-lines.ts';
import type { AskVehicle, CommandArgument } from './ask-vehicle.ts';
import { olderPage, type Visit, visitCancelled, visitOwner, visitRefused } from './owner-visit.ts';

/** The result of asking the owner. */
export type CapacityChoice =
  | { readonly kind: 'determined'; readonly nominal: number }
  | { readonly kind: 'no-address' }
  /** `nominal` is the value that the service reports afterwards. */
  | { readonly kind: 'selected'; readonly nominal: number }
  /** The owner has chosen, but the service doesn't report it yet. */
  | { readonly kind: 'pending' }
  | { readonly kind: 'owner-does-not-know' };

const { l10n } = vscode;

/** "Ask the Owner for the Battery Capacity": asks for the vehicle if necessary, and reports the result once. */
export function chooseCapacityCommand(ask: AskVehicle, openRedirectListener: OpenRedirectListener) {
  return async (argument?: TreeNode | CommandArgument): Promise<void> => {
    const entry = await ask.vehicle(argument, l10n.t('Select Vehicle'));
    if (!entry) return;
    const send = async () => {
      const waiting = l10n.t('Waiting for the owner to choose the battery capacity in the browser…');
      const choice = await visitOwner(waiting, ask.environments, openRedirectListener, (visit) =>
        chooseCapacity(entry, visit),
      );
      void window.showInformationMessage(choiceText(choice, energyUnit(entry.account.session.environment)));
    };
    await showingErrors(send, { environment: ask.environments.current(), opensBrowser: true });
  };
}

function choiceText(choice: CapacityChoice, unit: string | undefined): string {
  const number = (value: number) => numberText(value, vscode.env.language);
  switch (choice.kind) {
    case 'determined':
      return l10n.t(
        'The API already knows this capacity ({0}). The owner does not need to choose.',
        capacityAmount(choice.nominal, unit, number),
      );
    case 'no-address':
      return l10n.t('The response has no link for the owner to choose.');
    case 'selected':
      return l10n.t('The owner chose {0}.', capacityAmount(choice.nominal, unit, number));
    case 'pending':
      return l10n.t('The owner chose, but the API does not show it yet. Refresh in a moment.');
    case 'owner-does-not-know':
      return l10n.t('The owner does not know the capacity. It can be chosen later.');
  }
}

/**
 * Sends the owner to the selection flow (document, "Battery capacity response": `url`) and reads the capacity
 * again. The redirect carries no `state` (public), so it is only a hint: what counts is the service's next response.
 * Rejects with ServiceError, also if the owner or the service refuses.
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
  // Read it again even then: an earlier choice may have expired, and the tree should show the current state.
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

/** Rejects redirects from an older page of another vehicle, stray visits, and redirects of a sign-in. */
function answers(redirect: CapacityRedirect, came: URL, vehicleId: string): boolean {
  // The capacity flow sends no `state` (public), but a sign-in that waits at the same address does.
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

/** Only version 2.0 has the owner's choice, so its response counts, whichever version leads. */
async function readCapacity(vehicle: VehicleEntry): Promise<NominalCapacity> {
  const other = await vehicle.account.otherCapacity(vehicle.id);
  if (other) return other;
  const { value, error } = await vehicle.loadCapacity();
  if (error) throw error;
  if (!value) throw visitCancelled();
  return value;
}
