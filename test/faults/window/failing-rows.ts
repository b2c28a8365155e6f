import type { RowKind, Rows, SessionRows } from '../../../src/extension/auth/sessions/session-database.ts';
import { strikeNow } from './strike-plan.ts';

/** SQLite's codes for a disk that is full, fails, is read-only, or lets nobody in. */
export const diskErrors = { FULL: 13, IOERR: 10, READONLY: 8, CANTOPEN: 14 } as const;
export type DiskError = keyof typeof diskErrors;

/** Which step of a refresh the disk refuses, from then on. */
export const diskPlaces = [
  /** Noting the intent: nothing may be sent. */
  'intent',
  /** Writing the new pair, although room was made for it. */
  'pair',
  'commit',
  /** The transaction is done, and yet reported as failed. */
  'end of commit',
  'read-back',
] as const;
type DiskPlace = (typeof diskPlaces)[number];

export type DiskFault =
  | { readonly place: DiskPlace; readonly error: DiskError }
  /** Whoever looks at the session sees it as it was at first: as if there were no fence. */
  | { readonly place: 'fence' };

/** The rows with a fault in them that stays, and with what is to strike in the middle of a transaction. */
export function failingRows(rows: SessionRows, folder: string, fault: DiskFault | undefined): SessionRows {
  const struck = changed(rows, (inner) => ({
    ...inner,
    put(kind, id, value) {
      inner.put(kind, id, value);
      if (kind === 'intent') strikeNow(folder, 'intent-begun');
      if (kind === 'session') strikeNow(folder, 'pair-begun');
    },
    delete(kind, id) {
      inner.delete(kind, id);
      if (kind === 'intent') strikeNow(folder, 'intent-dropped');
    },
  }));
  if (fault === undefined) return struck;
  return fault.place === 'fence' ? withoutFence(struck) : refusing(struck, fault.place, fault.error);
}

function refusing(rows: SessionRows, place: DiskPlace, error: DiskError): SessionRows {
  /** From the intent on, the refresh token counts as spent. */
  let isSpent = false;
  let isStored = false;
  const refuseIf = (refused: boolean) => {
    const errstr = `${error}: refused by the fault plan`;
    if (refused)
      throw Object.assign(new Error(errstr), { code: 'ERR_SQLITE_ERROR', errcode: diskErrors[error], errstr });
  };
  const reading = <T extends Pick<Rows, 'get' | 'list'>>(inner: T): T => ({
    ...inner,
    get(kind: RowKind, id: string) {
      refuseIf(place === 'read-back' && isStored && kind === 'session');
      return inner.get(kind, id);
    },
    list(kind: RowKind) {
      refuseIf(place === 'read-back' && isStored && kind === 'session');
      return inner.list(kind);
    },
  });
  return {
    isMemory: rows.isMemory,
    storeId: () => rows.storeId(),
    read: (work) => rows.read((inner) => work(reading(inner))),
    async write(work) {
      let hasIntent = false;
      let hasPair = false;
      const wasSpent = isSpent;
      const result = await rows.write((inner) => {
        const done = work({
          ...reading(inner),
          put(kind, id, value) {
            refuseIf(place === 'intent' && kind === 'intent');
            refuseIf(place === 'pair' && isSpent && kind === 'session');
            inner.put(kind, id, value);
            hasIntent ||= kind === 'intent';
            hasPair ||= kind === 'session';
          },
        });
        refuseIf(place === 'commit' && wasSpent);
        return done;
      });
      isSpent ||= hasIntent;
      isStored ||= hasPair;
      refuseIf(place === 'end of commit' && wasSpent);
      return result;
    },
  };
}

function withoutFence(rows: SessionRows): SessionRows {
  const seen = new Map<string, string>();
  return changed(rows, (inner) => ({
    ...inner,
    get(kind, id) {
      const text = (kind === 'session' ? seen.get(id) : undefined) ?? inner.get(kind, id);
      if (kind === 'session' && text !== undefined) seen.set(id, text);
      return text;
    },
    put(kind, id, value) {
      inner.put(kind, id, value);
      if (kind === 'session') seen.delete(id);
    },
  }));
}

function changed(rows: SessionRows, change: (rows: Rows) => Rows): SessionRows {
  return {
    isMemory: rows.isMemory,
    storeId: () => rows.storeId(),
    read: (work) => rows.read((inner) => work(change(inner as Rows))),
    write: (work) => rows.write((inner) => work(change(inner))),
  };
}
