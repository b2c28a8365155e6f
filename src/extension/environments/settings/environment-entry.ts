import type { ApiVersion } from '../../../service/model/environment.ts';

/**
 * One entry of the setting `vehicleData.environments`, possibly incomplete: an application. The IDs have the names that
 * the dashboard uses (public).
 */
export interface EnvironmentEntry {
  /** The only version, if the entry was made for one; then `authUrl` and `baseUrl` are those of that version. */
  readonly version?: ApiVersion | undefined;
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
  /** The entry for version 3 that was joined with this one. Sessions, scopes and its secret may still have the name. */
  readonly formerName?: string;
}

export const apiVersions = ['2.0', '3'] as const satisfies readonly ApiVersion[];

/** Which vehicles Connect offers (public). For version 3, only live and simulated connections are known. */
const modesOfVersion = { '2.0': ['live', 'test', 'simulated'], '3': ['live', 'simulated'] } as const;
type Mode = (typeof modesOfVersion)[ApiVersion][number];

export function modesOf(version: ApiVersion = '2.0'): readonly Mode[] {
  return modesOfVersion[version];
}

/** The text fields, in the order in which they are shown. */
const fields = [
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
export type TextField = (typeof fields)[number];
export const textFields: readonly TextField[] = fields;

/** The name that an entry uses for the ID of its application. */
export function idFieldOf({ version, clientId, applicationId }: EnvironmentEntry): 'clientId' | 'applicationId' {
  if (clientId !== undefined) return 'clientId';
  return applicationId === undefined && version !== '3' ? 'clientId' : 'applicationId';
}

/** The fields for an entry, with the name that it uses for the ID of its application. */
export function textFieldsOf(entry: EnvironmentEntry): readonly TextField[] {
  const id = idFieldOf(entry);
  const { version } = entry;
  return textFields.filter((field) => {
    if (field === 'clientId' || field === 'applicationId') return field === id || entry[field] !== undefined;
    if (field === 'authUrlV3' || field === 'baseUrlV3') return version === undefined;
    return field !== 'apiClientId' || version !== '2.0';
  });
}

/** The versions that an entry names the IDs for: both need that of the application, and version 3 one more. */
export function versionsOf({ version, apiClientId }: EnvironmentEntry): readonly [ApiVersion, ...ApiVersion[]] {
  if (version !== undefined) return [version];
  return apiClientId === undefined ? ['2.0'] : ['2.0', '3'];
}

/** The field with an address of a version: an entry for one version has only two, whatever that version is. */
export function addressField({ version: only }: EnvironmentEntry, field: 'authUrl' | 'baseUrl', version: ApiVersion) {
  return version === '3' && only === undefined ? (`${field}V3` as const) : field;
}

/** What is, or may be, wrong with a field. */
export interface Finding {
  readonly field: TextField;
  /** `error`: can't be used. `warning`: the service is likely to refuse it. */
  readonly severity: 'error' | 'warning';
  /** Plain sentences: what is wrong, and what to do. */
  readonly message: string;
}
