import type { Event } from '../../../common/event.ts';
import { isRecord } from '../../../common/is-record.ts';
import type { ServiceEnvironment } from '../../../service/model/environment.ts';

/** Names of the environments that the bundled sandbox serves, by version of the API. */
export const sandboxEnvironment = 'sandbox';
export const sandboxEnvironmentV3 = 'sandbox-v3';

/** Both share the same simulated world: changes in one version are visible in the other. */
export const sandboxEnvironments: readonly string[] = [sandboxEnvironment, sandboxEnvironmentV3];

export function isSandboxEnvironment(name: string): boolean {
  return sandboxEnvironments.includes(name);
}

/** Environments that exist without an entry in the settings. */
export const builtInEnvironments: readonly string[] = [...sandboxEnvironments, 'smartcar', 'smartcar-v3'];

/** The user's deployments, by name, and their credentials. */
export interface Environments {
  /** The selection, the settings or a secret changed. */
  readonly onDidChange: Event<void>;
  /** Name of the selected environment. */
  current(): string;
  names(): readonly string[];
  /** Starts the sandbox if necessary. Rejects with ServiceError (`input`) that says what to set. */
  resolve(name: string): Promise<ServiceEnvironment>;
  /** Rejects with ServiceError (`input`) if none is stored, or it may not be sent to the environment's address. */
  clientSecret(environment: ServiceEnvironment): Promise<string>;
  /** The origins that a stored client secret may be sent to; empty if unknown. */
  secretOrigins(name: string): Promise<readonly string[]>;
  /** Allows a stored client secret to be sent to the environment's present address as well. */
  allowSecret(environment: ServiceEnvironment): Promise<void>;
}

/**
 * Origins that the environment's tokens are sent to. Undefined for the sandbox, which listens on any free port and
 * proves that it is ours.
 */
export function tokenOrigins({ name, authUrl, baseUrl }: ServiceEnvironment): readonly string[] | undefined {
  if (isSandboxEnvironment(name)) return undefined;
  return [...new Set([authUrl, baseUrl].map((url) => new URL(url).origin))];
}

/**
 * Unit of an environment's energies and capacities: the one in its entry, or `kWh` for the public service (publicly
 * known), for the sandbox, which simulates it, and for version 3, which documents it. The specification names no unit,
 * so there is none for other services.
 *
 * @param entry the environment's entry in the setting `vehicleData.environments`, of any type
 */
export function environmentUnit(environment: string, entry: unknown): string | undefined {
  const named = isRecord(entry) && typeof entry.energyUnit === 'string' ? entry.energyUnit.trim() : '';
  if (named !== '') return named;
  const statesIt = isRecord(entry) && entry.version === '3';
  return statesIt || builtInEnvironments.includes(environment) ? 'kWh' : undefined;
}
