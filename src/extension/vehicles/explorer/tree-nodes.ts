import type { Account } from '../data/account.ts';
import { type CommonFailure, commonFailures, type IsReported } from '../data/common-failures.ts';
import type { LongWait } from '../data/long-waits.ts';
import type { VehicleDirectory } from '../data/vehicle-directory.ts';
import type { Problem } from '../data/problem.ts';
import { problemOf, problemOfSession } from '../data/problem.ts';
import type { VehicleAccount, VehicleEntry } from '../data/vehicle-entry.ts';

/** The fields that a vehicle's lines show. */
export type Field = 'make' | 'model' | 'year' | 'capacity' | 'records' | 'permissions' | 'vehicleId';

interface NodeBase {
  /** Unique in the tree, and stable as long as the item is listed; starts with the session's id. */
  readonly id: string;
}

export interface AccountNode extends NodeBase {
  readonly kind: 'account';
  readonly account: Account;
  /** Passed to the session's commands. */
  readonly sessionId: string;
}
export interface VehicleNode extends NodeBase {
  readonly kind: 'vehicle';
  readonly vehicle: VehicleEntry;
}
export interface FieldNode extends NodeBase {
  readonly kind: 'field';
  readonly vehicle: VehicleEntry;
  readonly field: Field;
}
export interface PermissionNode extends NodeBase {
  readonly kind: 'permission';
  readonly vehicle: VehicleEntry;
  /** As the service spells it. */
  readonly permission: string;
  readonly isGranted: boolean;
}
/** The only account, which has its vehicles beside it rather than below it, and its tokens. */
interface TokensNode extends NodeBase {
  readonly kind: 'tokens';
  readonly account: Account;
  /** Passed to the session's commands. */
  readonly sessionId: string;
}
export interface ProblemNode extends NodeBase {
  readonly kind: 'problem';
  readonly problem: Problem;
  /** What the problem affects; undefined for the sessions as a whole. */
  readonly of: Account | VehicleEntry | undefined;
  /** When the earlier data that is still shown was read, in milliseconds since 1970. */
  readonly fetchedAt: number | undefined;
  /** Since when it is so, in milliseconds since 1970, if that is known. */
  readonly since?: number | undefined;
  readonly parent: TreeNode | undefined;
}
/** The end of a list that continues (`more`) or is empty (`none`). */
interface ListEndNode extends NodeBase {
  readonly kind: 'more' | 'none';
  readonly account: Account;
}
/** A list that takes long to arrive. */
export interface WaitingNode extends NodeBase {
  readonly kind: 'waiting';
  readonly account: Account;
  /** Milliseconds since 1970. */
  readonly since: number;
}
export type TreeNode =
  WaitingNode | AccountNode | TokensNode | VehicleNode | FieldNode | PermissionNode | ProblemNode | ListEndNode;

type Source = Pick<VehicleDirectory, 'accounts' | 'sessionsError' | 'state'>;

/** Whether accounts have their own lines; a single one is named above the view instead. */
export function showsAccounts(directory: Source): boolean {
  return directory.accounts.length > 1;
}

/** Pending lists come first, then common failures, each once. */
export function rootNodes(
  directory: Source,
  failures: readonly CommonFailure[] = commonFailures(directory),
  waits: readonly LongWait[] = [],
): TreeNode[] {
  // If the sessions are locked, the view shows its welcome text.
  if (directory.state === 'locked') return [];
  const accounts = directory.accounts;
  const [only] = accounts;
  const error = directory.sessionsError;
  const problems: TreeNode[] = [
    ...waits.map(({ of, since }): WaitingNode => {
      return { kind: 'waiting', id: `${of.session.id}/waiting`, account: of, since };
    }),
    ...(error ? [problemNode('sessions', problemOf(error), undefined, undefined)] : []),
    ...failures.map(({ error, of, fetchedAt }, index) =>
      problemNode(`failure-${index}`, problemOf(error), of, fetchedAt),
    ),
  ];
  if (only && !showsAccounts(directory)) return [...problems, ...accountChildren(only, true)];
  return [...problems, ...accounts.map(accountNode)];
}

export function childNodes(node: TreeNode, isReported?: IsReported): TreeNode[] {
  if (node.kind === 'account') return accountChildren(node.account, false);
  if (node.kind === 'vehicle') return vehicleChildren(node.vehicle, isReported);
  return node.kind === 'field' && node.field === 'permissions' ? permissionNodes(node.vehicle) : [];
}

