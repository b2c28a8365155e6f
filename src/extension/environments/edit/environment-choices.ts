import { t } from '../../../common/translate.ts';
import { checkEntry } from '../settings/environment-checks.ts';
import { addressField, type EnvironmentEntry, idFieldOf, versionsOf } from '../settings/environment-entry.ts';
import { isSandboxEnvironment } from '../settings/environments.ts';
import { withPreset } from '../settings/read-environment.ts';

/** An item in the list of environments. */
export interface EnvironmentChoice {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly icon: string;
  readonly isEditable: boolean;
}

/** What is known about an environment when it is offered. */
export interface OfferedEnvironment {
  readonly name: string;
  readonly isSelected: boolean;
  /** The value in the setting, of any shape; undefined if there is none. */
  readonly setting: unknown;
  readonly hasSecret: boolean;
  readonly accounts: number;
}

export function environmentChoice(offered: OfferedEnvironment): EnvironmentChoice {
  const { name, isSelected, accounts } = offered;
  const isSandbox = isSandboxEnvironment(name);
  const entry = withPreset(name, offered.setting);
  const lack = isSandbox ? '' : lackOf(entry, offered.hasSecret);
  const connected = accounts === 1 ? t('1 account') : t('{0} accounts', accounts);
  const marks = [isSelected ? t('selected') : '', accounts > 0 ? connected : '', lack];
  return {
    name,
    label: name,
    description: marks.filter((mark) => mark !== '').join(' · '),
    detail: isSandbox ? t('Built-in copy of the API on this machine, with simulated vehicles.') : (entry.baseUrl ?? ''),
    icon: lack !== '' ? 'warning' : isSandbox ? 'vm' : 'server-environment',
    isEditable: !isSandbox,
  };
}

/** The first thing that is missing to use it; empty if nothing is. */
function lackOf(entry: EnvironmentEntry, hasSecret: boolean): string {
  if (!entry[idFieldOf(entry)]) return t('Application ID missing');
  if (entry.version === '3' && !entry.apiClientId) return t('API client ID missing');
  const addresses = versionsOf(entry).flatMap((version) =>
    (['authUrl', 'baseUrl'] as const).map((field) => entry[addressField(entry, field, version)]),
  );
  if ([...addresses, entry.connectUrl].includes(undefined)) return t('address missing');
  if (checkEntry(entry)[0]?.severity === 'error') return t('invalid setting');
  return hasSecret ? '' : t('client secret missing');
}
