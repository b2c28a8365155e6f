import { Emitter, type Disposable } from '../../../common/event.ts';
import type { Logger } from '../../../common/logger.ts';
import type { Scheduler } from '../../../common/scheduler.ts';
import type { KeyExchange } from './key-exchange.ts';
import { randomName } from './file-names.ts';
import type { SafeSecrets } from './secret-storage.ts';
import { nameOf } from './session-files.ts';
import type { SessionFolder } from './session-folder.ts';
import type { SessionLock } from './session-lock.ts';
import { keyText, newKey, readKey, type SessionKey } from './session-encryption.ts';
import type { Timing } from './session-durations.ts';

export interface SessionKeysOptions {
  readonly folder: SessionFolder;
  readonly lock: SessionLock;
  readonly secrets: SafeSecrets;
  readonly exchange: Pick<KeyExchange, 'ask'>;
  /** Set where all windows share one SecretStorage if there is a keyring: see {@link SessionKeys.needsExchange}. */
  readonly shared?: SharedSecrets | undefined;
  readonly timing: Timing;
  readonly scheduler: Scheduler;
  readonly log: Logger;
}

/** VS Code's own storage, which nobody can change by writing into the folder. */
export interface SharedSecrets {
  get(name: string): unknown;
  update(name: string, value: unknown): PromiseLike<void>;
}

/** The data of the folder as a whole. */
interface StoreFile {
  /** Distinguishes the copies of this folder's sessions in SecretStorage from those of other machines that share it. */
  readonly storeId: string;
  /** The key that new sessions are encrypted with. */
  readonly keyId: string;
}

const storeName = 'store.json';
const secretPrefix = 'key.';
const storedKeysName = 'vehicleData.storedKeys';

/**
 * The keys of the sessions. They are stored in SecretStorage, written once, and in the memory of every window that has
 * read them. A window that lacks a key keeps asking the others: no session is given up because its key is missing.
 */
export class SessionKeys implements Disposable {
  readonly #options: SessionKeysOptions;
  readonly #held = new Map<string, SessionKey>();
  readonly #searches = new Map<string, Promise<SessionKey | undefined>>();
  /** Keys that no window had at the last attempt. */
  readonly #missing = new Set<string>();
  /** Keys that this window has stored in SecretStorage. */
  readonly #stored = new Set<string>();
  /** SecretStorage has returned a key that another window had stored. */
  #isShared = false;
  /** SecretStorage has lost a key that was stored in it. */
  #hasLost = false;
  readonly #unlocked = new Emitter<void>();
  readonly #disposed = new AbortController();
  readonly #subscription: Disposable;
  #storeId: string | undefined;
  /** A missing key has been found. */
  readonly onDidUnlock = this.#unlocked.event;

