import * as vscode from 'vscode';
import type { CommandArgument } from './ask-vehicle.ts';
import { isNode } from './ask-vehicle.ts';
import type { TreeNode } from '../explorer/tree-nodes.ts';
import { type RawKind, rawKinds } from './raw-json.ts';

/** Which answer is meant: the one that the line is from, or that automation names; else the user is asked. */
export async function rawKindOf(argument: TreeNode | CommandArgument | undefined): Promise<RawKind | undefined> {
  const { l10n, window } = vscode;
  const named = argument && (isNode(argument) ? kindOfLine(argument) : rawKinds.find((kind) => kind === argument.kind));
  if (named) return named;
  const labels: Readonly<Record<RawKind, string>> = {
    vehicle: l10n.t('Vehicle'),
    capacity: l10n.t('Battery capacity'),
    permissions: l10n.t('Permissions'),
    records: l10n.t('Charge records of the last 30 days'),
  };
  const items = rawKinds.map((kind) => ({ label: labels[kind], value: kind }));
  return (await window.showQuickPick(items, { title: l10n.t('Raw JSON of what?') }))?.value;
}

function kindOfLine(node: TreeNode): RawKind | undefined {
  if (node.kind === 'permission') return 'permissions';
  if (node.kind !== 'field') return undefined;
  const { field } = node;
  return field === 'capacity' || field === 'permissions' || field === 'records' ? field : 'vehicle';
}
