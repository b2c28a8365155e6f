import { isRecord } from '../../../common/is-record.ts';
import { type ApiVersion, publicHosts } from '../../../service/model/environment.ts';
import { permissions } from '../../../service/model/vehicles.ts';

/**
 * One entry of the setting `vehicleData.environments`, possibly incomplete: an application. The IDs have the names that
 * the dashboard uses (public).
 */
export interface EnvironmentEntry {
  /** Version 2.0. */
  readonly authUrl?: string;
  /** Version 2.0. */
  readonly baseUrl?: string;
  /** Version 3. */
  readonly authUrlV3?: string;
  /** Version 3. */
  readonly baseUrlV3?: string;
  readonly connectUrl?: string;
  /** A UUID, for Connect and, in version 2.0, for tokens. The legacy name of {@link applicationId}. */
  readonly clientId?: string;
  /** The same ID. */
  readonly applicationId?: string;
  /** Version 3: `client_…`, for tokens. */
  readonly apiClientId?: string;
  readonly redirectUri?: string;
  readonly scopes?: readonly string[];
  readonly mode?: Mode | undefined;
  /** The unit of the service's energies and capacities; the specification names none. */
  readonly energyUnit?: string;
}

export const apiVersions = ['2.0', '3'] as const satisfies readonly ApiVersion[];

/** Which vehicles Connect offers (public). */
export const modes = ['live', 'test', 'simulated'] as const;
type Mode = (typeof modes)[number];

/** The text fields, in the order in which they are shown. */
export const textFields = [
  'authUrl',
  'baseUrl',
  'authUrlV3',
  'baseUrlV3',
  'connectUrl',
  'clientId',
  'applicationId',
  'apiClientId',
  'redirectUri',
] as const;
export type TextField = (typeof textFields)[number];

/** The name that an entry uses for the ID of its application. */
export function idFieldOf({ clientId, applicationId }: EnvironmentEntry): 'clientId' | 'applicationId' {
  return clientId !== undefined || applicationId === undefined ? 'clientId' : 'applicationId';
}

/** The fields for an entry, with the name that it uses for the ID of its application. */
export function textFieldsOf(entry: EnvironmentEntry): readonly TextField[] {
  const id = idFieldOf(entry);
  return textFields.filter(
    (field) => (field !== 'clientId' && field !== 'applicationId') || field === id || entry[field],
  );
}

/** The versions that an entry names the IDs for: both need that of the application, and version 3 one more. */
export function versionsOf({ apiClientId }: EnvironmentEntry): readonly ApiVersion[] {
  return apiClientId === undefined ? ['2.0'] : ['2.0', '3'];
}

/** The field with an address of a version. */
export function addressField(field: 'authUrl' | 'baseUrl', version: ApiVersion) {
  return version === '3' ? (`${field}V3` as const) : field;
}

/** The environment that the bundled sandbox serves. */
export const sandboxEnvironment = 'sandbox';

export function isSandboxEnvironment(name: string): boolean {
  return name === sandboxEnvironment;
}

/** The built-in environment of the public service. */
export const publicEnvironment = 'smartcar';

/**
 * The public service. Its addresses are public, not from the specification, and can be overridden in the settings. The
 * redirect URI is only a suggestion: the user registers it, or another one, with the application.
 */
const publicPreset: EnvironmentEntry = {
  authUrl: `https://${publicHosts.v2.token}`,
  baseUrl: `https://${publicHosts.v2.data}`,
  authUrlV3: `https://${publicHosts.v3.token}`,
  baseUrlV3: `https://${publicHosts.v3.data}`,
  connectUrl: `https://${publicHosts.connect}/oauth/authorize`,
  redirectUri: 'http://localhost:52625/callback',
  scopes: permissions,
  mode: 'live',
};

/** The values that an entry of this name may omit. */
export function presetOf(name: string): EnvironmentEntry {
  return name === publicEnvironment ? publicPreset : {};
}

/** An entry of the setting, of any type, with the values that it may omit. Its own are not checked. */
export function withPreset(name: string, setting: unknown): EnvironmentEntry {
  return { ...presetOf(name), ...(isRecord(setting) && setting) };
}

/** The part of an entry that differs from its preset and from the defaults of the setting. */
export function withoutPreset(name: string, entry: EnvironmentEntry): EnvironmentEntry {
  const preset = presetOf(name);
  const own = textFields.filter((field) => entry[field] !== undefined && entry[field] !== preset[field]);
  const texts = Object.fromEntries(own.map((field) => [field, entry[field]]));
  const { scopes, mode, energyUnit } = entry;
  const isDefault = scopes?.length === permissions.length && permissions.every((each) => scopes.includes(each));
  return {
    ...texts,
    ...(scopes && !isDefault && { scopes }),
    ...(mode && mode !== preset.mode && { mode }),
    ...(energyUnit && { energyUnit }),
  };
}
