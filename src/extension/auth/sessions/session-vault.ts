import type { Clock } from '../../../common/clock.ts';
import { Emitter, type Disposable } from '../../../common/event.ts';
import { errorName, log } from '../../../common/logger.ts';
import type { SessionKeys } from './session-keys.ts';
import type { SessionReplicas } from './session-replicas.ts';
import type { SessionLock } from './session-lock.ts';
import { readRecord, type SessionHeader, type SessionRecord } from './session-record.ts';
import { openSession, sealSession, type SessionKey } from './session-encryption.ts';
import type { SessionStore } from './session-store.ts';
import { isBoundTo, type StoredSession } from './stored-session.ts';
import type { Timing } from './session-durations.ts';

export type VaultEntry =
  | { readonly kind: 'session'; readonly id: string; readonly session: StoredSession }
  /** Does not exist, or is signed out. */
  | { readonly kind: 'absent'; readonly id: string }
  /** Damaged, or of a later version of the extension; left as it is. */
  | { readonly kind: 'broken'; readonly id: string }
  /** Exists, but its key or the disk is unavailable. Has the header if its row can be read. */
  | { readonly kind: 'locked'; readonly id: string; readonly header?: SessionHeader };

export interface SessionVaultOptions {
  readonly store: SessionStore;
  readonly lock: SessionLock;
  readonly keys: SessionKeys;
  readonly replicas: SessionReplicas;
  readonly timing: Timing;
  readonly clock: Clock;
}

/** A session, and the text that it was read from. */
interface Read {
  readonly text: string;
  readonly session: StoredSession;
}

/**
 * The stored sessions, each encrypted with a key from SecretStorage and copied there too. The newest authentic copy wins,
 * wherever it is, and replaces what was lost or damaged.
 */
export class SessionVault implements Disposable {
  readonly #options: SessionVaultOptions;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  /**
   * What this window has read, by id, so that the same text is not decrypted twice and survives the loss of what is stored.
   */
  readonly #read = new Map<string, Read>();
  /** Ids of sessions that have a copy, looked up only now and then: SecretStorage may take seconds. */
  #copied: readonly string[] | undefined;
  /** Sessions that could not be written to disk: this memory may hold their only copy. */
  readonly #unsaved = new Set<string>();
  /** Signed out in this window, even if the disk has not recorded it: those are false. */
  readonly #signOuts = new Map<string, boolean>();
  readonly onDidChange = this.#changed.event;

  constructor(options: SessionVaultOptions) {
    this.#options = options;
    this.#subscription = options.keys.onDidUnlock(() => this.#changed.fire());
  }

  /** To be called when the stored sessions have changed. */
  noteChange(): void {
    this.#changed.fire();
  }

