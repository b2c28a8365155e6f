import type { ApiVersion } from '../../../service/model/environment.ts';

/**
 * One entry of the setting `vehicleData.environments`, as far as it is filled in. The IDs have the names that the
 * dashboard gives them (public): `clientId` is the legacy client ID of version 2.0.
 */
export interface EnvironmentEntry {
  /** 2.0 where it is left out. */
  readonly version?: ApiVersion | undefined;
  readonly authUrl?: string;
  readonly baseUrl?: string;
  readonly connectUrl?: string;
  /** Version 2.0. */
  readonly clientId?: string;
  /** Version 3: a UUID, for Connect. */
  readonly applicationId?: string;
  /** Version 3: `client_…`, for tokens. */
  readonly apiClientId?: string;
  readonly redirectUri?: string;
  readonly scopes?: readonly string[];
  readonly mode?: Mode | undefined;
  /** In which the service states energies and capacities; the document names none. */
  readonly energyUnit?: string;
}

export const apiVersions = ['2.0', '3'] as const satisfies readonly ApiVersion[];

/** Which vehicles Connect offers (public). Connections of version 3 are known as live and simulated only. */
const modesOfVersion = { '2.0': ['live', 'test', 'simulated'], '3': ['live', 'simulated'] } as const;
type Mode = (typeof modesOfVersion)[ApiVersion][number];

export function modesOf(version: ApiVersion = '2.0'): readonly Mode[] {
  return modesOfVersion[version];
}

/** The fields that are typed as text, in the order in which they are asked for. */
const fieldsOfVersion = {
  '2.0': ['authUrl', 'baseUrl', 'connectUrl', 'clientId', 'redirectUri'],
  '3': ['authUrl', 'baseUrl', 'connectUrl', 'applicationId', 'apiClientId', 'redirectUri'],
} as const;
export type TextField = (typeof fieldsOfVersion)[ApiVersion][number];

export function textFieldsOf({ version = '2.0' }: Pick<EnvironmentEntry, 'version'>): readonly TextField[] {
  return fieldsOfVersion[version];
}

/** Of both versions. */
export const textFields: readonly TextField[] = [...new Set(Object.values(fieldsOfVersion).flat())];

/** What is, or may be, wrong with a field. */
export interface Finding {
  readonly field: TextField;
  /** `error`: can't be used. `warning`: is likely to be refused by the service. */
  readonly severity: 'error' | 'warning';
  /** Plain sentences: what it is, and what to do. */
  readonly message: string;
}
