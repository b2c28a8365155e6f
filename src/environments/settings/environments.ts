import type { Event } from '../../common/event.ts';
import { isRecord } from '../../common/is-record.ts';
import type { ServiceEnvironment } from '../../service/model/environment.ts';

/** Name of the environment that the bundled sandbox serves. */
export const sandboxEnvironment = 'sandbox';

/** The deployments that the user has, by name, and their credentials. */
export interface Environments {
  /** The selection, the settings or a secret changed. */
  readonly onDidChange: Event<void>;
  /** Name of the selected environment. */
  current(): string;
  names(): readonly string[];
  /** Starts the sandbox where that is what it takes. Rejects with ServiceError (`input`) that says what to set. */
  resolve(name: string): Promise<ServiceEnvironment>;
  /** Rejects with ServiceError (`input`) where none is stored. */
  clientSecret(name: string): Promise<string>;
}

/**
 * Unit of an environment's energies and capacities: what its entry says, or what is publicly known, `kWh` for the public
 * service and the sandbox, which plays it. The document gives none, so another service's stays unnamed.
 *
 * @param entry of the setting `vehicleData.environments`, of any type
 */
export function environmentUnit(environment: string, entry: unknown): string | undefined {
  const named = isRecord(entry) && typeof entry.energyUnit === 'string' ? entry.energyUnit.trim() : '';
  if (named !== '') return named;
  return [sandboxEnvironment, 'smartcar'].includes(environment) ? 'kWh' : undefined;
}
