/** One entry of the setting `vehicleData.environments`, as far as it is filled in. */
export interface EnvironmentEntry {
  readonly authUrl?: string;
  readonly baseUrl?: string;
  readonly connectUrl?: string;
  readonly clientId?: string;
  readonly redirectUri?: string;
  readonly scopes?: readonly string[];
  readonly mode?: Mode | undefined;
  /** In which the service states energies and capacities; the document names none. */
  readonly energyUnit?: string;
}

/** Which vehicles Connect offers (public). */
export const modes = ['live', 'test', 'simulated'] as const;
type Mode = (typeof modes)[number];

/** The fields that are typed as text. */
export const textFields = ['authUrl', 'baseUrl', 'connectUrl', 'clientId', 'redirectUri'] as const;
export type TextField = (typeof textFields)[number];

/** What is, or may be, wrong with a field. */
export interface Finding {
  readonly field: TextField;
  /** `error`: can't be used. `warning`: is likely to be refused by the service. */
  readonly severity: 'error' | 'warning';
  /** Plain sentences: what it is, and what to do. */
  readonly message: string;
}
