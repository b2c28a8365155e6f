import * as vscode from 'vscode';
import { plainText } from '../../../common/text/plain-text.ts';
import { vehicleName } from '../../../common/vehicle-names.ts';
import { showingErrors } from '../../notifications/show-error.ts';
import type { VehicleSignal } from '../../../service/model/signals.ts';
import type { VehicleResource } from '../../../service/model/vehicle-data.ts';
import { asFileName, type MemoryDocuments } from '../../window/memory-documents.ts';
import { window } from '../../window/window.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { viewId } from '../explorer/vehicles-view.ts';
import { type AskVehicle, type CommandArgument, isNode } from './ask-vehicle.ts';
import { makeOf } from './charge-records.ts';
import { rawText } from './raw-text.ts';

const { l10n } = vscode;

/** "Open Raw JSON": shows a response about a vehicle as the service sent it. */
export async function openRawJson(
  ask: AskVehicle,
  documents: MemoryDocuments,
  argument?: TreeNode | CommandArgument,
): Promise<void> {
  const entry = await ask.vehicle(argument, l10n.t('Select Vehicle'));
  if (!entry || !(await mayOpen(entry, argument))) return;
  if (argument && isNode(argument) && argument.signal) return showRawSignal(documents, entry, argument.signal);
  const kind = rawKindOf(argument);
  const vehicleId = entry.id;
  const show = async () => {
    if (kind !== 'records') return showRawJson(documents, entry, { kind, vehicleId });
    const make = await makeOf(entry);
    if (make !== undefined) await showRawJson(documents, entry, { kind, vehicleId, make });
  };
  const retry = () => openRawJson(ask, documents, argument);
  await showingErrors(show, { environment: ask.environments.current(), retry });
}

type RawKind = VehicleResource['kind'];
const rawKinds = ['vehicle', 'capacity', 'permissions', 'records'] as const satisfies readonly RawKind[];

/**
 * Requests data about a vehicle and shows the response. The document's name ends in a way that matches the JSON schemas
 * of this extension (`contributes.jsonValidation`), so that hovers and validation follow the specification. Rejects
 * with ServiceError.
 */
async function showRawJson(
  documents: MemoryDocuments,
  vehicle: VehicleEntry,
  question: VehicleResource,
): Promise<void> {
  const location = { viewId };
  const text = await window.withProgress({ location }, () => vehicle.account.rawJson(question));
  const { value } = vehicle.attributes;
  const name = asFileName(value ? vehicleName(value) : vehicle.id);
  await documents.show(`/${vehicle.id}/${name}.${question.kind}.vehicle-data.json`, rawText(text));
}

/** A longer text would keep VS Code busy. */
const mostCharacters = 1 << 20;

/** Shows a signal as it came with the others, without another request. */
async function showRawSignal(documents: MemoryDocuments, { id }: VehicleEntry, { code, raw }: VehicleSignal) {
  const text = raw();
  const cut = l10n.t('[cut after 1 MB]');
  const shown = text.length > mostCharacters ? `${text.slice(0, mostCharacters)}\n${cut}\n` : rawText(text);
  await documents.show(`/${id}/${asFileName(code)}.json`, shown);
}

/**
 * The response to show: the one behind the line, or the one that automation names, or else the vehicle's attributes.
 */
function rawKindOf(argument: TreeNode | CommandArgument | undefined): RawKind {
  if (!argument) return 'vehicle';
  if (!isNode(argument)) return rawKinds.find((kind) => kind === argument.kind) ?? 'vehicle';
  if (argument.kind === 'permission') return 'permissions';
  return rawKinds.find((kind) => argument.kind === 'field' && kind === argument.field) ?? 'vehicle';
}

/**
 * Whether a document about a vehicle may be opened. A call from the vehicle's line comes from the user. Any other call
 * may come from another extension, which can read open documents, so the user is asked.
 */
async function mayOpen(entry: VehicleEntry, argument: TreeNode | CommandArgument | undefined): Promise<boolean> {
  if (argument && isNode(argument) && argument.of === entry) return true;
  const question = l10n.t('Open the raw JSON of {0}?', nameOf(entry));
  const detail = l10n.t('Other extensions can read open documents.');
  return window.confirm(question, l10n.t('Open'), detail);
}

/** The name of a vehicle in messages. */
function nameOf({ attributes: { value }, id }: VehicleEntry): string {
  return value ? vehicleName(value) : plainText(id, 80);
}
