import type { Event } from '../../../common/event.ts';
import { publicHosts } from '../../../service/model/public-hosts.ts';
import { isRecord } from '../../../common/is-record.ts';
import type { ApiVersion, ServiceEnvironment } from '../../../service/model/environment.ts';

/** The environment that the bundled sandbox serves. */
export const sandboxEnvironment = 'sandbox';

/**
 * What version 3 of a built-in environment was called when each version had an environment of its own. Settings,
 * sessions, scopes and arguments may still use these names.
 */
const formerNames: ReadonlyMap<string, string> = new Map([
  ['sandbox-v3', sandboxEnvironment],
  ['smartcar-v3', 'smartcar'],
]);

export const sandboxEnvironments: readonly string[] = [sandboxEnvironment, 'sandbox-v3'];

export function isSandboxEnvironment(name: string): boolean {
  return sandboxEnvironments.includes(name);
}

/** Environments that exist without an entry in the settings. */
export const builtInEnvironments: readonly string[] = [sandboxEnvironment, 'smartcar'];

/**
 * The name that an environment has now. One that has its own entry in the settings keeps its name: that entry was made
 * for it, and may be of another application.
 */
export function currentName(name: string, entries: Readonly<Record<string, unknown>>): string {
  if (!isSandboxEnvironment(name) && Object.hasOwn(entries, name)) return name;
  const joined = Object.entries(entries).find(([, entry]) => isRecord(entry) && entry.formerName === name);
  return joined?.[0] ?? formerNames.get(name) ?? name;
}

/** The names of the entries, and of those that were joined with another one, whose secrets still have them. */
export function takenNames(entries: Readonly<Record<string, unknown>>): readonly string[] {
  const former = Object.values(entries).map((entry) => isRecord(entry) && entry.formerName);
  return [...Object.keys(entries), ...former.filter((name) => typeof name === 'string')];
}

/** The user's applications, by name, and their credentials. */
export interface Environments {
  /** The selection, the settings or a secret changed. */
  readonly onDidChange: Event<void>;
  /** Name of the selected environment. */
  current(): string;
  names(): readonly string[];
  /** See {@link currentName}. */
  nameOf(name: string): string;
  /**
   * The versions that the environment has credentials for, the leading one first; never empty. Starts the sandbox if
   * necessary, and rejects as {@link resolve} does.
   */
  versions(name: string): Promise<readonly ApiVersion[]>;
  /**
   * One version of an environment; by default, its leading one. Starts the sandbox if necessary. Rejects with
   * ServiceError (`input`) that says what to set.
   */
  resolve(name: string, version?: ApiVersion): Promise<ServiceEnvironment>;
  /** Rejects with ServiceError (`input`) if none is stored, or it may not be sent to the environment's address. */
  clientSecret(environment: ServiceEnvironment): Promise<string>;
  /** The origins that a stored client secret may be sent to; empty if unknown. */
  secretOrigins(environment: ServiceEnvironment): Promise<readonly string[]>;
  /** Allows a stored client secret to be sent to the environment's present address as well. */
  allowSecret(environment: ServiceEnvironment): Promise<void>;
}

/**
 * Origins that tokens are sent to in these versions of an environment. Undefined for the sandbox, which listens on any
 * free port and proves that it is ours.
 */
export function tokenOrigins(versions: readonly ServiceEnvironment[]): readonly string[] | undefined {
  if (versions.some(({ name }) => isSandboxEnvironment(name))) return undefined;
  const urls = versions.flatMap(({ authUrl, baseUrl }) => [authUrl, baseUrl]);
  return [...new Set(urls.map((url) => new URL(url).origin))];
}

/**
 * Whether this is version 3 at its public addresses. An application that was connected by version 2.0 may be used there
 * without asking; anywhere else, whoever changed a setting could have its token sent to another address.
 */
export function isPublicVersion3({ version, authUrl, baseUrl }: ServiceEnvironment): boolean {
  const { token, data } = publicHosts.v3;
  return (
    version === '3' && new URL(authUrl).origin === `https://${token}` && new URL(baseUrl).origin === `https://${data}`
  );
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
  const statesIt = isRecord(entry) && (entry.version === '3' || entry.apiClientId !== undefined);
  return statesIt || builtInEnvironments.includes(formerNames.get(environment) ?? environment) ? 'kWh' : undefined;
}