  constructor(options: SessionKeysOptions) {
    this.#options = options;
    this.#subscription = options.secrets.onDidChange(({ key }) => {
      if (this.#missing.has(key.slice(secretPrefix.length))) void this.retry();
    });
  }

  held(keyId: string): SessionKey | undefined {
    return this.#held.get(keyId);
  }

  /** Undefined if no window has it now; the search then continues in the background. Never rejects. */
  async get(keyId: string): Promise<SessionKey | undefined> {
    const held = this.#held.get(keyId);
    if (held || this.#missing.has(keyId)) return held;
    const key = await this.#search(keyId);
    if (!key && !this.#missing.has(keyId)) {
      this.#missing.add(keyId);
      void this.#goOnSearching(keyId);
    }
    return key;
  }

  /**
   * Whether windows have to exchange the keys. They must in a browser, where each page has its own secrets. On a
   * desktop they must if no keyring keeps secrets: SecretStorage has then lost a key, and has only those of this
   * window. In any other case, a request for a key can't come from one of our windows. Never rejects.
   */
  async needsExchange(): Promise<boolean> {
    const { shared, secrets } = this.#options;
    if (!shared) return true;
    if (!this.#hasLost || this.#isShared) return false;
    const keys = (await secrets.names()).filter((name) => name.startsWith(secretPrefix));
    return keys.every((name) => this.#stored.has(name.slice(secretPrefix.length)));
  }

  /** Searches for the missing keys now. Never rejects. */
  async retry(): Promise<void> {
    const found = await Promise.all([...this.#missing].map((keyId) => this.#search(keyId)));
    if (found.some(Boolean)) this.#unlocked.fire();
  }

  /** The key for new sessions: the current one, or a new one if that is unavailable. Never rejects. */
  async forSealing(): Promise<SessionKey> {
    const { lock, timing, log } = this.#options;
    try {
      return await lock.run('store', () => this.#sealingKey(), { maxWaitMs: timing.signInWaitMs });
    } catch (error) {
      log.warn(`The folder of the sessions takes no note of its key: ${nameOf(error)}`);
      return [...this.#held.values()].at(-1) ?? this.#make();
    }
  }

  /** Undefined before the first session of this folder. Never rejects. */
  async storeId(): Promise<string | undefined> {
    this.#storeId ??= (await this.#readStore().catch(() => undefined))?.storeId;
    return this.#storeId;
  }

  /** Stores keys again that SecretStorage has lost and this window still holds. */
  async keepStored(): Promise<void> {
    const { secrets, log } = this.#options;
    for (const key of this.#held.values()) {
      if (readKey(await secrets.get(secretPrefix + key.id), key.id)) continue;
      log.info('The key of the sessions is stored again');
      await this.#store(key);
    }
  }

  dispose(): void {
    this.#disposed.abort();
    this.#subscription.dispose();
    this.#unlocked.dispose();
  }

  async #sealingKey(): Promise<SessionKey> {
    const store = await this.#readStore();
    const present = store && (await this.get(store.keyId));
    if (present) return present;
    const key = await this.#make();
    const first: StoreFile = { storeId: store?.storeId ?? randomName(), keyId: key.id };
    const stands = store ? await this.#replace(first) : await this.#create(first);
    if (stands.keyId === key.id) return key;
    // Nothing is encrypted with our key yet, so use the other one, unless it is unavailable.
    const theirs = await this.get(stands.keyId);
    if (!theirs) {
      await this.#replace({ storeId: stands.storeId, keyId: key.id });
      return key;
    }
    this.#held.delete(key.id);
    await this.#options.secrets.delete(secretPrefix + key.id);
    return theirs;
  }

  async #replace(store: StoreFile): Promise<StoreFile> {
    await this.#options.folder.put(storeName, JSON.stringify(store));
    this.#storeId = store.storeId;
    return store;
  }

  /** Returns what the file holds afterwards: if locks are unavailable, another window may have created it first. */
  async #create(store: StoreFile): Promise<StoreFile> {
    const isFirst = await this.#options.folder.create(storeName, JSON.stringify(store));
    const stands = isFirst ? store : await this.#readStore();
    if (!stands) return this.#replace(store);
    this.#storeId = stands.storeId;
    return stands;
  }

  /** Stored under its own name, so that it never replaces a key that other sessions are encrypted with. */
  async #make(): Promise<SessionKey> {
    const key = newKey();
    this.#held.set(key.id, key);
    if (!(await this.#store(key)))
      this.#options.log.error('SecretStorage does not take the key of the sessions; it is kept in memory for now');
    return key;
  }

  async #store(key: SessionKey): Promise<boolean> {
    const { secrets, shared } = this.#options;
    this.#stored.add(key.id);
    const isStored = await secrets.store(secretPrefix + key.id, keyText(key));
    if (isStored) await shared?.update(storedKeysName, [...new Set([...this.#storedOnce(), key.id])]);
    return isStored;
  }

  /** Ids of the keys that any window has stored in SecretStorage. */
  #storedOnce(): readonly unknown[] {
    const ids = this.#options.shared?.get(storedKeysName);
    return Array.isArray(ids) ? ids : [];
  }

  /** Undefined if there is none, or it is damaged. Rejects if it can't be read. */
  async #readStore(): Promise<StoreFile | undefined> {
    const text = await this.#options.folder.read(storeName);
    try {
      const value = JSON.parse(text ?? '{}') as Partial<StoreFile>;
      return value.storeId && value.keyId ? (value as StoreFile) : undefined;
    } catch {
      return undefined;
    }
  }

  #search(keyId: string): Promise<SessionKey | undefined> {
    let search = this.#searches.get(keyId);
    if (!search) {
      search = this.#find(keyId).finally(() => this.#searches.delete(keyId));
      this.#searches.set(keyId, search);
    }
    return search;
  }

  async #find(keyId: string): Promise<SessionKey | undefined> {
    const { secrets, exchange, timing } = this.#options;
    let key = readKey(await secrets.get(secretPrefix + keyId), keyId);
    if (key) this.#isShared ||= !this.#stored.has(keyId);
    else {
      this.#hasLost ||= this.#storedOnce().includes(keyId);
      if (await this.needsExchange()) key = await exchange.ask(keyId, timing.keyAnswerMs).catch(() => undefined);
    }
    if (!key) return undefined;
    this.#held.set(keyId, key);
    this.#missing.delete(keyId);
    return key;
  }

  async #goOnSearching(keyId: string): Promise<void> {
    const { scheduler, timing } = this.#options;
    const delays = timing.lockedDelaysMs;
    for (let tries = 0; this.#missing.has(keyId); tries++) {
      const delay = delays[Math.min(tries, delays.length - 1)] ?? 0;
      try {
        await scheduler.sleep(delay, this.#disposed.signal);
      } catch {
        return;
      }
      if (this.#missing.has(keyId)) await this.retry();
    }
  }
}
