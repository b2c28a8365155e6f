import { Emitter } from '../../../common/event.ts';
import { t } from '../../../common/translate.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import { isSandboxEnvironment } from './environment-entry.ts';

/** The part of VS Code's SecretStorage that is used here. */
export interface SecretStore {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
}

/** The part of VS Code's Memento that is used here. It stays on this machine and holds no secret. */
interface OriginsMemory {
  get(name: string): unknown;
  update(name: string, value: unknown): PromiseLike<void>;
}

/** The variable that provides the secret on a machine without a keyring: `VEHICLE_DATA_CLIENT_SECRET_<NAME>`. */
export function secretVariable(environment: string): string {
  return `VEHICLE_DATA_CLIENT_SECRET_${environment.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
}

/** The result of looking up a client secret. */
interface Lookup {
  readonly secret: string | undefined;
  /** The key that its origins are stored under; environments that use the same secret share it. */
  readonly originsKey: string;
  /** The variable that provides the secret; undefined if the secret is stored. */
  readonly variable: string | undefined;
}

/**
 * The client secret of each environment: from SecretStorage, or else from the process environment. It is only sent to
 * the origins that it was stored for, or first used at. These are stored beside the secret, and in VS Code's Memento
 * for a machine without a keyring. A stored secret belongs to one environment; the names of several environments may
 * map to the same variable, and then none of them gets its secret.
 */
export class ClientSecrets {
  readonly #store: SecretStore;
  readonly #variables: Readonly<Record<string, string | undefined>>;
  readonly #memory: OriginsMemory;
  readonly #names: () => readonly string[];
  /** The last first use of a secret. */
  #binding: Promise<readonly string[]> = Promise.resolve([]);
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  /** @param names the names of all current environments */
  constructor(
    store: SecretStore,
    variables: Readonly<Record<string, string | undefined>>,
    memory: OriginsMemory,
    names: () => readonly string[],
  ) {
    this.#store = store;
    this.#variables = variables;
    this.#memory = memory;
    this.#names = names;
  }

  /**
   * Rejects with ServiceError (`input`) that names the command to store one, or says why the present one is not used.
   *
   * @param name of the environment, for people; secrets of version 3 have names that no environment has
   */
  async get(secretName: string, url: string, name = secretName): Promise<string> {
    const { secret, originsKey, variable } = await this.#find(secretName);
    if (!secret) throw noSecret(secretVariable(secretName), name);
    const shared = variable === undefined ? [] : this.#namesOf(variable);
    if (variable !== undefined && shared.length > 1) throw sharedVariable(shared, variable);
    const { origin } = new URL(url);
    let origins = await this.#originsUnder(originsKey);
    if (origins.length === 0) {
      // One after the other: of two first uses at once, the second one finds where the first one was.
      const bound = () => this.#boundOrigins(originsKey, origin);
      origins = await (this.#binding = this.#binding.then(bound, bound));
    }
    if (!origins.includes(origin)) throw otherAddress(name, origins, origin);
    return secret;
  }

  async #boundOrigins(originsKey: string, first: string): Promise<readonly string[]> {
    const origins = await this.#originsUnder(originsKey);
    if (origins.length > 0) return origins;
    await this.#bind(originsKey, [first]);
    return [first];
  }

  /** @param url where it may be sent; if undefined, where it is first used */
  async set(environment: string, secret: string, url: string | undefined): Promise<void> {
    await this.#store.store(key(environment), secret);
    if (url !== undefined && URL.canParse(url)) await this.#bind(storedOriginsKey(environment), [new URL(url).origin]);
    else await this.#unbind(environment);
    this.#changed.fire();
  }

  /** The origins that the secret may be sent to; empty if unknown, or if several names share its variable. */
  async origins(environment: string): Promise<readonly string[]> {
    const { originsKey, variable } = await this.#find(environment);
    if (variable !== undefined && this.#namesOf(variable).length > 1) return [];
    return this.#originsUnder(originsKey);
  }

  /** Allows the secret to be sent to this address as well. */
  async allow(environment: string, url: string): Promise<void> {
    const { originsKey } = await this.#find(environment);
    const origins = new Set([...(await this.#originsUnder(originsKey)), new URL(url).origin]);
    await this.#bind(originsKey, [...origins]);
    this.#changed.fire();
  }

  async has(environment: string): Promise<boolean> {
    return Boolean((await this.#find(environment)).secret);
  }

  async forget(environment: string): Promise<void> {
    await this.#store.delete(key(environment));
    await this.#unbind(environment);
    this.#changed.fire();
  }

  /** Environments whose secret would come from this variable, except the sandbox, which has its own secret. */
  #namesOf(variable: string): readonly string[] {
    return this.#names().filter((name) => !isSandboxEnvironment(name) && secretVariable(name) === variable);
  }

  async #originsUnder(originsKey: string): Promise<readonly string[]> {
    const origins = (await this.#read(originsKey)) ?? this.#memory.get(originsKey);
    return typeof origins === 'string' ? origins.split(' ') : [];
  }

  async #bind(originsKey: string, origins: readonly string[]): Promise<void> {
    const note = origins.join(' ');
    await this.#memory.update(originsKey, note);
    // The variable must work even if the keyring fails.
    await Promise.resolve(this.#store.store(originsKey, note)).catch(() => undefined);
  }

  async #unbind(environment: string): Promise<void> {
    await this.#memory.update(storedOriginsKey(environment), undefined);
    await this.#store.delete(storedOriginsKey(environment));
  }

  async #find(environment: string): Promise<Lookup> {
    const stored = await this.#read(key(environment));
    if (stored !== undefined) {
      return { secret: stored, originsKey: storedOriginsKey(environment), variable: undefined };
    }
    const variable = secretVariable(environment);
    return { secret: this.#variables[variable], originsKey: `client-secret-variable-origins.${variable}`, variable };
  }

  /** If the keyring fails, the variable is used: that is its purpose. */
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

function storedOriginsKey(environment: string): string {
  return `client-secret-origins.${environment}`;
}

/** @param variable that could provide it */
function noSecret(variable: string, environment: string): ServiceError {
  return new ServiceError(t('No client secret is stored for environment “{0}”.', environment), {
    kind: 'input',
    turn: 'developer',
    nextStep: t('Run “Vehicle Data: Environments…”, or set {0} before VS Code starts.', variable),
    remedy: 'set-secret',
    sent: false,
  });
}

/** Suggests to rename all but the first: built-in names, which can't be renamed, come first. */
function sharedVariable(secretNames: readonly string[], variable: string): ServiceError {
  // See `secretName`: that of version 3 may have a suffix.
  const names = secretNames.map((name) => name.replace(/:v3$/, ''));
  const quoted = (some: readonly string[]) => some.map((name) => t('“{0}”', name)).join(', ');
  return new ServiceError(t('The environments {0} share the client secret in {1}.', quoted(names), variable), {
    kind: 'input',
    turn: 'developer',
    nextStep: t(
      'Rename {0} in the setting vehicleData.environments, or run “Vehicle Data: Environments…” for each.',
      quoted(names.slice(1)),
    ),
    remedy: 'set-secret',
    sent: false,
  });
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
