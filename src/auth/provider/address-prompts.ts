import type { Disposable } from '../../common/event.ts';
import type { Logger } from '../../common/logger.ts';
import { sandboxEnvironment, tokenOrigins, type Environments } from '../../environments/settings/environments.ts';
import type { ServiceEnvironment } from '../../service/model/environment.ts';
import { nameOf } from '../sessions/session-files.ts';
import type { StoredSession } from '../sessions/stored-session.ts';
import { isBoundTo } from '../sessions/token-origins.ts';
import type { LazySessions } from './lazy-sessions.ts';

/** An environment whose addresses are others than those that its tokens or its client secret were made for. */
export interface MovedEnvironment {
  readonly name: string;
  /** Origins that they belong to. */
  readonly from: readonly string[];
  /** Origins that are new. */
  readonly to: readonly string[];
}

export interface AddressPromptsOptions {
  readonly sessions: Pick<LazySessions, 'stored' | 'onDidChange'>;
  readonly environments: Environments;
  /** `SessionVault.allow`. */
  readonly allow: (sessionId: string, origins: readonly string[]) => Promise<void>;
  /** Whether a person looks at this window now. */
  readonly isFocused: () => boolean;
  /** True where the person lets tokens and secret go there. Resolves when the question is gone from the screen. */
  readonly ask: (moved: MovedEnvironment) => Promise<boolean>;
  /** Of all windows: what was asked already. */
  readonly memory: { get(name: string): unknown; update(name: string, value: unknown): PromiseLike<void> };
  readonly log: Logger;
}

const askedName = 'vehicleData.askedAddresses';

/**
 * Binds sessions of earlier versions to the addresses at which they are first seen, and asks once for each change of an
 * environment's addresses, in the window that a person looks at. Until the answer is yes, nothing goes to the new ones.
 */
export class AddressPrompts implements Disposable {
  readonly #options: AddressPromptsOptions;
  readonly #subscriptions: readonly Disposable[];
  #check: Promise<void> = Promise.resolve();

  constructor(options: AddressPromptsOptions) {
    const { sessions, environments } = options;
    this.#options = options;
    this.#subscriptions = [
      sessions.onDidChange(() => void this.check()),
      environments.onDidChange(() => void this.check(environments.current())),
    ];
  }

  /**
   * Looks at the environments of all sessions, one look after the other. Never rejects.
   * @param also one that may have a client secret and no session
   */
  check(also?: string): Promise<void> {
    this.#check = this.#check
      .then(() => this.#look(also))
      .catch((error: unknown) => {
        this.#options.log.warn(`The addresses of sessions can't be checked: ${nameOf(error)}`);
      });
    return this.#check;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #look(also: string | undefined): Promise<void> {
    const { sessions, environments } = this.#options;
    const stored = await sessions.stored();
    const names = new Set([...stored.map(({ environment }) => environment), also ?? sandboxEnvironment]);
    names.delete(sandboxEnvironment);
    for (const name of names) {
      // One that is gone, or half written, gets no tokens either.
      const environment = await environments.resolve(name).catch(() => undefined);
      const ofName = stored.filter((session) => session.environment === name);
      if (environment) await this.#lookAt(environment, ofName);
    }
  }

  async #lookAt(environment: ServiceEnvironment, sessions: readonly StoredSession[]): Promise<void> {
    const { environments, allow, isFocused, log } = this.#options;
    const { name, authUrl } = environment;
    const present = tokenOrigins(environment) ?? [];
    for (const { id, origins } of sessions) {
      if (origins) continue;
      await allow(id, present).catch((error: unknown) => log.debug(`Session ${id} is not bound yet: ${nameOf(error)}`));
    }

    const moved = sessions.filter((session) => !isBoundTo(session, present));
    const secret = await environments.secretOrigins(name);
    const { origin } = new URL(authUrl);
    const isSecretMoved = secret.length > 0 && !secret.includes(origin);
    if ((moved.length === 0 && !isSecretMoved) || !isFocused() || !(await this.#isFirst(name, present))) return;
    const from = [...new Set([...moved.flatMap(({ origins }) => origins ?? []), ...(isSecretMoved ? secret : [])])];
    // The secret goes to the token endpoint alone.
    const all = moved.length > 0 ? present : [origin];
    const to = all.filter((each) => !from.includes(each));
    void this.#ask(environment, { name, from, to: to.length > 0 ? to : all }, moved);
  }

  async #ask(environment: ServiceEnvironment, question: MovedEnvironment, moved: readonly StoredSession[]) {
    const { environments, allow, ask, log } = this.#options;
    const { name } = question;
    try {
      if (!(await ask(question))) return;
      for (const { id } of moved) await allow(id, tokenOrigins(environment) ?? []);
      await environments.allowSecret(environment);
    } catch (error) {
      log.error(`“${name}” may not use its new address yet: ${nameOf(error)}`);
      await this.#note(name, undefined);
    }
  }

  async #isFirst(name: string, origins: readonly string[]): Promise<boolean> {
    if (this.#asked()[name] === origins.join(' ')) return false;
    await this.#note(name, origins.join(' '));
    return true;
  }

  #asked(): Readonly<Record<string, string | undefined>> {
    return (this.#options.memory.get(askedName) ?? {}) as Readonly<Record<string, string | undefined>>;
  }

  async #note(name: string, asked: string | undefined): Promise<void> {
    await this.#options.memory.update(askedName, { ...this.#asked(), [name]: asked });
  }
}
