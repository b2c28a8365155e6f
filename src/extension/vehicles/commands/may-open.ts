import * as vscode from 'vscode';
import { plainText } from '../../../common/text/plain-text.ts';
import { vehicleName } from '../../../common/vehicle-names.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import { ownerOf } from '../explorer/node-owner.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { type CommandArgument, isNode } from './ask-vehicle.ts';
import { window } from '../../window/window.ts';

/**
 * Whether a document about a vehicle may be opened. A call from the vehicle's line comes from the user. Any other call
 * may come from another extension, which can read open documents, so the user is asked.
 *
 * @param question makes the question from the name of the vehicle
 */
export async function mayOpen(
  entry: VehicleEntry,
  argument: TreeNode | CommandArgument | undefined,
  question: (name: string) => string,
): Promise<boolean> {
  if (argument && isNode(argument) && ownerOf(argument) === entry) return true;
  const open = vscode.l10n.t('Open');
  const detail = vscode.l10n.t('Other extensions can read open documents.');
  return (await window.showWarningMessage(question(nameOf(entry)), { modal: true, detail }, open)) === open;
}

/** The name of a vehicle in messages. */
function nameOf({ attributes: { value }, id }: VehicleEntry): string {
  return value ? vehicleName(value) : plainText(id, 80);
}
