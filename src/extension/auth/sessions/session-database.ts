/**
 * Where the sessions of this machine are: rows of one SQLite database that all windows and helpers share. A change is
 * one transaction, whole and durable once it resolves (`synchronous=FULL`), whatever dies meanwhile. It is opened for
 * each: a connection that stays would go on in a file that somebody has deleted or set aside.
 */
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { now } from '../../../common/clock.ts';
import { tryKernelLock } from '../../../common/kernel-lock.ts';
import { log } from '../../../common/logger.ts';
import { ensurePrivateFileSync, makePrivateFolder } from '../../../common/private-files.ts';

export type RowKind =
  /** A sealed session, or the mark that it is signed out. */
  | 'session'
  /** A refresh that has begun. */
  | 'intent'
  /** A pair that did not replace its session, because another one had: the id, a blank, its generation. */
  | 'alternate'
  /** The generation of the session whose owner was asked to connect it again. */
  | 'told'
  /** The id of the key that new sessions are sealed with. */
  | 'key'
  /** What an agent may read, with a proof. */
  | 'agent';

export interface Rows {
  get(kind: RowKind, id: string): string | undefined;
  list(kind: RowKind): readonly (readonly [id: string, value: string])[];
  put(kind: RowKind, id: string, value: string): void;
  delete(kind: RowKind, id: string): void;
  /** Takes disk space for the next transaction that uses it: a full disk has to show before a token is spent. */
  makeRoom(): void;
  useRoom(): void;
}

/** The work must be synchronous. Rejects if the disk fails; nothing has changed then, unless only the end failed. */
export interface SessionRows {
  read<T>(work: (rows: Pick<Rows, 'get' | 'list'>) => T): Promise<T>;
  write<T>(work: (rows: Rows) => T): Promise<T>;
  /** Tells the copies of these sessions in SecretStorage from those of other machines that share it. */
  storeId(): string | undefined;
  /** Whether the rows end with this process, so that no other one can help. */
  readonly isMemory: boolean;
}

export const databaseName = 'sessions.db';
const formatVersion = 1;
const storeMark = /^store-(\w+)$/;
/** More than a pair ever needs: the pages of the database, and those that its journal has to hold meanwhile. */
const [roomBytes, journalBytes] = [32_768, 131_072];
const schema = `
  CREATE TABLE rows (kind TEXT, id TEXT, value TEXT NOT NULL, PRIMARY KEY (kind, id));
  CREATE TABLE room (name TEXT PRIMARY KEY, pad BLOB);
  INSERT INTO room VALUES ('journal', zeroblob(${journalBytes}));
  PRAGMA user_version = ${formatVersion}`;

/** Primary result codes of SQLite, and the two that say that this file system has no locks. */
const [logicError, corrupt, noDatabase] = [1, 11, 26];
const [protocol, noLocks] = [15, 3850];

export class SessionDatabase implements SessionRows {
  readonly #folder: string;
  readonly #file: string;
  #memory: SessionRows | undefined;
  /** Whether memory has rows: until then, the database may turn out to work after all. */
  #isDecided: boolean;
  #hasWorked = false;
  #storeId: string | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = path.join(folder, databaseName);
    // A fork of VS Code may bring a Node without it.
    this.#isDecided = !hasSqlite();
    if (this.#isDecided) this.#giveUp('this VS Code has no SQLite');
  }

  get isMemory(): boolean {
    return this.#memory !== undefined;
  }

  async read<T>(work: (rows: Pick<Rows, 'get' | 'list'>) => T): Promise<T> {
    if (!this.#isDecided && !existsSync(this.#file)) return work(rowsIn(new Map()));
    return this.#attempt(
      () => this.#inTransaction('BEGIN', work),
      (memory) => memory.read(work),
    );
  }

  async write<T>(work: (rows: Rows) => T): Promise<T> {
    if (!this.#isDecided) await makePrivateFolder(this.#folder);
    return this.#attempt(
      () => this.#inTransaction('BEGIN IMMEDIATE', work),
      (memory) => {
        this.#isDecided = true;
        return memory.write(work);
      },
    );
  }

