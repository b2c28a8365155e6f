import type { Account } from '../data/account.ts';
import type { VehicleEntry } from '../data/vehicle-entry.ts';
import type { TreeNode } from './tree-nodes.ts';

/** What a line is about: a vehicle, an account, or (undefined) the whole view. */
export function ownerOf(node: TreeNode): VehicleEntry | Account | undefined {
  switch (node.kind) {
    case 'vehicle':
    case 'field':
    case 'permission':
      return node.vehicle;
    case 'problem':
      return node.of;
    case 'account':
    case 'tokens':
    case 'more':
    case 'none':
    case 'waiting':
      return node.account;
  }
}

/** The environment of what a line is about; undefined if that is the whole view. */
export function environmentOf(node: TreeNode): string | undefined {
  const owner = ownerOf(node);
  return (owner && 'account' in owner ? owner.account : owner)?.session.environment;
}
