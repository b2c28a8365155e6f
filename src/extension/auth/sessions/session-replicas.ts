import type { SessionKeys } from './session-keys.ts';
import type { SafeSecrets } from './secret-storage.ts';
import { readRecord } from './session-record.ts';

const prefix = 'replica.';

/**
 * Copies of the sealed sessions in SecretStorage, for the day on which a file is lost, torn or can't be written. Best
 * effort: SecretStorage shows other windows' writes late or never, so a copy is used only where it is newer. Nothing
 * here rejects.
 */
export class SessionReplicas {
  readonly #secrets: SafeSecrets;
  readonly #keys: Pick<SessionKeys, 'storeId'>;
  /** Texts that this window has read from files, to be copied unless somebody has. */
  readonly #due = new Map<string, string>();
  readonly #copied = new Map<string, string>();

  constructor(secrets: SafeSecrets, keys: Pick<SessionKeys, 'storeId'>) {
    this.#secrets = secrets;
    this.#keys = keys;
  }

  /** Of all sessions of this folder that have a copy. */
  async ids(): Promise<readonly string[]> {
    const own = await this.#name('');
    if (own === undefined) return [];
    const names = await this.#secrets.names();
    return names.filter((name) => name.startsWith(own)).map((name) => name.slice(own.length));
  }

  async get(id: string): Promise<string | undefined> {
    const name = await this.#name(id);
    return name === undefined ? undefined : this.#secrets.get(name);
  }

  /** True once it can be read back. */
  async store(id: string, text: string): Promise<boolean> {
    const name = await this.#name(id);
    if (name === undefined || !(await this.#secrets.store(name, text))) return false;
    this.#copied.set(id, text);
    this.#due.delete(id);
    return true;
  }

  async delete(id: string): Promise<void> {
    this.#due.delete(id);
    this.#copied.delete(id);
    const name = await this.#name(id);
    if (name !== undefined) await this.#secrets.delete(name);
  }

  /** Takes note of what a file says; {@link sync} copies it. */
  follow(id: string, text: string): void {
    if (this.#copied.get(id) !== text) this.#due.set(id, text);
  }

  /**
   * Copies what is newer in the files; most often the window that refreshed has done so. Answers the copies that are
   * newer than their files.
   */
  async sync(): Promise<readonly string[]> {
    const newer: string[] = [];
    for (const [id, text] of [...this.#due]) {
      const copy = await this.get(id);
      if (generationOf(copy) <= generationOf(text)) {
        if (copy !== text) await this.store(id, text);
      } else if (copy !== undefined) newer.push(copy);
      this.#due.delete(id);
    }
    return newer;
  }

  async #name(id: string): Promise<string | undefined> {
    const storeId = await this.#keys.storeId();
    return storeId === undefined ? undefined : `${prefix}${storeId}.${id}`;
  }
}

function generationOf(text: string | undefined): number {
  const record = readRecord(text ?? '');
  return record?.kind === 'sealed' ? record.header.generation : 0;
}
