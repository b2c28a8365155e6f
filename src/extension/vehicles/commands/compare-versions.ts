import * as vscode from 'vscode';
import { abortWith } from '../../../common/abort-with.ts';
import type { Clock } from '../../../common/clock.ts';
import { defaultStartDate } from '../../../common/date-range.ts';
import { vehicleName } from '../../../common/vehicle-names.ts';
import type { Sessions } from '../../auth/sessions/session-info.ts';
import { asServiceError } from '../../../service/model/as-service-error.ts';
import type { VehicleData } from '../../../service/model/vehicle-data.ts';
import { comparisonMarkdown } from '../../../service/comparison/comparison-markdown.ts';
import { compareVersions } from '../../../service/comparison/compare-versions.ts';
import { readVersion } from '../../../service/comparison/read-version.ts';
import type { Failure, Side, VersionClient } from '../../../service/comparison/version-reading.ts';
import { Previews } from '../../window/previews.ts';
import { saveText } from '../../window/save-text.ts';
import { window } from '../../window/window.ts';
import { type AccountVehicle, findInOtherVersion, type OtherVersion } from '../data/find-in-other-version.ts';
import { versionOf } from '../data/other-version.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { type AskVehicle, type CommandArgument, isNode } from './ask-vehicle.ts';
import { mayOpen, nameOf } from './may-open.ts';

export interface CompareVersionsDeps {
  readonly sessions: Pick<Sessions, 'list'>;
  /** The client of any session, in its own environment. */
  readonly clientFor: (sessionId: string) => VersionClient & Pick<VehicleData, 'vehicleIds' | 'vehicle'>;
  readonly clock: Clock;
}

const { l10n } = vscode;

/** Reads a vehicle in both versions and opens the comparison. */
export class CompareVersions implements vscode.Disposable {
  readonly #ask: AskVehicle;
  readonly #deps: CompareVersionsDeps;
  readonly #previews = new Previews(
    'vehicle-data-comparison',
    (isShown) => void vscode.commands.executeCommand('setContext', 'vehicleData.comparisonShown', isShown),
  );

  constructor(ask: AskVehicle, deps: CompareVersionsDeps) {
    this.#ask = ask;
    this.#deps = deps;
  }

  async open(argument?: TreeNode | CommandArgument): Promise<void> {
    const entry = await this.#ask.vehicle(argument, l10n.t('Select Vehicle to Compare'));
    if (
      !entry ||
      !(await mayOpen(entry, argument, (name) => l10n.t('Open a comparison of the versions of {0}?', name)))
    )
      return;
    await entry.wantName();
    const title = l10n.t('Comparing versions of {0}', nameOf(entry));
    const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
    const progress = <T>(work: (signal: AbortSignal) => Promise<T>) =>
      window.withProgress(options, async (_, token) => {
        const signal = abortWith(token);
        // After cancellation, errors are not reported.
        return work(signal).catch((thrown: unknown) => (signal.aborted ? undefined : Promise.reject(thrown as Error)));
      });
    try {
      const other = await progress((signal) => this.#find(entry, signal));
      const chosen = other && (await choose(entry, other));
      if (!chosen) return;
      const text = await progress((signal) => this.#compare(entry, chosen, argument, signal));
      if (text !== undefined) await this.#previews.show(`${nameOf(entry)} 2.0 ↔ 3.md`, text);
    } catch (thrown) {
      this.#ask.report([asServiceError(thrown)], () => this.open(argument));
    }
  }

  /** Saves the comparison that is currently shown. */
  async save(): Promise<void> {
    const shown = this.#previews.shown;
    if (!shown || !(await saveText(shown.name.replaceAll(/[^\w.-]+/g, '-'), shown.text))) return;
    window.setStatusBarMessage(l10n.t('Comparison saved'), 5000);
  }

  dispose(): void {
    this.#previews.dispose();
  }

  async #find({ account, id: vehicleId, attributes }: VehicleEntry, signal: AbortSignal): Promise<OtherVersion> {
    const sessions = await this.#deps.sessions.list();
    const wanted = { account: account.session, vehicleId, vehicle: attributes.value };
    return findInOtherVersion(wanted, sessions, this.#deps.clientFor, signal);
  }

  async #compare(
    entry: VehicleEntry,
    other: AccountVehicle | Failure,
    argument: TreeNode | CommandArgument | undefined,
    signal: AbortSignal,
  ): Promise<string> {
    const readAt = this.#deps.clock.now();
    const { startDate = defaultStartDate(readAt), endDate } = argument && !isNode(argument) ? argument : {};
    const options = { startDate, endDate, make: entry.attributes.value?.make, signal };
    const read = ({ session, vehicleId }: AccountVehicle): Promise<Side> => {
      const { environment, account } = session;
      const source = { version: versionOf(session), environment, account, vehicleId };
      return readVersion(this.#deps.clientFor(session.id), source, options);
    };
    const own = { session: entry.account.session, vehicleId: entry.id };
    const [ownSide, otherSide] = await Promise.all([
      read(own),
      'session' in other ? read(other) : Promise.resolve({ missing: other }),
    ]);
    const [v2, v3] = versionOf(own.session) === '3' ? [otherSide, ownSide] : [ownSide, otherSide];
    return comparisonMarkdown(compareVersions(v2, v3), { vehicleId: entry.id, startDate, endDate, readAt });
  }
}

/** The vehicle of the other version to compare with, or why there is none. Undefined if the user chose nothing. */
async function choose(
  entry: VehicleEntry,
  { found, alike, failure }: OtherVersion,
): Promise<AccountVehicle | Failure | undefined> {
  if (found) return found;
  const version = versionOf(entry.account.session) === '3' ? '2.0' : '3';
  const missing = failure ?? {
    message: l10n.t('No connected account gives access to this vehicle.'),
    nextStep: l10n.t(
      'Run “Vehicle Data: Select Environment…”, choose an environment of version {0}, connect the owner of this vehicle, and compare again.',
      version,
    ),
  };
  if (alike.length === 0) return missing;
  const title = l10n.t('Select {0} in Version {1}', nameOf(entry), version);
  const items = [
    ...alike.map((each) => ({
      label: vehicleName(each.vehicle),
      description: `${each.session.account.label} · ${each.session.environment}`,
      detail: each.vehicleId,
      chosen: each,
    })),
    { label: l10n.t('None of These'), description: '', detail: '', chosen: missing as AccountVehicle | Failure },
  ];
  const placeHolder = l10n.t('The IDs differ. Which one is the same vehicle?');
  return (await window.showQuickPick(items, { title, placeHolder }))?.chosen;
}
