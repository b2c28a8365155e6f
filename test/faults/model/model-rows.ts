import { memoryRows, type Rows, type SessionRows } from '../../../src/extension/auth/sessions/session-database.ts';

/** What fails: reading, a change, the end of a transaction, or only the news of that end. */
export type DiskOperation = 'read' | 'write' | 'commit' | 'end of commit';

/** Someone who uses the disk, and may die in the middle of it. */
export interface DiskUser {
  readonly isUnexpired: boolean;
  /** Which operation fails for it now, every time. */
  readonly diskFault: DiskOperation | undefined;
}

/** The database of a machine, in memory. Whoever is dead neither changes it nor hears of it again. */
export class ModelRows {
  /** By kind, blank and id. */
  readonly texts = new Map<string, string>();
  readonly #rows = memoryRows(this.texts, 'model');

  rowsFor(user: DiskUser): SessionRows {
    const begin = async () => {
      if (!user.isUnexpired) await new Promise(() => undefined);
    };
    const failIf = (...operations: DiskOperation[]) => {
      if (user.diskFault && operations.includes(user.diskFault)) throw new Error('EIO: of the model');
    };
    return {
      isMemory: false,
      storeId: () => 'model',
      read: async (work) => {
        await begin();
        return this.#rows.read((rows) => {
          failIf('read');
          return work(rows);
        });
      },
      write: async (work) => {
        await begin();
        const result = await this.#rows.write((rows: Rows) => {
          failIf('read', 'write');
          const done = work(rows);
          failIf('commit');
          return done;
        });
        failIf('end of commit');
        return result;
      },
    };
  }
}
