import { Emitter } from '../../../common/event.ts';
import type { Disposable, Event } from '../../../common/event.ts';
import type { ServiceEnvironment } from '../../../service/model/environment.ts';
import type { ClientSecrets } from './client-secrets.ts';
import { builtInEnvironments, isSandboxEnvironment, sandboxEnvironment } from './environments.ts';
import type { Environments } from './environments.ts';
import type { SandboxAddresses } from './presets.ts';

/** The current values of the two settings. */
export interface EnvironmentSettings {
  /** `vehicleData.environment`. */
  selected(): string;
  /** `vehicleData.environments`: name → settings of any type. */
  entries(): Readonly<Record<string, unknown>>;
  readonly onDidChange: Event<void>;
}

/** Built-in environments first, then those of the settings in their order. */
export function environmentNames(settings: Pick<EnvironmentSettings, 'entries'>): readonly string[] {
  return [...new Set([...builtInEnvironments, ...Object.keys(settings.entries())])];
}

/** The built-in environments and those from the settings. */
export class ConfiguredEnvironments implements Environments, Disposable {
  readonly #settings: EnvironmentSettings;
  readonly #secrets: Pick<ClientSecrets, 'get' | 'origins' | 'allow' | 'onDidChange'>;
  readonly #sandbox: { addresses(): Promise<SandboxAddresses> };
  readonly #changed = new Emitter<void>();
  readonly #subscriptions: readonly Disposable[];
  readonly onDidChange = this.#changed.event;

  constructor(
    settings: EnvironmentSettings,
    secrets: Pick<ClientSecrets, 'get' | 'origins' | 'allow' | 'onDidChange'>,
    sandbox: { addresses(): Promise<SandboxAddresses> },
  ) {
    this.#settings = settings;
    this.#secrets = secrets;
    this.#sandbox = sandbox;
    this.#subscriptions = [settings, secrets].map((source) => source.onDidChange(() => this.#changed.fire()));
  }

  current(): string {
    return this.#settings.selected();
  }

  names(): readonly string[] {
    return environmentNames(this.#settings);
  }

  /** The presets and checks are loaded when an environment is first used, because they need zod. */
  async resolve(name: string): Promise<ServiceEnvironment> {
    if (isSandboxEnvironment(name)) {
      const [presets, addresses] = await Promise.all([import('./presets.ts'), this.#sandbox.addresses()]);
      return name === sandboxEnvironment ? presets.sandboxPreset(addresses) : presets.sandboxV3Preset(addresses);
    }
    const { readEnvironment } = await import('./read-environment.ts');
    return readEnvironment(name, this.#settings.entries()[name]);
  }

  async clientSecret({ name, authUrl }: ServiceEnvironment): Promise<string> {
    if (isSandboxEnvironment(name)) {
      const [{ version3Of }, addresses] = await Promise.all([import('./presets.ts'), this.#sandbox.addresses()]);
      return name === sandboxEnvironment ? addresses.clientSecret : version3Of(addresses).apiClientSecret;
    }
    return this.#secrets.get(name, authUrl);
  }

  secretOrigins(name: string): Promise<readonly string[]> {
    return this.#secrets.origins(name);
  }

  allowSecret({ name, authUrl }: ServiceEnvironment): Promise<void> {
    return this.#secrets.allow(name, authUrl);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }
}
