import * as vscode from 'vscode';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import { askMake } from './ask-id.ts';
import { makeName } from '../../../common/vehicle-names.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { isNode } from './ask-vehicle.ts';
import type { AskVehicle, CommandArgument } from './ask-vehicle.ts';
import { confirmCosts } from './confirm-costs.ts';
import { askVehicles, type CompareArgument, type ComparedVehicle } from './ask-vehicles.ts';
import { window } from '../../window/window.ts';

const { l10n } = vscode;

/** What the charge-record viewer shows. */
export interface ViewerTarget extends ComparedVehicle {
  /** Further vehicles, side by side with the first. */
  readonly others?: ComparedVehicle[];
  /** Whether the records of the first are compared with those of the others, charge by charge. */
  readonly compares?: boolean;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** The commands that open the viewer, for one vehicle or for several side by side. */
export function chargeRecordsCommands(
  directory: VehicleDirectory,
  ask: AskVehicle,
  openViewer: (target: ViewerTarget) => unknown,
) {
  async function open(argument?: TreeNode | CommandArgument): Promise<void> {
    const wanted: CommandArgument = argument && !isNode(argument) ? argument : {};
    const { make, startDate, endDate } = wanted;
    const entry = await ask.vehicle(argument, l10n.t('Select Vehicle'), ({ mayHaveRecords }) => mayHaveRecords);
    if (!entry) return;
    const source = await sourceOf(entry, make);
    if (source) await openViewer({ ...source, startDate, endDate });
  }

  async function compare(argument?: TreeNode | CompareArgument): Promise<void> {
    const { startDate, endDate } = argument && !isNode(argument) ? argument : {};
    const entries = await askVehicles(directory, ask, argument);
    const sources: ComparedVehicle[] = [];
    for (const entry of entries ?? []) {
      const source = await sourceOf(entry);
      if (!source) return;
      sources.push(source);
    }
    const metered = (entries ?? []).filter(({ account }) => account.isMetered).length;
    if (!(await confirmCosts(metered))) return;
    const [first, ...others] = sources;
    if (first) await openViewer({ ...first, ...(others.length > 0 && { others }), startDate, endDate });
  }

  return { open, compare };
}

/**
 * What the viewer needs to know about a vehicle; undefined if its make is unknown and the user enters none, or if it
 * has no charge records. A make that automation passes is always used.
 */
async function sourceOf(entry: VehicleEntry, given?: string): Promise<ComparedVehicle | undefined> {
  await entry.wantName();
  const make = given ?? (await makeOf(entry));
  if (make === undefined) return undefined;
  if (given === undefined && !entry.mayHaveRecords) {
    void window.showInformationMessage(l10n.t('Charge records are not available for {0}.', makeName(make)));
    return undefined;
  }
  // Without attributes, the id replaces the model, which is only shown in the viewer's title.
  const vehicle = { model: entry.id, year: 0, ...entry.attributes.value, id: entry.id, make };
  return { sessionId: entry.account.session.id, vehicle };
}

/** The make, which the path of the charge records needs. Asks the user if it can't be read. */
export async function makeOf(entry: VehicleEntry): Promise<string | undefined> {
  await entry.wantName();
  if (entry.attributes.value) return entry.attributes.value.make;
  return askMake(l10n.t('Make of vehicle {0}', entry.id));
}
