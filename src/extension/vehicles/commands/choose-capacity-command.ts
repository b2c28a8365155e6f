import * as vscode from 'vscode';
import { numberText } from '../../../common/text/number-text.ts';
import { asServiceError } from '../../../service/model/errors.ts';
import type { AskVehicle, CommandArgument } from './ask-vehicle.ts';
import { capacityAmount } from '../explorer/capacity-text.ts';
import { type CapacityChoice, chooseCapacity } from './choose-capacity.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import { type OwnerVisitDeps, visitOwner } from './visit-owner.ts';
import { window } from '../../window/window.ts';

const { l10n } = vscode;

/** "Ask the Owner for the Battery Capacity": asks for the vehicle if necessary, and reports the result once. */
export function chooseCapacityCommand(
  ask: AskVehicle,
  deps: OwnerVisitDeps,
  energyUnit: (environment: string) => string | undefined,
) {
  async function send(entry: VehicleEntry): Promise<void> {
    try {
      const waiting = l10n.t('Waiting for the owner to choose the battery capacity in the browser…');
      const choice = await visitOwner(waiting, deps, (visit) => chooseCapacity(entry, visit));
      void window.showInformationMessage(choiceText(choice, energyUnit(entry.account.session.environment)));
    } catch (thrown) {
      ask.report([asServiceError(thrown)], () => send(entry), { opensBrowser: true });
    }
  }

  return async (argument?: TreeNode | CommandArgument): Promise<void> => {
    const title = l10n.t('Select Vehicle');
    const entry = await ask.vehicle(argument, title);
    if (entry) await send(entry);
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
