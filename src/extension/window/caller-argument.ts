import * as vscode from 'vscode';
import { isGiven } from './tree-view.ts';

/** What a program may name in the argument of a command. */
const names = new Set([
  ...['environment', 'sessionId', 'version', 'field', 'from', 'page', 'folder', 'ownerUrl', 'row', 'seconds', 'fault'],
  ...['vehicleId', 'vehicleIds', 'make', 'startDate', 'endDate', 'kind'],
]);

/**
 * What a command gets of an argument: a line only if a view gave it out, because another extension can make one up, and
 * otherwise what a program may name.
 */
export function callerArgument(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || given instanceof vscode.Uri || isGiven(given)) return given;
  return Object.fromEntries(Object.entries(given).filter(([name]) => names.has(name)));
}
