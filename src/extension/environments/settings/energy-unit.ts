import * as vscode from 'vscode';
import { plainText } from '../../../common/text/plain-text.ts';
import { namedSetting, textSetting } from '../../../common/setting-types.ts';
import { environmentUnit } from './environments.ts';

/** Characters; `kilowatt-hours` fits. */
const longestUnit = 20;

/**
 * Unit in which an environment's energies and capacities are shown: the one of the user's settings, else the
 * environment's; undefined where neither names one.
 */
export function energyUnit(environment: string): string | undefined {
  const settings = vscode.workspace.getConfiguration('vehicleData');
  const entries = namedSetting(settings.get('environments'));
  // A workspace may name one, trusted or not, and it stands beside each value.
  const own = plainText(textSetting(settings.get('viewer.energyUnit'), ''), longestUnit);
  const unit = own === '' ? environmentUnit(environment, entries[environment]) : own;
  return plainText(unit ?? '', longestUnit) || undefined;
}