export function parentNode(node: TreeNode, directory: Source): TreeNode | undefined {
  const ofAccount = (account: VehicleAccount) => {
    const listed = showsAccounts(directory) ? directory.accounts.find((each) => each === account) : undefined;
    return listed && accountNode(listed);
  };
  switch (node.kind) {
    case 'account':
    case 'waiting':
      return undefined;
    case 'vehicle':
      return ofAccount(node.vehicle.account);
    case 'field':
      return vehicleNode(node.vehicle);
    case 'permission':
      return fieldNode(node.vehicle, 'permissions');
    case 'tokens':
    case 'more':
    case 'none':
      return ofAccount(node.account);
    case 'problem':
      return node.parent;
  }
}

export function accountNode(account: Account): AccountNode {
  const { id } = account.session;
  return { kind: 'account', id, account, sessionId: id };
}

export function vehicleNode(vehicle: VehicleEntry): VehicleNode {
  return { kind: 'vehicle', id: `${vehicle.account.session.id}/${vehicle.id}`, vehicle };
}

function problemNode(
  id: string,
  problem: Problem,
  of: ProblemNode['of'],
  fetchedAt: number | undefined,
  parent?: TreeNode,
): ProblemNode {
  return { kind: 'problem', id: `${id}/problem`, problem, of, fetchedAt, parent };
}

function tokensNode(account: Account): TokensNode {
  const { id } = account.session;
  return { kind: 'tokens', id: `${id}/tokens`, account, sessionId: id };
}

function fieldNode(vehicle: VehicleEntry, field: Field): FieldNode {
  return { kind: 'field', id: `${vehicleNode(vehicle).id}/${field}`, vehicle, field };
}

function accountChildren(account: Account, isRoot: boolean): TreeNode[] {
  const { id, lack } = account.session;
  const { value, fetchedAt } = account.list;
  const problem = problemOfSession(account.session);
  const parent = isRoot ? undefined : accountNode(account);
  const nodes: TreeNode[] = [];
  // If the only account is empty, the view shows its welcome text.
  const isEmpty = value !== undefined && account.vehicles.length === 0 && account.unread.length === 0;
  if (lack && !(isRoot && isEmpty))
    nodes.push({ ...problemNode(`${id}/lack`, problemOf(lack.error), account, undefined, parent), since: lack.since });
  if (problem) nodes.push(problemNode(id, problem, account, fetchedAt, parent));
  else if (isRoot && !isEmpty) nodes.push(tokensNode(account));
  const unread = account.unread.map((error, index) =>
    problemNode(`${id}/unread-${index}`, problemOf(error), account, fetchedAt, parent),
  );
  nodes.push(...unread, ...account.vehicles.map(vehicleNode));
  if (account.remaining > 0) nodes.push({ kind: 'more', id: `${id}/more`, account });
  if (!isRoot && isEmpty) nodes.push({ kind: 'none', id: `${id}/none`, account });
  return nodes;
}

function vehicleChildren(vehicle: VehicleEntry, isReported: IsReported = () => false): TreeNode[] {
  const node = vehicleNode(vehicle);
  const { value, error, fetchedAt } = vehicle.attributes;
  const isOwn = error && !isReported(vehicle, error);
  const problem = isOwn ? [problemNode(node.id, problemOf(error), vehicle, fetchedAt, node)] : [];
  const attributes: Field[] = value ? ['make', 'model', 'year'] : [];
  const nodes = (...fields: Field[]) => fields.map((field) => fieldNode(vehicle, field));
  return [...problem, ...nodes(...attributes, 'capacity', 'records', 'permissions', 'vehicleId')];
}

/** The permissions that the vehicle's owner has granted, and those that were requested but not granted. */
function permissionNodes(vehicle: VehicleEntry): TreeNode[] {
  const { value, fetchedAt } = vehicle.permissions;
  if (!value) return [];
  const { granted, unread } = value;
  const field = fieldNode(vehicle, 'permissions');
  const { id } = field;
  const missing = vehicle.account.session.scopes.filter((scope) => !granted.includes(scope));
  const node = (permission: string, isGranted: boolean): PermissionNode => {
    return { kind: 'permission', id: `${id}/${permission}`, vehicle, permission, isGranted };
  };
  return [
    ...(unread ? [problemNode(id, problemOf(unread), vehicle, fetchedAt, field)] : []),
    ...granted.map((each) => node(each, true)),
    ...missing.map((each) => node(each, false)),
  ];
}
