import type { ApiVersion } from '../../../service/model/environment.ts';

/**
 * One entry of the setting `vehicleData.environments`, possibly incomplete. The IDs have the names that the dashboard
 * uses (public): `clientId` is the legacy client ID of version 2.0.
 */
export interface EnvironmentEntry {
  /** Defaults to 2.0. */
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
  /** The unit of the service's energies and capacities; the specification names none. */
  readonly energyUnit?: string;
}

export const apiVersions = ['2.0', '3'] as const satisfies readonly ApiVersion[];

/** Which vehicles Connect offers (public). For version 3, only live and simulated connections are known. */
const modesOfVersion = { '2.0': ['live', 'test', 'simulated'], '3': ['live', 'simulated'] } as const;
type Mode = (typeof modesOfVersion)[ApiVersion][number];

export function modesOf(version: ApiVersion = '2.0'): readonly Mode[] {
  return modesOfVersion[version];
}

/** The text fields, in the order in which they are asked for. */
const fieldsOfVersion = {
  '2.0': ['authUrl', 'baseUrl', 'connectUrl', 'clientId', 'redirectUri'],
  '3': ['authUrl', 'baseUrl', 'connectUrl', 'applicationId', 'apiClientId', 'redirectUri'],
} as const;
export type TextField = (typeof fieldsOfVersion)[ApiVersion][number];

export function textFieldsOf({ version = '2.0' }: Pick<EnvironmentEntry, 'version'>): readonly TextField[] {
  return fieldsOfVersion[version];
}

/** The text fields of both versions. */
export const textFields: readonly TextField[] = [...new Set(Object.values(fieldsOfVersion).flat())];

/** What is, or may be, wrong with a field. */
export interface Finding {
  readonly field: TextField;
  /** `error`: can't be used. `warning`: the service is likely to refuse it. */
  readonly severity: 'error' | 'warning';
  /** Plain sentences: what is wrong, and what to do. */
  readonly message: string;
}
