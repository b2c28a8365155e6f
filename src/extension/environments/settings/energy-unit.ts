import * as vscode from 'vscode';
import { plainText } from '../../../common/text/plain-text.ts';
import { namedSetting, textSetting } from '../../../common/setting-types.ts';
import { environmentUnit } from './environments.ts';

/** In characters; enough for `kilowatt-hours`. */
const longestUnit = 20;

/**
 * Unit in which an environment's energies and capacities are shown: the one in the user's settings, or else the
 * environment's; undefined if neither names one.
 */
export function energyUnit(environment: string): string | undefined {
  const settings = vscode.workspace.getConfiguration('vehicleData');
  const entries = namedSetting(settings.get('environments'));
  // Even an untrusted workspace may set the unit, which is shown beside each value, so it is cleaned and shortened.
  const own = plainText(textSetting(settings.get('viewer.energyUnit'), ''), longestUnit);
  const unit = own === '' ? environmentUnit(environment, entries[environment]) : own;
  return plainText(unit ?? '', longestUnit) || undefined;
}