  /** Undefined if nothing can be read. Never rejects. */
  async list(): Promise<readonly VaultEntry[] | undefined> {
    const { store, replicas } = this.#options;
    let stored: ReadonlyMap<string, string>;
    try {
      stored = (await store.all()).sessions;
    } catch (error) {
      log.warn(`The stored sessions can't be read: ${errorName(error)}`);
      return undefined;
    }
    this.#copied ??= await replicas.ids();
    const ids = new Set([...stored.keys(), ...this.#copied, ...this.#read.keys()]);
    return Promise.all([...ids].map((id) => this.#entryOf(id, stored.get(id))));
  }

  /** Never rejects. */
  async read(id: string): Promise<VaultEntry> {
    if (this.#signOuts.has(id)) return { kind: 'absent', id };
    try {
      return await this.#entryOf(id, await this.#options.store.session(id));
    } catch (error) {
      log.warn(`Session ${id} can't be read: ${errorName(error)}`);
      const read = this.#read.get(id);
      return read ? { kind: 'session', id, session: read.session } : { kind: 'locked', id };
    }
  }

  async #entryOf(id: string, text: string | undefined): Promise<VaultEntry> {
    if (this.#signOuts.has(id)) return { kind: 'absent', id };
    const record = text === undefined ? undefined : readRecord(text);
    if (record?.kind === 'signed-out') {
      this.#forget(id);
      return { kind: 'absent', id };
    }
    const stored = await this.#open(id, text, record);
    const memory = this.#read.get(id);
    if (stored && (!memory || stored.session.generation >= memory.session.generation)) {
      this.#unsaved.delete(id);
      this.#read.set(id, stored);
      this.#options.replicas.follow(id, stored.text);
      return { kind: 'session', id, session: stored.session };
    }
    // A missing key does not mean damage: what is stored may be newer than anything that this window knows.
    if (record && !stored && !this.#options.keys.held(record.header.keyId)) {
      if (memory && memory.session.generation >= record.header.generation) {
        return { kind: 'session', id, session: memory.session };
      }
      return { kind: 'locked', id, header: record.header };
    }
    return this.#repaired(id, text, stored === undefined);
  }

  /** True once it is stored; false if it is only kept in memory, until {@link repair} succeeds. Never rejects. */
  async write(session: StoredSession): Promise<boolean> {
    const { store, keys, replicas } = this.#options;
    const { id } = session;
    const key = await keys.forSealing();
    const text = sealSession(session, key);
    this.#read.set(id, { text, session });
    let isStored = true;
    try {
      await store.put(id, text);
      this.#unsaved.delete(id);
    } catch (error) {
      log.error(`The disk does not take session ${id}, it is kept in memory: ${errorName(error)}`);
      this.#unsaved.add(id);
      isStored = false;
    }
    const isCopied = await replicas.store(id, text);
    this.#changed.fire();
    return isStored || isCopied;
  }

  /** Takes over an encrypted session that could not be written to disk. Never rejects. */
  async absorb(text: string): Promise<void> {
    const record = readRecord(text);
    if (record?.kind !== 'sealed') return;
    const { id, generation } = record.header;
    const read = await this.#open(id, text, record);
    if (!read || this.#signOuts.has(id)) return;
    this.#read.set(id, read);
    this.#unsaved.add(id);
    const isCopied = await this.#options.replicas.store(id, text);
    // The intent of an older generation needs no recovery now. A newer one may be under way, and stays.
    if (isCopied) await this.#options.store.end(id, generation).catch(() => undefined);
    await this.#save(id);
  }

  /**
   * Allows the tokens of a session to be sent to these origins as well, and stores the owner's ID, if given. The tokens
   * don't change, so the generation stays the same. Rejects if the disk fails or a refresh holds the lock.
   */
  async allow(id: string, origins: readonly string[], ownerId?: string): Promise<void> {
    const { store, lock, timing } = this.#options;
    const allow = async () => {
      const entry = await this.read(id);
      if (entry.kind !== 'session') return;
      const { origins: own, ownerId: known } = entry.session;
      if (isBoundTo(entry.session, origins) && (ownerId === undefined || ownerId === known)) return;
      const key = (await this.tools(entry.session))?.key;
      if (!key) return;
      const session: StoredSession = {
        ...entry.session,
        ...(own && { origins: [...new Set([...own, ...origins])] }),
        ...(ownerId !== undefined && { ownerId }),
      };
      const text = sealSession(session, key);
      await store.put(id, text);
      this.#unsaved.delete(id);
      this.#read.set(id, { text, session });
    };
    await lock.run(id, allow, { maxWaitMs: timing.signInWaitMs });
    this.#changed.fire();
  }

  /** Signs out for good: no late writer and no copy restores the session. Never rejects. */
  async remove(id: string): Promise<void> {
    this.#forget(id);
    this.#signOuts.set(id, false);
    await this.#signOut(id);
    this.#changed.fire();
  }

  /** Retries what this window could not store or delete, because no other window knows about it. Never rejects. */
  async repair(): Promise<void> {
    for (const [id, isRecorded] of this.#signOuts) if (!isRecorded) await this.#signOut(id);
    for (const id of [...this.#unsaved]) await this.#save(id);
    await this.#options.keys.keepStored();
  }

  /** Deletes obsolete copies and makes missing ones, whichever window should have done so. Never rejects. */
  async tidy(): Promise<void> {
    await this.#dropCopies();
    const isInterrupted = async (id: string, generation: number) => {
      const intent = await this.#options.store.intent(id).catch(() => ({ generation }));
      return intent?.generation === generation;
    };
    for (const newer of await this.#options.replicas.sync(isInterrupted)) await this.absorb(newer);
  }

  /** What a refresh needs in addition to the session, which must have been read before. */
  async tools({ id }: StoredSession): Promise<{ key: SessionKey; replica: string | undefined } | undefined> {
    const { keys, replicas } = this.#options;
    const record = readRecord(this.#read.get(id)?.text ?? '');
    const key = record?.kind === 'sealed' ? await keys.get(record.header.keyId) : undefined;
    if (!key) return undefined;
    // A session that only this window has counts as a copy, too.
    const replica = this.#unsaved.has(id) ? this.#read.get(id)?.text : await replicas.get(id);
    return { key, replica };
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #signOut(id: string): Promise<void> {
    const { store, replicas, clock } = this.#options;
    try {
      await store.signOut(id, clock.now());
      this.#signOuts.set(id, true);
    } catch (error) {
      log.warn(`Session ${id} is signed out in this window, and finally once the disk allows it: ${errorName(error)}`);
    }
    await replicas.delete(id);
  }

  async #open(id: string, text: string | undefined, record: SessionRecord | undefined): Promise<Read | undefined> {
    const known = this.#read.get(id);
    if (known && known.text === text) return known;
    if (text === undefined || record?.kind !== 'sealed') return undefined;
    const key = await this.#options.keys.get(record.header.keyId);
    const session = key && openSession(record, key);
    return session?.id === id ? { text, session } : undefined;
  }

  /** Restores what is lost, damaged or older than what this window or SecretStorage has. */
  async #repaired(id: string, text: string | undefined, isLost: boolean): Promise<VaultEntry> {
    // If it is lost, the copy may be newer than what this window has read, unless this window could not store it.
    const copy = isLost && !this.#unsaved.has(id) ? await this.#options.replicas.get(id) : undefined;
    const record = readRecord(copy ?? '');
    const copied = copy === undefined ? undefined : await this.#open(id, copy, record);
    const memory = this.#read.get(id);
    const best = copied && (memory?.session.generation ?? 0) < copied.session.generation ? copied : memory;
    if (!best) {
      if (record?.kind === 'sealed') return { kind: 'locked', id, header: record.header };
      return { kind: text === undefined ? 'absent' : 'broken', id };
    }
    this.#read.set(id, best);
    this.#unsaved.add(id);
    await this.#save(id);
    return { kind: 'session', id, session: best.session };
  }

  /** Stores what is only in memory, unless something newer is stored. */
  async #save(id: string): Promise<void> {
    const { store, clock } = this.#options;
    try {
      const text = this.#read.get(id)?.text;
      if (text !== undefined) await store.putIfNewer(text, clock.now());
      this.#unsaved.delete(id);
    } catch (error) {
      log.warn(`Session ${id} is still only in memory: ${errorName(error)}`);
    }
  }

  /** Deletes the copies of signed-out sessions, whichever window made or left them. */
  async #dropCopies(): Promise<void> {
    const { store, replicas } = this.#options;
    this.#copied = await replicas.ids();
    const stored = await store.all().catch(() => undefined);
    for (const id of new Set([...this.#copied, ...this.#read.keys()])) {
      if (readRecord(stored?.sessions.get(id) ?? '')?.kind !== 'signed-out') continue;
      this.#forget(id);
      await replicas.delete(id);
      this.#copied = this.#copied.filter((copied) => copied !== id);
    }
  }

  #forget(id: string): void {
    this.#read.delete(id);
    this.#unsaved.delete(id);
  }
}
