import * as vscode from 'vscode';
import { now } from '../../../common/clock.ts';
import { defaultStartDate } from '../../../common/date-range.ts';
import type { SessionClients } from '../../auth/provider/session-clients.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import { showingErrors } from '../../notifications/show-error.ts';
import { t } from '../../../common/translate.ts';
import { window } from '../../window/window.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { type AskVehicle, type CommandArgument, isNode } from './ask-vehicle.ts';
import type { Viewer } from './charge-records.ts';

const { l10n } = vscode;

/** Opens the comparison of a vehicle in both versions, or offers what the version that is missing needs. */
export async function compareVersions(
  ask: AskVehicle,
  clients: SessionClients,
  viewer: Viewer,
  argument?: TreeNode | CommandArgument,
): Promise<void> {
  const entry = await ask.vehicle(argument, l10n.t('Select Vehicle to Compare'));
  if (!entry) return;
  await entry.wantName();
  const retry = () => compareVersions(ask, clients, viewer, argument ?? { vehicleId: entry.id });
  const compare = async () => {
    const { session } = entry.account;
    const versions = await clients.versionsOf(session);
    const missing = (['2.0', '3'] as const).find((version) => !versions.includes(version));
    if (missing === undefined) await open(entry, viewer, argument);
    else if (session.lack) throw session.lack.error;
    else if (await connected(entry, missing, ask)) await retry();
  };
  await showingErrors(compare, { environment: ask.environments.current(), retry });
}

async function open(
  entry: VehicleEntry,
  viewer: Viewer,
  argument: TreeNode | CommandArgument | undefined,
): Promise<void> {
  const given = argument && !isNode(argument) ? argument : {};
  const vehicle = { make: given.make ?? '', model: entry.id, year: 0, ...entry.attributes.value, id: entry.id };
  const source = { sessionId: entry.account.session.id, vehicle };
  // Both versions are asked for the same days.
  const startDate = given.startDate ?? defaultStartDate(now());
  const others = [{ ...source, version: '3' as const }];
  await viewer.open({ ...source, version: '2.0', others, compares: true, startDate, endDate: given.endDate });
}

/** Offers to connect the version that is missing, or to add its credentials. True if it was connected. */
async function connected(entry: VehicleEntry, version: ApiVersion, { environments }: AskVehicle): Promise<boolean> {
  const { environment, account } = entry.account.session;
  const hasCredentials = (await environments.versions(environment)).includes(version);
  const button = hasCredentials ? l10n.t('Connect Version {0}', version) : l10n.t('Edit Environment');
  const message = hasCredentials
    ? t('{0} is not connected by version {1}.', account.label, version)
    : t('The environment “{0}” has no credentials for version {1}.', environment, version);
  if ((await window.showInformationMessage(message, button)) !== button) return false;
  const command = hasCredentials ? 'vehicleData.connect' : 'vehicleData.editEnvironment';
  const result = await vscode.commands.executeCommand(command, { environment });
  return hasCredentials && result !== undefined;
}
