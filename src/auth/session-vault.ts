import { Emitter } from '../common/event.ts';
import type { Disposable, Event } from '../common/event.ts';
import type { Logger } from '../common/logger.ts';
import { within } from './scheduler.ts';
import type { Scheduler } from './scheduler.ts';
import { decodeSession, encodeSession } from './stored-session.ts';
import type { StoredSession } from './stored-session.ts';

/** The part of VS Code's SecretStorage that is used here. */
export interface SecretStore {
  keys(): PromiseLike<readonly string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  /** Fires in every window that sees the change, mostly. The value is not in the event. */
  readonly onDidChange: Event<{ readonly key: string }>;
}

export type VaultEntry =
  | { readonly kind: 'session'; readonly id: string; readonly session: StoredSession }
  | { readonly kind: 'absent'; readonly id: string }
  /** Not a session of this format; left as it is, because a newer version of the extension may read it. */
  | { readonly kind: 'broken'; readonly id: string }
  /** SecretStorage rejects or does not answer. */
  | { readonly kind: 'locked'; readonly id: string };

/** Where sessions lie. */
export interface Vault {
  readonly onDidChange: Event<void>;
  /** Undefined where even the names can't be read. Never rejects. */
  list(): Promise<readonly VaultEntry[] | undefined>;
  /** Never rejects. */
  read(id: string): Promise<VaultEntry>;
  /** True once it is stored; false if it is only kept in memory, until {@link flush} succeeds. Never rejects. */
  write(session: StoredSession): Promise<boolean>;
  /** Gone for this window at once; deleted as soon as SecretStorage lets us. Never rejects. */
  remove(id: string): Promise<void>;
  /** Tries again what could not be stored or deleted. */
  flush(): Promise<void>;
}

const prefix = 'session.';
const readLimitMs = 5_000;
const writeLimitMs = 10_000;

/** Sessions in SecretStorage. One key each: a blob for all would let one window overwrite another's sessions. */
export class SessionVault implements Vault, Disposable {
  readonly #secrets: SecretStore;
  readonly #scheduler: Scheduler;
  readonly #log: Logger;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  /** Pairs that SecretStorage did not take: this memory is the only place where they are. */
  readonly #unsaved = new Map<string, StoredSession>();
  readonly #undeleted = new Set<string>();
  readonly #reported = new Set<string>();
  readonly onDidChange = this.#changed.event;

  constructor(secrets: SecretStore, scheduler: Scheduler, log: Logger) {
    this.#secrets = secrets;
    this.#scheduler = scheduler;
    this.#log = log;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) this.#changed.fire();
    });
  }

  async list(): Promise<readonly VaultEntry[] | undefined> {
    let keys: readonly string[];
    try {
      keys = await within(this.#secrets.keys(), readLimitMs, this.#scheduler);
    } catch (error) {
      this.#log.warn(`SecretStorage does not list its keys: ${nameOf(error)}`);
      return undefined;
    }
    const stored = keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    const ids = new Set([...stored, ...this.#unsaved.keys()]);
    return Promise.all([...ids].map((id) => this.read(id)));
  }

  async read(id: string): Promise<VaultEntry> {
    if (this.#undeleted.has(id)) return { kind: 'absent', id };
    const entry = await this.#readStored(id);
    const unsaved = this.#unsaved.get(id);
    if (!unsaved) return entry;
    if (entry.kind !== 'session' || entry.session.generation < unsaved.generation) {
      return { kind: 'session', id, session: unsaved };
    }
    this.#unsaved.delete(id);
    return entry;
  }

  async write(session: StoredSession): Promise<boolean> {
    this.#undeleted.delete(session.id);
    const key = prefix + session.id;
    const text = encodeSession(session);
    try {
      await within(this.#secrets.store(key, text), writeLimitMs, this.#scheduler);
      // Some keyrings resolve without storing.
      if ((await within(this.#secrets.get(key), readLimitMs, this.#scheduler)) !== text) throw new Error('not stored');
    } catch (error) {
      this.#log.error(`SecretStorage does not take session ${session.id}, it is kept in memory: ${nameOf(error)}`);
      this.#unsaved.set(session.id, session);
      return false;
    }
    const unsaved = this.#unsaved.get(session.id);
    if (unsaved && unsaved.generation <= session.generation) this.#unsaved.delete(session.id);
    return true;
  }

  async remove(id: string): Promise<void> {
    this.#unsaved.delete(id);
    this.#undeleted.add(id);
    try {
      await within(this.#secrets.delete(prefix + id), writeLimitMs, this.#scheduler);
      this.#undeleted.delete(id);
    } catch (error) {
      this.#log.error(`SecretStorage does not delete session ${id}, tried again later: ${nameOf(error)}`);
    }
  }

  async flush(): Promise<void> {
    for (const id of [...this.#unsaved.keys()]) {
      // Reading lets go of a pair that another window has outrun since.
      await this.read(id);
      const session = this.#unsaved.get(id);
      if (session) await this.write(session);
    }
    for (const id of [...this.#undeleted]) await this.remove(id);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #readStored(id: string): Promise<VaultEntry> {
    let text: string | undefined;
    try {
      text = await within(this.#secrets.get(prefix + id), readLimitMs, this.#scheduler);
    } catch (error) {
      this.#log.warn(`SecretStorage does not give session ${id}: ${nameOf(error)}`);
      return { kind: 'locked', id };
    }
    if (text === undefined) return { kind: 'absent', id };
    const session = decodeSession(text);
    if (session?.id === id) return { kind: 'session', id, session };
    if (!this.#reported.has(id)) this.#log.warn(`The entry of session ${id} is unreadable; it is left as it is`);
    this.#reported.add(id);
    return { kind: 'broken', id };
  }
}

/** The message is left out: a keyring's may hold what it was asked to store. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
