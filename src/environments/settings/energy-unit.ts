import * as vscode from 'vscode';
import { namedSetting, textSetting } from '../../common/setting-types.ts';
import { environmentUnit } from './environments.ts';

/**
 * Unit in which an environment's energies and capacities are shown: the one of the user's settings, else the
 * environment's; undefined where neither names one.
 */
export function energyUnit(environment: string): string | undefined {
  const settings = vscode.workspace.getConfiguration('vehicleData');
  const unit = textSetting(settings.get('viewer.energyUnit'), '').trim();
  if (unit !== '') return unit;
  const entries = namedSetting(settings.get('environments'));
  return environmentUnit(environment, entries[environment]);
}
