import * as vscode from 'vscode';
import { abortWith } from '../../../common/abort-with.ts';
import type { Clock } from '../../../common/clock.ts';
import { defaultStartDate } from '../../../common/date-range.ts';
import { vehicleName } from '../../../common/vehicle-names.ts';
import type { SessionInfo, Sessions } from '../../auth/sessions/session-info.ts';
import { asServiceError } from '../../../service/model/as-service-error.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import type { VehicleData } from '../../../service/model/vehicle-data.ts';
import { window } from '../../window/window.ts';
import { type AccountVehicle, findInOtherVersion, type OtherVersion } from '../data/find-in-other-version.ts';
import { versionOf } from '../data/other-version.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { type AskVehicle, type CommandArgument, isNode } from './ask-vehicle.ts';
import type { ViewerTarget } from './charge-records-commands.ts';
import { nameOf } from './may-open.ts';

export interface CompareVersionsDeps {
  readonly sessions: Pick<Sessions, 'list'>;
  /** The client of any session, in its own environment. */
  readonly clientFor: (sessionId: string) => Pick<VehicleData, 'vehicleIds' | 'vehicle'>;
  /** The environment that serves a version for the application of a session; undefined if there is none. */
  readonly environmentOfVersion: (session: SessionInfo, version: ApiVersion) => Promise<string | undefined>;
  readonly openViewer: (target: ViewerTarget) => unknown;
  readonly clock: Clock;
}

const { l10n } = vscode;

/** Finds a vehicle in the other version and opens the comparison, or offers to connect that version. */
export async function compareVersions(
  ask: AskVehicle,
  deps: CompareVersionsDeps,
  argument?: TreeNode | CommandArgument,
): Promise<void> {
  const entry = await ask.vehicle(argument, l10n.t('Select Vehicle to Compare'));
  if (!entry) return;
  await entry.wantName();
  const again = () => compareVersions(ask, deps, argument ?? { vehicleId: entry.id });
  try {
    const other = await find(entry, deps);
    if (other?.failure) throw other.failure;
    const chosen = other && (other.found ?? (await choose(entry, other)));
    if (!other || chosen === 'dismissed') return;
    if (chosen) await open(entry, chosen, deps, argument);
    else if (await connected(entry, deps)) await again();
  } catch (thrown) {
    ask.report([asServiceError(thrown)], again);
  }
}

/** Undefined if the user cancelled. */
async function find(
  { account, id: vehicleId, attributes }: VehicleEntry,
  { sessions, clientFor }: CompareVersionsDeps,
): Promise<OtherVersion | undefined> {
  const title = l10n.t('Looking for the other version…');
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return window.withProgress(options, async (_, token) => {
    const signal = abortWith(token);
    const wanted = { account: account.session, vehicleId, vehicle: attributes.value };
    const found = sessions.list().then((list) => findInOtherVersion(wanted, list, clientFor, signal));
    // After cancellation, errors are not reported.
    return found.catch((thrown: unknown) => (signal.aborted ? undefined : Promise.reject(thrown as Error)));
  });
}

async function open(
  entry: VehicleEntry,
  other: AccountVehicle,
  { openViewer, clock }: CompareVersionsDeps,
  argument: TreeNode | CommandArgument | undefined,
): Promise<void> {
  const given = argument && !isNode(argument) ? argument : {};
  const attributes = { make: given.make ?? '', model: entry.id, year: 0, ...entry.attributes.value };
  const sources = [{ session: entry.account.session, vehicleId: entry.id }, other].map(({ session, vehicleId }) => ({
    sessionId: session.id,
    vehicle: { ...attributes, id: vehicleId },
    version: versionOf(session),
  }));
  const [older, newer] = sources.sort((a, b) => a.version.localeCompare(b.version));
  if (!older || !newer) return;
  // Both versions are asked for the same days.
  const startDate = given.startDate ?? defaultStartDate(clock.now());
  await openViewer({ ...older, others: [newer], compares: true, startDate, endDate: given.endDate });
}

function missingVersion(entry: VehicleEntry): ApiVersion {
  return versionOf(entry.account.session) === '3' ? '2.0' : '3';
}

/** Offers to connect the other version. True if that was done. */
async function connected(entry: VehicleEntry, { environmentOfVersion }: CompareVersionsDeps): Promise<boolean> {
  const version = missingVersion(entry);
  const environment = await environmentOfVersion(entry.account.session, version);
  const message = l10n.t('No connected account gives access to {0} through version {1}.', nameOf(entry), version);
  const connect = l10n.t('Connect Version {0}', version);
  const select = l10n.t('Select Environment…');
  const pressed = await window.showInformationMessage(message, environment === undefined ? select : connect);
  if (pressed === select) await vscode.commands.executeCommand('vehicleData.selectEnvironment');
  if (pressed !== connect) return false;
  return (await vscode.commands.executeCommand('vehicleData.connect', { environment })) !== undefined;
}

/** The vehicle of the other version to compare with; undefined if there is none. */
async function choose(entry: VehicleEntry, { alike }: OtherVersion): Promise<AccountVehicle | 'dismissed' | undefined> {
  if (alike.length === 0) return undefined;
  const title = l10n.t('Select {0} in Version {1}', nameOf(entry), missingVersion(entry));
  const items = [
    ...alike.map((each) => ({
      label: vehicleName(each.vehicle),
      description: `${each.session.account.label} · ${each.session.environment}`,
      detail: each.vehicleId,
      chosen: each,
    })),
    { label: l10n.t('None of These'), description: '', detail: '', chosen: undefined },
  ];
  const placeHolder = l10n.t('The IDs differ. Which one is the same vehicle?');
  const item = await window.showQuickPick(items, { title, placeHolder });
  return item ? item.chosen : 'dismissed';
}
