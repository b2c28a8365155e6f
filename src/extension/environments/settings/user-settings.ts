import * as vscode from 'vscode';
import { plainText } from '../../../common/text/plain-text.ts';
import { type EnvironmentEntry, sandboxEnvironment } from './environment-entry.ts';
import { type EnvironmentSettings, environmentUnit } from './environments.ts';
import { isRecord } from '../../../common/is-record.ts';

/** The two settings, writable. They have `application` scope, so that a workspace can't redirect a token. */
export interface WritableEnvironmentSettings extends EnvironmentSettings {
  select(name: string): Promise<void>;
  /** Writes one entry of `vehicleData.environments`, or removes it. */
  write(name: string, entry: EnvironmentEntry | undefined): Promise<void>;
}

/** The user's settings, read again each time. */
export function userSettings(): WritableEnvironmentSettings {
  const settings = () => vscode.workspace.getConfiguration('vehicleData');
  const update = (key: string, value: unknown) => settings().update(key, value, vscode.ConfigurationTarget.Global);
  return {
    selected: () => textSetting(settings().get('environment'), sandboxEnvironment),
    entries: () => namedSetting(settings().get('environments')),
    leadingVersion: () => (settings().get('apiVersion') === '2.0' ? '2.0' : '3'),
    select: async (name) => update('environment', name),
    async write(name, entry) {
      // The user's own value, without defaults.
      const globalValue = namedSetting(settings().inspect('environments')?.globalValue);
      const { [name]: _, ...others } = globalValue;
      await update('environments', entry === undefined ? others : { ...globalValue, [name]: entry });
    },
    onDidChange: (listener) =>
      vscode.workspace.onDidChangeConfiguration((event) => {
        const ours = ['vehicleData.environment', 'vehicleData.environments', 'vehicleData.apiVersion'];
        if (ours.some((key) => event.affectsConfiguration(key))) listener();
      }),
  };
}

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

/**
 * VS Code marks a setting whose type differs from the manifest, but still returns its value. Any workspace, trusted or
 * not, may contain such settings.
 */
export function textSetting(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

/** The same for a setting that is an object. */
function namedSetting(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}
