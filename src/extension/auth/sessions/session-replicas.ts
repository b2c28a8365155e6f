import type { SafeSecrets } from './secret-storage.ts';
import { readRecord } from './session-record.ts';
import type { SessionRows } from './session-database.ts';

const prefix = 'replica.';

/**
 * Copies of the encrypted sessions in SecretStorage, in case the database is lost, damaged or can't be written. Best effort:
 * SecretStorage shows other windows' writes late or never, so a copy is used only if it is newer. Nothing here rejects.
 */
export class SessionReplicas {
  readonly #secrets: SafeSecrets;
  readonly #rows: Pick<SessionRows, 'storeId'>;
  /** Texts that this window has read from the database, to be copied unless another window has done so. */
  readonly #due = new Map<string, string>();
  readonly #copied = new Map<string, string>();

  constructor(secrets: SafeSecrets, rows: Pick<SessionRows, 'storeId'>) {
    this.#secrets = secrets;
    this.#rows = rows;
  }

  /** Ids of all sessions of this folder that have a copy. */
  async ids(): Promise<readonly string[]> {
    const own = this.#name('');
    if (own === undefined) return [];
    const names = await this.#secrets.names();
    return names.filter((name) => name.startsWith(own)).map((name) => name.slice(own.length));
  }

  async get(id: string): Promise<string | undefined> {
    const name = this.#name(id);
    return name === undefined ? undefined : this.#secrets.get(name);
  }

  /** True if the copy can be read back afterwards. */
  async store(id: string, text: string): Promise<boolean> {
    const name = this.#name(id);
    if (name === undefined || !(await this.#secrets.store(name, text))) return false;
    this.#copied.set(id, text);
    this.#due.delete(id);
    return true;
  }

  async delete(id: string): Promise<void> {
    this.#due.delete(id);
    this.#copied.delete(id);
    const name = this.#name(id);
    if (name !== undefined) await this.#secrets.delete(name);
  }

  /** Notes what is stored, which {@link sync} then copies. */
  follow(id: string, text: string): void {
    if (this.#copied.get(id) !== text) this.#due.set(id, text);
  }

  /**
   * Copies what is newer in the database; usually, the window that refreshed has done so already. Returns the copies that
   * are newer than what is stored.
   *
   * @param isInterrupted whether a refresh of this generation has begun and has no result: the stored token may be
   *   spent, and its copy may be the only good pair
   */
  async sync(isInterrupted: (id: string, generation: number) => Promise<boolean>): Promise<readonly string[]> {
    const newer: string[] = [];
    for (const [id, text] of [...this.#due]) {
      const copy = await this.get(id);
      const generation = generationOf(text);
      if (copy !== undefined && generationOf(copy) > generation) newer.push(copy);
      else if (copy === undefined || (copy !== text && !(await isInterrupted(id, generation)))) {
        await this.store(id, text);
      }
      this.#due.delete(id);
    }
    return newer;
  }

  #name(id: string): string | undefined {
    const storeId = this.#rows.storeId();
    return storeId === undefined ? undefined : `${prefix}${storeId}.${id}`;
  }
}

function generationOf(text: string | undefined): number {
  const record = readRecord(text ?? '');
  return record?.kind === 'sealed' ? record.header.generation : 0;
}
