import type { Event } from '../../../common/event.ts';
import { isRecord } from '../../../common/is-record.ts';
import type { ServiceEnvironment } from '../../../service/model/environment.ts';

/** Names of the environments that the bundled sandbox serves, by version of the API. */
export const sandboxEnvironment = 'sandbox';
export const sandboxEnvironmentV3 = 'sandbox-v3';

/** Both are of one world: what happens in one version is seen in the other. */
export const sandboxEnvironments: readonly string[] = [sandboxEnvironment, sandboxEnvironmentV3];

export function isSandboxEnvironment(name: string): boolean {
  return sandboxEnvironments.includes(name);
}

/** Those that are there without an entry in the settings. */
export const builtInEnvironments: readonly string[] = [...sandboxEnvironments, 'smartcar', 'smartcar-v3'];

/** The deployments that the user has, by name, and their credentials. */
export interface Environments {
  /** The selection, the settings or a secret changed. */
  readonly onDidChange: Event<void>;
  /** Name of the selected environment. */
  current(): string;
  names(): readonly string[];
  /** Starts the sandbox where that is what it takes. Rejects with ServiceError (`input`) that says what to set. */
  resolve(name: string): Promise<ServiceEnvironment>;
  /** Rejects with ServiceError (`input`) where none is stored, or none that may be sent to the environment's address. */
  clientSecret(environment: ServiceEnvironment): Promise<string>;
  /** Where a stored client secret may be sent; nothing where that isn't known. */
  secretOrigins(name: string): Promise<readonly string[]>;
  /** Lets a stored client secret go to the environment's present address as well. */
  allowSecret(environment: ServiceEnvironment): Promise<void>;
}

/**
 * Origins that get the environment's tokens. Undefined for the sandbox, which listens wherever a port is free and proves
 * that it is ours.
 */
export function tokenOrigins({ name, authUrl, baseUrl }: ServiceEnvironment): readonly string[] | undefined {
  if (isSandboxEnvironment(name)) return undefined;
  return [...new Set([authUrl, baseUrl].map((url) => new URL(url).origin))];
}

/**
 * Unit of an environment's energies and capacities: what its entry says, or what is publicly known, `kWh` for the public
 * service and the sandbox, which plays it. Version 3 states it. The document gives none, so another service's stays unnamed.
 *
 * @param entry of the setting `vehicleData.environments`, of any type
 */
export function environmentUnit(environment: string, entry: unknown): string | undefined {
  const named = isRecord(entry) && typeof entry.energyUnit === 'string' ? entry.energyUnit.trim() : '';
  if (named !== '') return named;
  const statesIt = isRecord(entry) && entry.version === '3';
  return statesIt || builtInEnvironments.includes(environment) ? 'kWh' : undefined;
}
