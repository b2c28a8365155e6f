import path from 'node:path';
import { Emitter, type Disposable } from '../../../common/event.ts';
import { errorName, log } from '../../../common/logger.ts';
import { makePrivateFolder, readPrivate, writePrivate } from '../../../common/private-files.ts';
import type { Scheduler } from '../../../common/scheduler.ts';
import type { SafeSecrets } from './secret-storage.ts';
import { keyText, newKey, readKey, type SessionKey } from './session-encryption.ts';
import type { SessionStore } from './session-store.ts';
import type { Timing } from './session-durations.ts';

export interface SessionKeysOptions {
  readonly store: SessionStore;
  readonly secrets: SafeSecrets;
  /**
   * The folder for key files. Set in a browser, where each page has secrets of its own: the key is a file of mode 600
   * beside the sessions there, as VS Code's own is without a keyring.
   */
  readonly keyFolder?: string | undefined;
  readonly timing: Timing;
  readonly scheduler: Scheduler;
}

const secretPrefix = 'key.';

/**
 * The keys of the sessions. They are stored in SecretStorage, written once, and in the memory of every window that has
 * read them. A window that lacks a key keeps looking for it: no session is given up because its key is missing.
 */
export class SessionKeys implements Disposable {
  readonly #options: SessionKeysOptions;
  readonly #held = new Map<string, SessionKey>();
  readonly #searches = new Map<string, Promise<SessionKey | undefined>>();
  /** Keys that were not found at the last attempt. */
  readonly #missing = new Set<string>();
  readonly #unlocked = new Emitter<void>();
  readonly #disposed = new AbortController();
  readonly #subscription: Disposable;
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

  /** Undefined if it can't be read now; the search then continues in the background. Never rejects. */
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

  /** Searches for the missing keys now. Never rejects. */
  async retry(): Promise<void> {
    const found = await Promise.all([...this.#missing].map((keyId) => this.#search(keyId)));
    if (found.some(Boolean)) this.#unlocked.fire();
  }

  /** The key for new sessions: the current one, or a new one if that is unavailable. Never rejects. */
  async forSealing(): Promise<SessionKey> {
    try {
      return await this.#sealingKey();
    } catch (error) {
      log.warn(`The key of the sessions is not noted: ${errorName(error)}`);
      return [...this.#held.values()].at(-1) ?? this.#make();
    }
  }

  /** Stores keys again that SecretStorage has lost and this window still holds. */
  async keepStored(): Promise<void> {
    for (const key of this.#held.values()) {
      if (await this.#load(key.id)) continue;
      log.info('The key of the sessions is stored again');
      await this.#save(key);
    }
  }

  dispose(): void {
    this.#disposed.abort();
    this.#subscription.dispose();
    this.#unlocked.dispose();
  }

  async #sealingKey(): Promise<SessionKey> {
    const { store } = this.#options;
    const before = await store.keyId();
    const present = before === undefined ? undefined : await this.get(before);
    if (present) return present;
    const key = await this.#make();
    const stands = await store.setKeyId(key.id, before);
    // Another window was faster. Nothing is encrypted with our key yet, so use the other one, unless it is unavailable.
    const theirs = stands === key.id ? undefined : await this.get(stands);
    if (!theirs) {
      await store.setKeyId(key.id, stands);
      return key;
    }
    this.#held.delete(key.id);
    await this.#options.secrets.delete(secretPrefix + key.id);
    return theirs;
  }

  /** Stored under its own name, so that it never replaces a key that other sessions are encrypted with. */
  async #make(): Promise<SessionKey> {
    const key = newKey();
    this.#held.set(key.id, key);
    if (!(await this.#save(key)))
      log.error('SecretStorage does not take the key of the sessions; it is kept in memory for now');
    return key;
  }

  async #save(key: SessionKey): Promise<boolean> {
    const { secrets, keyFolder } = this.#options;
    if (keyFolder === undefined) return secrets.store(secretPrefix + key.id, keyText(key));
    try {
      await makePrivateFolder(keyFolder);
      await writePrivate(path.join(keyFolder, fileOf(key.id)), [keyText(key)]);
      return true;
    } catch {
      return false;
    }
  }

  async #load(keyId: string): Promise<SessionKey | undefined> {
    const { secrets, keyFolder } = this.#options;
    if (keyFolder === undefined) return readKey(await secrets.get(secretPrefix + keyId), keyId);
    const text = await readPrivate(path.join(keyFolder, fileOf(keyId))).catch(() => undefined);
    return readKey(text?.toString(), keyId);
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
    const key = await this.#load(keyId);
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

/** A key's id is base64url, but comes from a row. */
function fileOf(keyId: string): string {
  return `${keyId.replace(/[^\w-]/g, '_')}.key`;
}
