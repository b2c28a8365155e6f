import type { Event } from '../common/event.ts';
import type { ServiceEnvironment } from '../service/environment.ts';

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
 * Unit of energies where it is publicly known: `kWh` for the public service and the sandbox, which plays it. The
 * document gives none, so another service's stays unnamed.
 */
export function publicEnergyUnit(environment: string): string | undefined {
  return [sandboxEnvironment, 'smartcar'].includes(environment) ? 'kWh' : undefined;
}
