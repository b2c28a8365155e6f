import type { Clock } from '../../../common/clock.ts';
import { Emitter, type Disposable } from '../../../common/event.ts';
import type { Logger } from '../../../common/logger.ts';
import { LimitReached } from '../../../common/scheduler.ts';
import type { SessionKeys } from './session-keys.ts';
import type { SessionReplicas } from './session-replicas.ts';
import { saveIfNewer } from './save-if-newer.ts';
import { nameOf } from './session-files.ts';
import { sessionName, sessionStem, stemOf } from './file-names.ts';
import type { SessionFolder } from './session-folder.ts';
import type { SessionLock } from './session-lock.ts';
import { readRecord, type SessionHeader, type SessionRecord } from './session-record.ts';
import { openSession, sealSession, type SessionKey } from './session-encryption.ts';
import { SignOuts } from './sign-out.ts';
import { isBoundTo } from './token-origins.ts';
import type { StoredSession } from './stored-session.ts';
import type { Timing } from './session-durations.ts';

export type VaultEntry =
  | { readonly kind: 'session'; readonly id: string; readonly session: StoredSession }
  /** Does not exist, or is signed out. */
  | { readonly kind: 'absent'; readonly id: string }
  /** Damaged, or of a later version of the extension; left as it is. */
  | { readonly kind: 'broken'; readonly id: string }
  /** Exists, but its key or the disk is unavailable. Has the header if the file can be read. */
  | { readonly kind: 'locked'; readonly id: string; readonly header?: SessionHeader };

export interface SessionVaultOptions {
  readonly folder: SessionFolder;
  readonly lock: SessionLock;
  readonly keys: SessionKeys;
  readonly replicas: SessionReplicas;
  readonly timing: Timing;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A session, and the text that it was read from. */
interface Read {
  readonly text: string;
  readonly session: StoredSession;
}

/**
 * Sessions in files, each encrypted with a key from SecretStorage and copied there too. The newest authentic copy wins,
 * wherever it is stored, and replaces what was lost or damaged.
 */
export class SessionVault implements Disposable {
  readonly #options: SessionVaultOptions;
  readonly #changed = new Emitter<void>();
  readonly #subscription: Disposable;
  /**
   * What this window has read, by id, so that the same text is not decrypted twice and survives the loss of its file.
   */
  readonly #read = new Map<string, Read>();
  /** Session ids by file stem, for files whose text can no longer be read. */
  readonly #ids = new Map<string, string>();
  /** Ids of sessions that have a copy, looked up only now and then: SecretStorage may take seconds. */
  #copied: readonly string[] | undefined;
  /** Sessions that could not be written to disk: this memory may hold their only copy. */
  readonly #unsaved = new Set<string>();
  readonly #signOuts: SignOuts;
  readonly onDidChange = this.#changed.event;

  constructor(options: SessionVaultOptions) {
    this.#options = options;
    this.#signOuts = new SignOuts(options);
    this.#subscription = options.keys.onDidUnlock(() => this.#changed.fire());
  }

  /** To be called when the folder has changed. */
  noteChange(): void {
    this.#changed.fire();
  }

  /** The session whose files have this stem; undefined if it is not known. */
  async idOf(stem: string): Promise<string | undefined> {
    return (await this.list())?.find(({ id }) => stemOf(id) === stem)?.id;
  }

