import { Emitter } from '../../common/event.ts';
import { t } from '../../common/translate.ts';
import { ServiceError } from '../../service/model/errors.ts';

/** The part of VS Code's SecretStorage that is used here. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** Where a secret comes from on a machine without a keyring: `VEHICLE_DATA_CLIENT_SECRET_<NAME>`. */
export function secretVariable(environment: string): string {
  return `VEHICLE_DATA_CLIENT_SECRET_${environment.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}

/** The client secret of each environment: SecretStorage first, then the process environment. */
export class ClientSecrets {
  readonly #store: SecretStore;
  readonly #variables: Readonly<Record<string, string | undefined>>;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(store: SecretStore, variables: Readonly<Record<string, string | undefined>>) {
    this.#store = store;
    this.#variables = variables;
  }

  /** Rejects with ServiceError (`input`) that names the command which stores one. */
  async get(environment: string): Promise<string> {
    const secret = await this.#find(environment);
    if (secret) return secret;
    throw new ServiceError(t('No client secret is stored for environment “{0}”.', environment), {
      kind: 'input',
      turn: 'developer',
      nextStep: t(
        'Run “Vehicle Data: Set Client Secret…”, or set {0} before VS Code starts.',
        secretVariable(environment),
      ),
      remedy: 'set-secret',
      sent: false,
    });
  }

  async set(environment: string, secret: string): Promise<void> {
    await this.#store.store(key(environment), secret);
    this.#changed.fire();
  }

  async has(environment: string): Promise<boolean> {
    return Boolean(await this.#find(environment));
  }

  async forget(environment: string): Promise<void> {
    await this.#store.delete(key(environment));
    this.#changed.fire();
  }

  async #find(environment: string): Promise<string | undefined> {
    return (await this.#read(environment)) ?? this.#variables[secretVariable(environment)];
  }

  /** A keyring that fails must not hide the variable, which is there for exactly that. */
  async #read(environment: string): Promise<string | undefined> {
    try {
      return await this.#store.get(key(environment));
    } catch {
      return undefined;
    }
  }
}

function key(environment: string): string {
  return `client-secret.${environment}`;
}
