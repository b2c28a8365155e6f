import * as vscode from 'vscode';
import type { Vehicle } from '../../service/model/vehicles.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { isNode } from './ask-vehicle.ts';
import type { AskVehicle, CommandArgument } from './ask-vehicle.ts';
import { askVehicles, type CompareArgument, type ComparedVehicle } from './ask-vehicles.ts';

const { l10n } = vscode;

/** What the charge-record viewer is opened with. */
export interface ViewerTarget {
  readonly sessionId: string;
  readonly vehicle: Vehicle;
  /** Further vehicles, side by side with the first. */
  readonly others?: ComparedVehicle[];
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Opens the viewer, for one vehicle or for several side by side. */
export class ChargeRecordsCommands {
  readonly #directory: VehicleDirectory;
  readonly #ask: AskVehicle;
  readonly #openViewer: (target: ViewerTarget) => unknown;

  constructor(directory: VehicleDirectory, ask: AskVehicle, openViewer: (target: ViewerTarget) => unknown) {
    this.#directory = directory;
    this.#ask = ask;
    this.#openViewer = openViewer;
  }

  async open(argument?: TreeNode | CommandArgument): Promise<void> {
    const wanted = argument && !isNode(argument) ? argument : {};
    const { startDate, endDate } = wanted;
    const entry = await this.#ask.vehicle(argument, l10n.t('Select Vehicle'));
    if (!entry) return;
    const source = await sourceOf(entry, wanted.make);
    if (source) await this.#openViewer({ ...source, startDate, endDate });
  }

  async compare(argument?: TreeNode | CompareArgument): Promise<void> {
    const { startDate, endDate } = argument && !isNode(argument) ? argument : {};
    const entries = await askVehicles(this.#directory, this.#ask, argument);
    const sources: ComparedVehicle[] = [];
    for (const entry of entries ?? []) {
      const source = await sourceOf(entry);
      if (!source) return;
      sources.push(source);
    }
    const [first, ...others] = sources;
    if (first) await this.#openViewer({ ...first, ...(others.length > 0 && { others }), startDate, endDate });
  }
}

/** What the viewer needs of a vehicle; undefined if its make is not known and the user gives none. */
async function sourceOf(entry: VehicleEntry, given?: string): Promise<ComparedVehicle | undefined> {
  const make = given ?? (await makeOf(entry));
  if (make === undefined) return undefined;
  // Without attributes the id stands in for the model in the viewer's title, which is all that shows it.
  const vehicle = { model: entry.id, year: 0, ...entry.attributes.value, id: entry.id, make };
  return { sessionId: entry.account.session.id, vehicle };
}

/** The path of the charge records needs the make, and some vehicles don't tell it. */
export async function makeOf(entry: VehicleEntry): Promise<string | undefined> {
  await entry.wantName();
  if (entry.attributes.value) return entry.attributes.value.make;
  const { askMake } = await import('./ask-id.ts');
  return askMake(l10n.t('Make of vehicle {0}', entry.id));
}
