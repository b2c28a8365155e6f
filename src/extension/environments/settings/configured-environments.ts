import { versionsOf } from './environment-entry.ts';
import { Emitter } from '../../../common/event.ts';
import type { Disposable, Event } from '../../../common/event.ts';
import { isRecord } from '../../../common/is-record.ts';
import type { ApiVersion, ServiceEnvironment } from '../../../service/model/environment.ts';
import type { ClientSecrets } from './client-secrets.ts';
import { builtInEnvironments, currentName, isSandboxEnvironment } from './environments.ts';
import type { Environments } from './environments.ts';
import type { SandboxAddresses } from './presets.ts';

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

/**
 * The name that the secret of a version is kept under. That of version 3 of the public service, or of an entry that was
 * joined, was an environment of its own before; the others can't be the name of an environment.
 */
export function secretName(name: string, version: ApiVersion, entry: unknown): string {
  const isOnly = name === 'smartcar-v3' || (isRecord(entry) && entry.version === '3');
  if (version !== '3' || isOnly) return name;
  if (isRecord(entry) && typeof entry.formerName === 'string') return entry.formerName;
  return name === 'smartcar' ? 'smartcar-v3' : `${name}:v3`;
}

/** The names of all secrets that the environments may have. */
export function secretNames(settings: Pick<EnvironmentSettings, 'entries'>): readonly string[] {
  const ofVersion3 = Object.entries({ smartcar: { apiClientId: '' }, ...settings.entries() })
    .filter(([, entry]) => isRecord(entry) && entry.apiClientId !== undefined)
    .map(([name, entry]) => secretName(name, '3', entry));
  return [...new Set([...builtInEnvironments, ...ofVersion3, ...environmentNames(settings)])];
}

/** The built-in environments and those from the settings. */
export class ConfiguredEnvironments implements Environments, Disposable {
  readonly #settings: EnvironmentSettings;
  readonly #secrets: Pick<ClientSecrets, 'get' | 'has' | 'origins' | 'allow' | 'onDidChange'>;
  readonly #sandbox: { addresses(): Promise<SandboxAddresses> };
  readonly #changed = new Emitter<void>();
  readonly #subscriptions: readonly Disposable[];
  readonly onDidChange = this.#changed.event;

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

  current(): string {
    return this.nameOf(this.#settings.selected());
  }

  names(): readonly string[] {
    return environmentNames(this.#settings);
  }

  nameOf(name: string): string {
    return currentName(name, this.#settings.entries());
  }

  async versions(asked: string): Promise<readonly ApiVersion[]> {
    const name = this.nameOf(asked);
    if (isSandboxEnvironment(name)) {
      return (await this.#sandbox.addresses()).v3 ? this.#leadingFirst(['2.0', '3']) : ['2.0'];
    }
    const { readEntry } = await import('./read-environment.ts');
    const entry = this.#settings.entries()[name];
    const named = versionsOf(readEntry(name, entry));
    if (named.length === 1) return named;
    const has = await Promise.all(named.map((version) => this.#secrets.has(secretName(name, version, entry))));
    const usable = named.filter((_, index) => has[index]);
    // Without any secret, each version says which one is missing.
    return this.#leadingFirst(usable.length > 0 ? usable : named);
  }

  /** The presets and checks are loaded when an environment is first used, because they need zod. */
  async resolve(asked: string, version?: ApiVersion): Promise<ServiceEnvironment> {
    const name = this.nameOf(asked);
    const of = version ?? (await this.versions(name))[0];
    if (isSandboxEnvironment(name)) {
      const [presets, addresses] = await Promise.all([import('./presets.ts'), this.#sandbox.addresses()]);
      return of === '3' ? presets.sandboxV3Preset(addresses) : presets.sandboxPreset(addresses);
    }
    const { readEnvironment } = await import('./read-environment.ts');
    return readEnvironment(name, this.#settings.entries()[name], of);
  }

  async clientSecret({ name, version, authUrl }: ServiceEnvironment): Promise<string> {
    if (isSandboxEnvironment(name)) {
      const [{ version3Of }, addresses] = await Promise.all([import('./presets.ts'), this.#sandbox.addresses()]);
      return version === '3' ? version3Of(addresses).apiClientSecret : addresses.clientSecret;
    }
    return this.#secrets.get(this.#secretName(name, version), authUrl, name);
  }

  secretOrigins({ name, version }: ServiceEnvironment): Promise<readonly string[]> {
    return this.#secrets.origins(this.#secretName(name, version));
  }

  allowSecret({ name, version, authUrl }: ServiceEnvironment): Promise<void> {
    return this.#secrets.allow(this.#secretName(name, version), authUrl);
  }

  #leadingFirst(versions: readonly ApiVersion[]): readonly ApiVersion[] {
    const selected = this.#settings.selected();
    // A former name stood for version 3.
    const leading = this.nameOf(selected) === selected ? this.#settings.leadingVersion() : '3';
    return versions.toSorted((a, b) => Number(b === leading) - Number(a === leading));
  }

  #secretName(name: string, version: ApiVersion = '2.0'): string {
    return secretName(name, version, this.#settings.entries()[name]);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }
}
