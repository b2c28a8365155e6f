import { Emitter } from '../../common/event.ts';
import { t } from '../../common/translate.ts';
import { ServiceError } from '../../service/model/errors.ts';

/** The part of VS Code's SecretStorage that is used here. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** The part of VS Code's Memento that is used here: what is in it is on this machine, and no secret. */
export interface OriginsMemory {
  get(name: string): unknown;
  update(name: string, value: unknown): PromiseLike<void>;
}

/** Where a secret comes from on a machine without a keyring: `VEHICLE_DATA_CLIENT_SECRET_<NAME>`. */
export function secretVariable(environment: string): string {
  return `VEHICLE_DATA_CLIENT_SECRET_${environment.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}

/**
 * The client secret of each environment: SecretStorage first, then the process environment. Each goes to the origins
 * that it was stored for, or first used at, and no further. They are noted beside the secret, and in the memory of VS
 * Code for a machine without a keyring.
 */
export class ClientSecrets {
  readonly #store: SecretStore;
  readonly #variables: Readonly<Record<string, string | undefined>>;
  readonly #memory: OriginsMemory;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(store: SecretStore, variables: Readonly<Record<string, string | undefined>>, memory: OriginsMemory) {
    this.#store = store;
    this.#variables = variables;
    this.#memory = memory;
  }

  /** Rejects with ServiceError (`input`) that names the command which stores one. */
  async get(environment: string, url: string): Promise<string> {
    const secret = await this.#find(environment);
    const [{ origin }, origins] = [new URL(url), await this.origins(environment)];
    if (secret) {
      if (origins.length === 0) await this.#bind(environment, [origin]);
      else if (!origins.includes(origin)) throw otherAddress(environment, origins, origin);
      return secret;
    }
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

  /** @param url where it may be sent; where it is first used, if that is not known yet */
  async set(environment: string, secret: string, url: string | undefined): Promise<void> {
    await this.#store.store(key(environment), secret);
    if (url !== undefined && URL.canParse(url)) await this.#bind(environment, [new URL(url).origin]);
    else await this.#unbind(environment);
    this.#changed.fire();
  }

  /** Where the secret may be sent; nothing where that isn't known. */
  async origins(environment: string): Promise<readonly string[]> {
    const origins = (await this.#read(originsKey(environment))) ?? this.#memory.get(originsKey(environment));
    return typeof origins === 'string' ? origins.split(' ') : [];
  }

  /** Lets it go to this address as well. */
  async allow(environment: string, url: string): Promise<void> {
    const origins = new Set([...(await this.origins(environment)), new URL(url).origin]);
    await this.#bind(environment, [...origins]);
    this.#changed.fire();
  }

  async has(environment: string): Promise<boolean> {
    return Boolean(await this.#find(environment));
  }

  async forget(environment: string): Promise<void> {
    await this.#store.delete(key(environment));
    await this.#unbind(environment);
    this.#changed.fire();
  }

  async #bind(environment: string, origins: readonly string[]): Promise<void> {
    const note = origins.join(' ');
    await this.#memory.update(originsKey(environment), note);
    // A keyring that takes no note of it must not stand in the way of the variable.
    await Promise.resolve(this.#store.store(originsKey(environment), note)).catch(() => undefined);
  }

  async #unbind(environment: string): Promise<void> {
    await this.#memory.update(originsKey(environment), undefined);
    await this.#store.delete(originsKey(environment));
  }

  async #find(environment: string): Promise<string | undefined> {
    return (await this.#read(key(environment))) ?? this.#variables[secretVariable(environment)];
  }

  /** A keyring that fails must not hide the variable, which is there for exactly that. */
  async #read(name: string): Promise<string | undefined> {
    try {
      return await this.#store.get(name);
    } catch {
      return undefined;
    }
  }
}

function key(environment: string): string {
  return `client-secret.${environment}`;
}

function originsKey(environment: string): string {
  return `client-secret-origins.${environment}`;
}

function otherAddress(environment: string, origins: readonly string[], origin: string): ServiceError {
  return new ServiceError(
    t('“{0}” now points to {1}. Its client secret belongs to {2}.', environment, origin, origins.join(', ')),
    {
      kind: 'input',
      turn: 'developer',
      nextStep: t('Restore the former address, or set the client secret again for the new one.'),
      remedy: 'edit-environment',
      sent: false,
    },
  );
}