  /** Undefined if even the file names can't be read. Never rejects. */
  async list(): Promise<readonly VaultEntry[] | undefined> {
    const { folder, replicas, log } = this.#options;
    let names: readonly string[];
    try {
      names = await folder.names();
    } catch (error) {
      log.warn(`The folder of the sessions can't be read: ${nameOf(error)}`);
      return undefined;
    }
    this.#copied ??= await replicas.ids();
    const known = new Map([...this.#copied, ...this.#read.keys()].map((id) => [stemOf(id), id]));
    const stems = names.flatMap((name) => sessionStem(name) ?? []);
    const ids = await Promise.all(stems.map((stem) => this.#idOf(stem, known)));
    return Promise.all([...new Set([...ids, ...known.values()])].map((id) => this.read(id)));
  }

  /** Never rejects. */
  async read(id: string): Promise<VaultEntry> {
    if (this.#signOuts.has(id)) return { kind: 'absent', id };
    let text: string | undefined;
    try {
      text = (await this.#options.folder.read(sessionName(id)))?.trim();
    } catch (error) {
      this.#options.log.warn(`Session ${id} can't be read: ${nameOf(error)}`);
      const read = this.#read.get(id);
      return read ? { kind: 'session', id, session: read.session } : { kind: 'locked', id };
    }
    const record = text === undefined ? undefined : readRecord(text);
    if (record?.kind === 'signed-out') {
      this.#forget(id);
      return { kind: 'absent', id };
    }
    const onDisk = await this.#open(id, text, record);
    const memory = this.#read.get(id);
    if (onDisk && (!memory || onDisk.session.generation >= memory.session.generation)) {
      this.#unsaved.delete(id);
      this.#read.set(id, onDisk);
      this.#options.replicas.follow(id, onDisk.text);
      return { kind: 'session', id, session: onDisk.session };
    }
    // A missing key does not mean damage: the file may be newer than anything that this window knows.
    if (record && !onDisk && !this.#options.keys.held(record.header.keyId)) {
      if (memory && memory.session.generation >= record.header.generation) {
        return { kind: 'session', id, session: memory.session };
      }
      return { kind: 'locked', id, header: record.header };
    }
    return this.#repaired(id, text, onDisk === undefined);
  }

  /** True once it is stored; false if it is only kept in memory, until {@link repair} succeeds. Never rejects. */
  async write(session: StoredSession): Promise<boolean> {
    const { folder, keys, replicas, log } = this.#options;
    const { id } = session;
    const key = await keys.forSealing();
    const text = sealSession(session, key);
    this.#read.set(id, { text, session });
    let isStored = true;
    try {
      await folder.put(sessionName(id), text);
      this.#unsaved.delete(id);
    } catch (error) {
      log.error(`The disk does not take session ${id}, it is kept in memory: ${nameOf(error)}`);
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
    if (isCopied) await this.#endRefresh(id, generation).catch(() => undefined);
    await this.#save(id);
  }

  /** Removes the intent of an older generation: it needs no recovery now. A newer one may be under way, and stays. */
  async #endRefresh(id: string, generation: number): Promise<void> {
    const intent = await this.#options.folder.readIntent(id);
    if (intent && intent.generation < generation) await this.#options.folder.removeIntent(id);
  }

  /**
   * Allows the tokens of a session to be sent to these origins as well, and stores the owner's ID, if given. The tokens
   * don't change, so the generation stays the same. Rejects if the disk fails or a refresh holds the lock.
   */
  async allow(id: string, origins: readonly string[], ownerId?: string): Promise<void> {
    const { folder, lock, timing } = this.#options;
    const allow = async () => {
      const entry = await this.read(id);
      if (entry.kind !== 'session') return;
      const { origins: own, ownerId: known } = entry.session;
      if (own && isBoundTo(entry.session, origins) && (ownerId === undefined || ownerId === known)) return;
      const key = (await this.tools(entry.session))?.key;
      if (!key) return;
      const session: StoredSession = {
        ...entry.session,
        // Version 3 adds to origins that are known; those of a session that has none yet are bound when it is first seen.
        ...((own !== undefined || ownerId === undefined) && { origins: [...new Set([...(own ?? []), ...origins])] }),
        ...(ownerId !== undefined && { ownerId }),
      };
      const text = sealSession(session, key);
      await folder.put(sessionName(id), text);
      this.#unsaved.delete(id);
      this.#read.set(id, { text, session });
    };
    await lock.run(id, allow, { maxWaitMs: timing.signInWaitMs });
    this.#changed.fire();
  }

  /** Signs out for good: no late writer and no copy restores the session. Never rejects. */
  async remove(id: string): Promise<void> {
    this.#forget(id);
    await this.#signOuts.signOut(id);
    this.#changed.fire();
  }

  /** Retries what this window could not store or delete, because no other window knows about it. Never rejects. */
  async repair(): Promise<void> {
    await this.#signOuts.retry();
    for (const id of [...this.#unsaved]) await this.#save(id);
    await this.#options.keys.keepStored();
  }

  /** Deletes obsolete copies and makes missing ones, whichever window should have done so. Never rejects. */
  async tidy(): Promise<void> {
    await this.#dropCopies();
    const isInterrupted = async (id: string, generation: number) => {
      const intent = await this.#options.folder.readIntent(id).catch(() => ({ generation }));
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

  async #idOf(stem: string, known: ReadonlyMap<string, string>): Promise<string> {
    const id = this.#ids.get(stem) ?? known.get(stem);
    if (id !== undefined) return id;
    const text = await this.#options.folder.read(`${sessionName(stem)}`).catch(() => undefined);
    const record = readRecord(text ?? '');
    const found = record?.kind === 'sealed' ? record.header.id : record?.id;
    if (found !== undefined) this.#ids.set(stem, found);
    return found ?? stem;
  }

  async #open(id: string, text: string | undefined, record: SessionRecord | undefined): Promise<Read | undefined> {
    const known = this.#read.get(id);
    if (known && known.text === text) return known;
    if (text === undefined || record?.kind !== 'sealed') return undefined;
    const key = await this.#options.keys.get(record.header.keyId);
    const session = key && openSession(record, key);
    return session?.id === id ? { text, session } : undefined;
  }

  /** Restores a file that is lost, damaged or older than what this window or SecretStorage has. */
  async #repaired(id: string, text: string | undefined, isLost: boolean): Promise<VaultEntry> {
    // If the file is lost, the copy may be newer than what this window has read, unless this window could not write it.
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

  /** Writes what is only in memory to its file, unless that holds something newer. */
  async #save(id: string): Promise<void> {
    const { folder, lock, log } = this.#options;
    const save = async () => {
      const text = this.#read.get(id)?.text;
      if (text !== undefined) await saveIfNewer(folder, text);
      this.#unsaved.delete(id);
    };
    try {
      await lock.run(id, save, { maxWaitMs: 0 });
    } catch (error) {
      if (!(error instanceof LimitReached)) log.warn(`Session ${id} is still only in memory: ${nameOf(error)}`);
    }
  }

  /** Deletes the copies of signed-out sessions, whichever window made or left them. */
  async #dropCopies(): Promise<void> {
    const { folder, replicas } = this.#options;
    this.#copied = await replicas.ids();
    for (const id of new Set([...this.#copied, ...this.#read.keys()])) {
      const text = await folder.read(sessionName(id)).catch(() => undefined);
      if (readRecord(text ?? '')?.kind !== 'signed-out') continue;
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
