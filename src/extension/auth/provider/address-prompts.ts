import type { Disposable } from '../../../common/event.ts';
import type { Logger } from '../../../common/logger.ts';
import { isPublicVersion3, tokenOrigins, type Environments } from '../../environments/settings/environments.ts';
import { isSandboxEnvironment } from '../../environments/settings/environment-entry.ts';
import type { ServiceEnvironment } from '../../../service/model/environment.ts';
import { nameOf } from '../sessions/session-errors.ts';
import { hasOwnTokens, type StoredSession } from '../sessions/stored-session.ts';
import { isBoundTo } from '../sessions/token-origins.ts';
import type { ConnectedSessions } from './connected-sessions.ts';

/** An environment whose addresses differ from those that its tokens or its client secret were issued for. */
export interface MovedEnvironment {
  readonly name: string;
  readonly from: readonly string[];
  readonly to: readonly string[];
}

export interface AddressPromptsOptions {
  readonly sessions: Pick<ConnectedSessions, 'stored' | 'onDidChange'>;
  readonly environments: Environments;
  /** `SessionVault.allow`. */
  readonly allow: (sessionId: string, origins: readonly string[]) => Promise<void>;
  /** Whether this window has the focus. */
  readonly isFocused: () => boolean;
  /** True if the user allows tokens and secret to be sent there. Resolves when the question has been closed. */
  readonly ask: (moved: MovedEnvironment) => Promise<boolean>;
  /** Shared by all windows: what the user was asked already. */
  readonly memory: { get(name: string): unknown; update(name: string, value: unknown): PromiseLike<void> };
  readonly log: Logger;
}

const askedName = 'vehicleData.askedAddresses';

/**
 * Binds sessions of earlier versions of the extension to the addresses at which they are first seen, and asks once for
 * each change of an environment's addresses, in the focused window. Nothing is sent to new ones unless the user agrees.
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
   * Checks the environments of all sessions. Concurrent calls run one after the other. Never rejects.
   * @param also an environment that may have a client secret but no session
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
    const names = [...stored.map(({ environment }) => environment), ...(also === undefined ? [] : [also])];
    for (const name of new Set(names.filter((each) => !isSandboxEnvironment(each)))) {
      // An environment that is missing or incomplete gets no tokens anyway.
      const versions = await versionsOf(environments, name).catch(() => []);
      const ofEnvironment = stored.filter((session) => session.environment === name);
      if (versions.length > 0) await this.#lookAt(name, versions, ofEnvironment);
    }
  }

  async #lookAt(name: string, versions: readonly ServiceEnvironment[], sessions: readonly StoredSession[]) {
    const { environments, allow, isFocused } = this.#options;
    const to = tokenOrigins(versions) ?? [];
    for (const { id, origins } of sessions) if (!origins) await allow(id, to);

    const moved = sessions.filter((session) => !isBoundTo(session, originsFor(session, versions)));
    const bound = await Promise.all(
      versions.map(async (environment) => ({ environment, origins: await environments.secretOrigins(environment) })),
    );
    const secrets = bound.filter(
      ({ environment, origins }) => origins.length > 0 && !origins.includes(new URL(environment.authUrl).origin),
    );
    if ((moved.length === 0 && secrets.length === 0) || !isFocused() || !(await this.#isFirst(name, to))) return;
    const from = new Set([...moved, ...secrets].flatMap(({ origins }) => origins ?? []));
    for (const origin of to) from.delete(origin);
    void this.#ask(versions, { name, from: [...from], to }, moved);
  }

  async #ask(
    versions: readonly ServiceEnvironment[],
    question: MovedEnvironment,
    moved: readonly StoredSession[],
  ): Promise<void> {
    const { environments, allow, ask, log } = this.#options;
    try {
      if (!(await ask(question))) return;
      for (const { id } of moved) await allow(id, question.to);
      for (const environment of versions) await environments.allowSecret(environment);
    } catch (error) {
      log.error(`“${question.name}” is not allowed to use its new address: ${nameOf(error)}`);
    }
  }

  async #isFirst(name: string, to: readonly string[]): Promise<boolean> {
    const { memory } = this.#options;
    const asked = (memory.get(askedName) ?? {}) as Readonly<Record<string, string>>;
    if (asked[name] === to.join(' ')) return false;
    await memory.update(askedName, { ...asked, [name]: to.join(' ') });
    return true;
  }
}

async function versionsOf(environments: Environments, name: string): Promise<readonly ServiceEnvironment[]> {
  const versions = await environments.versions(name);
  return Promise.all(versions.map((version) => environments.resolve(name, version)));
}

/** What the session has to be bound to: not to version 3 before it is used there, if that needs no question. */
function originsFor(session: StoredSession, versions: readonly ServiceEnvironment[]): readonly string[] | undefined {
  const hasTokens = hasOwnTokens(session);
  const isNew = hasTokens && session.ownerId === undefined;
  const isNeeded = (environment: ServiceEnvironment) =>
    environment.version === '3' ? !isNew || !isPublicVersion3(environment) : hasTokens;
  return tokenOrigins(versions.filter(isNeeded));
}
