import * as vscode from 'vscode';
import { publicEnergyUnit } from './environments.ts';

/**
 * Unit in which an environment's energies and capacities are shown: the one of the user's settings, else the one that is
 * publicly known; undefined where neither names one.
 */
export function energyUnit(environment: string): string | undefined {
  const unit = vscode.workspace.getConfiguration('vehicleData.viewer').get<string>('energyUnit', '').trim();
  return unit === '' ? publicEnergyUnit(environment) : unit;
}
