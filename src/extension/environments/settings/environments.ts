import { readEntry, readEnvironment } from './read-environment.ts';
import { type Disposable, Emitter, type Event } from '../../../common/event.ts';
import { isRecord } from '../../../common/is-record.ts';
import { type ApiVersion, publicHosts, type ServiceEnvironment } from '../../../service/model/environment.ts';
import { allPermissions } from '../../../service/model/vehicles.ts';
import type { ClientSecrets } from './client-secrets.ts';
import { isSandboxEnvironment, publicEnvironment, sandboxEnvironment, versionsOf } from './environment-entry.ts';

/** Environments that exist without an entry in the settings. */
const builtInEnvironments: readonly string[] = [sandboxEnvironment, publicEnvironment];

/** What a running sandbox reports about itself. */
export interface SandboxAddresses {
  readonly authUrl: string;
  readonly baseUrl: string;
  readonly connectUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly v3: {
    readonly authUrl: string;
    readonly baseUrl: string;
    readonly applicationId: string;
    readonly apiClientId: string;
    readonly apiClientSecret: string;
  };
}

/** The current values of the settings. */
export interface EnvironmentSettings {
  /** `vehicleData.environment`. */
  selected(): string;
  /** `vehicleData.environments`: name → settings of any type. */
  entries(): Readonly<Record<string, unknown>>;
  /** `vehicleData.apiVersion`. */
  leadingVersion(): ApiVersion;
  readonly onDidChange: Event<void>;
}

/** Built-in environments first, then those of the settings in their order. */
function environmentNames(settings: Pick<EnvironmentSettings, 'entries'>): readonly string[] {
  return [...new Set([...builtInEnvironments, ...Object.keys(settings.entries())])];
}

/** The name that the secret of a version is kept under. That of version 3 can't be the name of an environment. */
export function secretName(name: string, version: ApiVersion = '2.0'): string {
  return version === '3' ? `${name}:v3` : name;
}

/** The names of all secrets that the environments may have. */
export function secretNames(settings: Pick<EnvironmentSettings, 'entries'>): readonly string[] {
  const ofVersion3 = Object.entries({ [publicEnvironment]: { apiClientId: '' }, ...settings.entries() })
    .filter(([, entry]) => isRecord(entry) && entry.apiClientId !== undefined)
    .map(([name]) => secretName(name, '3'));
  return [...new Set([...builtInEnvironments, ...ofVersion3, ...environmentNames(settings)])];
}

/** The user's applications, by name, and their credentials: the built-in environments and those from the settings. */
export class Environments implements Disposable {
  readonly #settings: EnvironmentSettings;
  readonly #secrets: Pick<ClientSecrets, 'get' | 'has' | 'origins' | 'allow' | 'onDidChange'>;
  readonly #sandbox: { addresses(): Promise<SandboxAddresses> };
  readonly #changed = new Emitter<void>();
  readonly #subscriptions: readonly Disposable[];
  /** The selection, the settings or a secret changed. */
  readonly onDidChange = this.#changed.event;

  /** @param sandbox starts if it isn't running, once it is asked for its addresses */
  constructor(
    settings: EnvironmentSettings,
    secrets: Pick<ClientSecrets, 'get' | 'has' | 'origins' | 'allow' | 'onDidChange'>,
    sandbox: { addresses(): Promise<SandboxAddresses> },
  ) {
    this.#settings = settings;
    this.#secrets = secrets;
    this.#sandbox = sandbox;
    this.#subscriptions = [settings, secrets].map((source) => source.onDidChange(() => this.#changed.fire()));
  }

  /** Name of the selected environment. */
  current(): string {
    return this.#settings.selected();
  }

  names(): readonly string[] {
    return environmentNames(this.#settings);
  }

  /**
   * The versions that the environment has credentials for, the leading one first; never empty. Rejects as
   * {@link resolve} does.
   */
  async versions(name: string): Promise<readonly ApiVersion[]> {
    if (isSandboxEnvironment(name)) return this.#leadingFirst(['2.0', '3']);
    const named = versionsOf(readEntry(name, this.#settings.entries()[name]));
    if (named.length === 1) return named;
    const has = await Promise.all(named.map((version) => this.#secrets.has(secretName(name, version))));
    const usable = named.filter((_, index) => has[index]);
    // Without any secret, each version says which one is missing.
    return this.#leadingFirst(usable.length > 0 ? usable : named);
  }

  /**
   * One version of an environment; by default, its leading one. Starts the sandbox if necessary. Rejects with
   * ServiceError (`input`) that says what to set.
   */
  async resolve(name: string, version?: ApiVersion): Promise<ServiceEnvironment> {
    const of = version ?? (await this.versions(name))[0] ?? '2.0';
    if (isSandboxEnvironment(name)) return sandboxEnvironmentAt(await this.#sandbox.addresses(), of);
    return readEnvironment(name, this.#settings.entries()[name], of);
  }

  /** Rejects with ServiceError (`input`) if none is stored, or it may not be sent to the environment's address. */
  async clientSecret({ name, version, authUrl }: ServiceEnvironment): Promise<string> {
    if (!isSandboxEnvironment(name)) return this.#secrets.get(secretName(name, version), authUrl, name);
    const { clientSecret, v3 } = await this.#sandbox.addresses();
    return version === '3' ? v3.apiClientSecret : clientSecret;
  }

  /** The origins that a stored client secret may be sent to; empty if unknown. */
  secretOrigins({ name, version }: ServiceEnvironment): Promise<readonly string[]> {
    return this.#secrets.origins(secretName(name, version));
  }

  /** Allows a stored client secret to be sent to the environment's present address as well. */
  allowSecret({ name, version, authUrl }: ServiceEnvironment): Promise<void> {
    return this.#secrets.allow(secretName(name, version), authUrl);
  }

  #leadingFirst(versions: readonly ApiVersion[]): readonly ApiVersion[] {
    const leading = this.#settings.leadingVersion();
    return versions.toSorted((a, b) => Number(b === leading) - Number(a === leading));
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }
}

/** The sandbox accepts every loopback port, so the system may choose a free one. Its Connect page serves both versions. */
function sandboxEnvironmentAt(
  { authUrl, baseUrl, connectUrl, clientId, v3 }: SandboxAddresses,
  version: ApiVersion,
): ServiceEnvironment {
  const common = {
    ...{ name: sandboxEnvironment, connectUrl },
    redirectUri: 'http://localhost:0/callback',
    scopes: allPermissions,
  };
  if (version !== '3') return { ...common, authUrl, baseUrl, clientId };
  const { authUrl: authUrlV3, baseUrl: baseUrlV3, applicationId, apiClientId } = v3;
  return {
    ...{ ...common, version, canSubscribe: true },
    ...{ authUrl: authUrlV3, baseUrl: baseUrlV3, applicationId, clientId: apiClientId },
  };
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
  const hasVersion3 = isRecord(entry) && entry.apiClientId !== undefined;
  return hasVersion3 || builtInEnvironments.includes(environment) ? 'kWh' : undefined;
}
