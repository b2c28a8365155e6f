import * as vscode from 'vscode';
import { plainText } from '../../../common/text/plain-text.ts';
import type { AskVehicle } from './ask-vehicle.ts';
import { whyNot } from './ask-id.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import type { VehicleLink } from './vehicle-link.ts';
import { window } from '../../window/window.ts';
import { t } from '../../../common/translate.ts';

export interface OpenLinkDeps {
  readonly ask: AskVehicle;
  readonly reveal: (vehicle: VehicleEntry) => Promise<void>;
  readonly environment: () => string;
}

/** Follows a link to a vehicle. Anyone can make one, so the user is asked before anything is sent or switched. */
export async function openVehicleLink(link: VehicleLink, { ask, reveal, environment }: OpenLinkDeps): Promise<void> {
  const { l10n, commands } = vscode;
  const problem = whyNot('vehicle ID', link.vehicleId);
  if (problem !== undefined) {
    void window.showErrorMessage(l10n.t('The link does not name a valid vehicle: {0}', problem));
    return;
  }
  const wanted = link.environment ?? environment();
  const show = l10n.t('Show Vehicle');
  const message = l10n.t('Show vehicle {0} from a link?', plainText(link.vehicleId, 80));
  const detail = t('This selects environment “{0}” and sends requests in it.', plainText(wanted, 60));
  if ((await window.showInformationMessage(message, { modal: true, detail }, show)) !== show) return;
  if (wanted !== environment()) {
    await commands.executeCommand('vehicleData.selectEnvironment', { environment: wanted });
    // If the environment is unknown, the command has told the user.
    if (environment() !== wanted) return;
  }
  await commands.executeCommand('vehicleData.vehicles.focus');
  const vehicle = await window.withProgress({ location: { viewId: 'vehicleData.vehicles' } }, () =>
    ask.byId(link.vehicleId),
  );
  if (vehicle) await reveal(vehicle);
}