  storeId(): string | undefined {
    if (this.#memory || !existsSync(this.#folder)) return undefined;
    return (this.#storeId ??= storeIdIn(this.#folder));
  }

  async #attempt<T>(work: () => T, inMemory: (memory: SessionRows) => Promise<T>): Promise<T> {
    for (let isAgain = false; ; isAgain = true) {
      if (this.#memory && this.#isDecided) return inMemory(this.#memory);
      try {
        const result = work();
        this.#memory = undefined;
        return result;
      } catch (error) {
        const code = codeOf(error);
        const isWithoutLocks = code === protocol || code === noLocks;
        // Where locks have worked, a pair may be on its way that memory would lose.
        if (isWithoutLocks && !this.#hasWorked) return inMemory(this.#giveUp('this disk has no locks'));
        if (isAgain || !isDamage(error)) throw error;
        this.#setAside(error);
      }
    }
  }

  #inTransaction<T>(begin: string, work: (rows: Rows) => T): T {
    // SQLite would follow a link in place of either.
    for (const name of ['', '-journal']) ensurePrivateFileSync(this.#file + name);
    const database = openDatabase(this.#file);
    try {
      // The journal stays, so that a commit needs no new file on a full disk; it works on more disks than a WAL does.
      database.exec('PRAGMA busy_timeout = 2000; PRAGMA journal_mode = PERSIST; PRAGMA synchronous = FULL');
      database.exec(begin);
      const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
      if (version === 0 && begin === 'BEGIN') return work(rowsIn(new Map()));
      if (version === 0) this.#create(database);
      else if (version !== formatVersion) throw new ForeignVersion(String(version));
      const result = work(rowsOf(database));
      database.exec('COMMIT');
      this.#hasWorked = true;
      return result;
    } finally {
      // Rolls back what is not committed.
      database.close();
    }
  }

  #create(database: Database): void {
    database.exec(schema);
    // In a name beside the database, so that it outlives that: copies in SecretStorage can then replace what is lost.
    const id = globalThis.crypto.randomUUID().replaceAll('-', '').slice(0, 16);
    if (storeIdIn(this.#folder) === undefined)
      writeFileSync(path.join(this.#folder, `store-${id}`), '', { mode: 0o600 });
  }

  /** What is damaged, or of another version, is left to people, and never guessed at. */
  #setAside(error: unknown): void {
    const lock = tryKernelLock(path.join(this.#folder, 'set-aside.lock'));
    if (!lock) throw error;
    try {
      // Another window may have been faster.
      if (this.#isWhole()) return;
      const name = `${databaseName}.set-aside-${now()}`;
      renameSync(this.#file, path.join(this.#folder, name));
      rmSync(`${this.#file}-journal`, { force: true });
      log.error(`The stored sessions were damaged, or of another version; they are set aside as ${name}`);
    } finally {
      lock.close();
    }
  }

  #isWhole(): boolean {
    const database = openDatabase(this.#file);
    try {
      const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number };
      if (version === formatVersion) database.prepare('SELECT 1 FROM rows, room').get();
      const { quick_check: check } = database.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
      return check === 'ok' && [0, formatVersion].includes(version);
    } catch (error) {
      if (isDamage(error)) return false;
      throw error;
    } finally {
      database.close();
    }
  }

  #giveUp(why: string): SessionRows {
    if (!this.#memory) log.error(`Sessions are kept only until this window is closed: ${why}`);
    return (this.#memory ??= memoryRows(undefined, undefined, true));
  }
}

/**
 * Rows in memory: for tests, and where there is no database.
 * @param all by kind, blank and id
 */
export function memoryRows(all = new Map<string, string>(), storeId?: string, isMemory = false): SessionRows {
  return {
    isMemory,
    storeId: () => storeId,
    read: async (work) => work(rowsIn(await Promise.resolve(all))),
    async write(work) {
      const changed = new Map(await Promise.resolve(all));
      const result = work(rowsIn(changed));
      all.clear();
      for (const [name, value] of changed) all.set(name, value);
      return result;
    },
  };
}

function hasSqlite(): boolean {
  const { getBuiltinModule } = process as Partial<typeof process>;
  return (getBuiltinModule?.('node:sqlite') as object | undefined) !== undefined;
}

/** Node 20 lacks this module: a static import would prevent this whole file from loading. */
function openDatabase(file: string) {
  return new (process.getBuiltinModule('node:sqlite').DatabaseSync)(file);
}

type Database = ReturnType<typeof openDatabase>;

class ForeignVersion extends Error {}

function rowsOf(database: Database): Rows {
  return {
    get: (kind, id) =>
      (
        database.prepare('SELECT value FROM rows WHERE kind = ? AND id = ?').get(kind, id) as
          { value: string } | undefined
      )?.value,
    list: (kind) =>
      (database.prepare('SELECT id, value FROM rows WHERE kind = ? ORDER BY id').all(kind) as unknown as Row[]).map(
        ({ id, value }) => [id, value],
      ),
    put: (kind, id, value) =>
      void database.prepare('INSERT OR REPLACE INTO rows VALUES (?, ?, ?)').run(kind, id, value),
    delete: (kind, id) => void database.prepare('DELETE FROM rows WHERE kind = ? AND id = ?').run(kind, id),
    makeRoom: () =>
      // What is overwritten goes into the journal, which stays as long as it is then.
      database.exec(`
        UPDATE room SET pad = randomblob(${journalBytes}) WHERE name = 'journal';
        INSERT OR REPLACE INTO room VALUES ('pages', zeroblob(${roomBytes}))`),
    useRoom: () => database.exec(`DELETE FROM room WHERE name = 'pages'`),
  };
}

interface Row {
  readonly id: string;
  readonly value: string;
}

function rowsIn(map: Map<string, string>): Rows {
  const nothing = () => undefined;
  return {
    get: (kind, id) => map.get(`${kind} ${id}`),
    list: (kind) =>
      [...map].flatMap(([key, value]) =>
        key.startsWith(`${kind} `) ? [[key.slice(kind.length + 1), value] as const] : [],
      ),
    put: (kind, id, value) => void map.set(`${kind} ${id}`, value),
    delete: (kind, id) => void map.delete(`${kind} ${id}`),
    makeRoom: nothing,
    useRoom: nothing,
  };
}

function storeIdIn(folder: string): string | undefined {
  return readdirSync(folder)
    .flatMap((name) => storeMark.exec(name)?.[1] ?? [])
    .sort()[0];
}

function codeOf(error: unknown): number {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;
}

function isDamage(error: unknown): boolean {
  return error instanceof ForeignVersion || [logicError, corrupt, noDatabase].includes(codeOf(error) & 0xff);
}
