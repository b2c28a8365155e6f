import * as vscode from 'vscode';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import { makeName } from '../../../common/vehicle-names.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { type AskVehicle, type CommandArgument, confirmCosts, isNode, pickItems } from './ask-vehicle.ts';
import { overPage } from '../../window/over-page.ts';
import { window } from '../../window/window.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import { pathSegment } from '../../../service/model/arguments.ts';
import { mostVehicles } from '../../../viewer/messages/target.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import type { Vehicle } from '../../../service/model/vehicles.ts';

const { l10n } = vscode;

/** What the charge-record viewer shows. */
interface ViewerTarget extends ComparedVehicle {
  /** Further vehicles, side by side with the first. */
  readonly others?: ComparedVehicle[];
  /** Whether the records of the first are compared with those of the others, charge by charge. */
  readonly compares?: boolean;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

export interface Viewer {
  open(target: ViewerTarget): unknown;
}

/** The commands that open the viewer, for one vehicle or for several side by side. */
export function chargeRecordsCommands(ask: AskVehicle, viewer: Viewer) {
  async function open(argument?: TreeNode | CommandArgument): Promise<void> {
    const wanted: CommandArgument = argument && !isNode(argument) ? argument : {};
    const { make, startDate, endDate } = wanted;
    const entry = await ask.vehicle(argument, l10n.t('Select Vehicle'), ({ mayHaveRecords }) => mayHaveRecords);
    if (!entry) return;
    const source = await sourceOf(entry, make);
    if (source) await viewer.open({ ...source, startDate, endDate });
  }

  async function compare(argument?: TreeNode | CompareArgument): Promise<void> {
    const { startDate, endDate } = argument && !isNode(argument) ? argument : {};
    const entries = await askVehicles(ask, argument);
    const sources: ComparedVehicle[] = [];
    for (const entry of entries ?? []) {
      const source = await sourceOf(entry);
      if (!source) return;
      sources.push(source);
    }
    const metered = (entries ?? []).filter(({ account }) => account.isMetered).length;
    if (!(await confirmCosts(metered))) return;
    const [first, ...others] = sources;
    if (first) await viewer.open({ ...first, ...(others.length > 0 && { others }), startDate, endDate });
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

/** Asks for the make, which the path of the charge records needs; it is checked while it is typed. */
async function askMake(title: string): Promise<string | undefined> {
  const prompt = l10n.t('The make is unknown, but charge records need it.');
  const validateInput = (typed: string) => whyNot(typed.trim());
  const typed = await window.showInputBox({ title, prompt, placeHolder: 'BMW', ignoreFocusOut: true, validateInput });
  return typed ? typed.trim() : undefined;
}

/** Why a text can't be a path segment; undefined if it can. */
function whyNot(text: string): string | undefined {
  try {
    pathSegment('make', text);
    return undefined;
  } catch (thrown) {
    return thrown instanceof ServiceError ? thrown.message : String(thrown);
  }
}

/** A vehicle, and the session that reads it. */
interface ComparedVehicle {
  readonly sessionId: string;
  readonly vehicle: Vehicle;
  /** The version of the API, if both have the vehicle. */
  readonly version?: ApiVersion | undefined;
}

/** The argument that automation passes. Without vehicles, the user is asked for them. */
interface CompareArgument {
  readonly vehicleIds?: readonly string[];
  readonly startDate?: string;
  readonly endDate?: string;
}

/**
 * The vehicles to compare: those that the argument names, or those that the user selects. Undefined if there are none.
 */
async function askVehicles(
  ask: AskVehicle,
  argument: TreeNode | CommandArgument | CompareArgument | undefined,
): Promise<readonly VehicleEntry[] | undefined> {
  const named = argument && 'vehicleIds' in argument ? argument.vehicleIds : undefined;
  const first = argument && isNode(argument) ? argument.of : undefined;
  const vehicles = named ? await byIds(ask, new Set(named)) : await pick(ask, first);
  if (!vehicles || vehicles.length <= mostVehicles) return vehicles;
  void window.showWarningMessage(l10n.t('You can compare at most {0} vehicles.', mostVehicles));
  return undefined;
}

async function byIds(ask: AskVehicle, ids: ReadonlySet<string>): Promise<readonly VehicleEntry[] | undefined> {
  const found: VehicleEntry[] = [];
  for (const id of ids) {
    const entry = await ask.byId(id);
    if (!entry) return undefined;
    found.push(entry);
  }
  return found;
}

async function pick(ask: AskVehicle, first: unknown): Promise<readonly VehicleEntry[] | undefined> {
  const { directory } = ask;
  await directory.load();
  const items = await pickItems(directory.accounts, ({ mayHaveRecords }) => mayHaveRecords);
  if (items.length < 2) {
    // A single vehicle can't be compared; if there is none, `ask.vehicle` tells the user why.
    if (items.length === 1) void window.showInformationMessage(l10n.t('Only one vehicle is available.'));
    const only = items[0]?.entry ?? (await ask.vehicle(undefined, l10n.t('Select Vehicle')));
    return only && [only];
  }
  const options = {
    title: l10n.t('Select Vehicles to Compare'),
    placeHolder: l10n.t('Select two to {0} vehicles', mostVehicles),
    matchOnDetail: true,
    canPickMany: true,
    ...overPage,
  } as const;
  const picked = await window.showQuickPick(
    items.map((item) => ({ ...item, picked: item.entry === first })),
    options,
  );
  return picked && picked.length > 0 ? picked.map(({ entry }) => entry) : undefined;
}
