import type { Rows, SessionRows } from './session-database.ts';
import { encodeSignedOut, readRecord } from './session-record.ts';

/** Written before the first byte of a refresh is sent, removed with the transaction that stores its pair. */
export interface Intent {
  /** The generation whose refresh token is sent. */
  readonly generation: number;
  readonly pid: number;
  /**
   * When the refresh token was last sent, in milliseconds since 1970: if earlier sends never arrived, its minute has
   * begun only then.
   */
  readonly sentAt: number;
  /** Its process has ended the refresh without a new pair, so no window has to take it over. */
  readonly isGivenUp?: boolean;
  /** The database was lost, so whether a refresh had begun is not known. */
  readonly isGuess?: boolean;
}

export interface NewPair {
  readonly id: string;
  /** The generation that was spent to get it, as read under the lock; the same for a mark that it is dead. */
  readonly spent: number;
  readonly generation: number;
  /** The sealed session. */
  readonly text: string;
}

export type ReplaceOutcome =
  | 'stored'
  /** A newer session was stored meanwhile, by a sign-in that did not wait; ours is kept beside it. */
  | 'superseded'
  /** Signed out meanwhile; the pair is discarded. */
  | 'signed-out';

/** What is stored of every session, as texts, and the refreshes that have begun. */
export interface Stored {
  /** By id; also those that are signed out. */
  readonly sessions: ReadonlyMap<string, string>;
  readonly intents: ReadonlyMap<string, Intent>;
  /** See `AgentPermissions`. */
  readonly agents: readonly (readonly [permission: string, proof: string])[];
}

/** Sessions as sealed texts, and what belongs to them. Rejects as the database does. */
export class SessionStore {
  readonly rows: SessionRows;

  constructor(rows: SessionRows) {
    this.rows = rows;
  }

  all(): Promise<Stored> {
    return this.rows.read((rows) => ({
      sessions: new Map(rows.list('session')),
      intents: new Map(rows.list('intent').map(([id, text]) => [id, JSON.parse(text) as Intent])),
      agents: rows.list('agent'),
    }));
  }

  /** Undefined if there is none. */
  session(id: string): Promise<string | undefined> {
    return this.rows.read((rows) => rows.get('session', id));
  }

  /** Whatever is stored now: the caller has read it, and holds the lock or knows that it is older. */
  put(id: string, text: string): Promise<void> {
    return this.rows.write((rows) => rows.put('session', id, text));
  }

  /** Unless what is stored is as new, or signed out: nothing that comes late restores a session. */
  putIfNewer(text: string, now: number): Promise<void> {
    return this.rows.write((rows) => {
      const own = readRecord(text);
      if (own?.kind !== 'sealed') return;
      const { id, generation, grant, deadGeneration } = own.header;
      const before = rows.get('session', id);
      const present = readRecord(before ?? '');
      if (present?.kind === 'signed-out') return;
      if (!present || present.header.generation < generation) rows.put('session', id, text);
      // If the database was lost, a refresh that had begun was forgotten with it: its minute may be running. An older
      // session may have been restored first.
      const isLost = before === undefined || intentIn(rows, id)?.isGuess;
      if (!isLost || grant === 'application' || deadGeneration === generation) return;
      const intent: Intent = { generation, pid: process.pid, sentAt: now, isGuess: true };
      rows.put('intent', id, JSON.stringify(intent));
    });
  }

  /** Replaces the pair that was spent, and ends its refresh, in one. */
  replace({ id, spent, generation, text }: NewPair): Promise<ReplaceOutcome> {
    return this.rows.write((rows) => {
      const present = rows.get('session', id);
      const record = readRecord(present ?? '');
      rows.useRoom();
      let outcome: ReplaceOutcome = 'stored';
      if (record?.kind === 'signed-out') outcome = 'signed-out';
      // Locks may be unavailable here, and a new sign-in may not have waited for this refresh. An earlier attempt may
      // have stored the pair and failed only then.
      else if (record && record.header.generation !== spent && present !== text) outcome = 'superseded';
      if (outcome === 'stored') rows.put('session', id, text);
      if (outcome === 'superseded' && generation !== spent) rows.put('alternate', `${id} ${generation}`, text);
      rows.delete('intent', id);
      return outcome;
    });
  }

  /** Leaves a mark in place of the session. A refresh that runs meanwhile finds the mark and discards its pair. */
  signOut(id: string, now: number): Promise<void> {
    return this.rows.write((rows) => {
      const present = readRecord(rows.get('session', id) ?? '');
      const last = present?.kind === 'sealed' ? present.header.generation : present?.generation;
      rows.put('session', id, encodeSignedOut(id, (last ?? 0) + 1, now));
      for (const [name] of alternatesOf(id, rows)) rows.delete('alternate', name);
      rows.delete('intent', id);
      rows.delete('told', id);
    });
  }

  async intent(id: string): Promise<Intent | undefined> {
    return (await this.all()).intents.get(id);
  }

  /** Notes the intent and takes the disk space for its pair. */
  begin(id: string, intent: Intent): Promise<void> {
    return this.rows.write((rows) => {
      rows.makeRoom();
      rows.put('intent', id, JSON.stringify(intent));
    });
  }

  /** Changes the intent of a refresh that goes on, or was given up; does nothing if it has ended. */
  noteIntent(id: string, change: Partial<Intent>): Promise<void> {
    return this.rows.write((rows) => {
      const intent = intentIn(rows, id);
      if (intent) rows.put('intent', id, JSON.stringify({ ...intent, ...change }));
    });
  }

  /** Removes the intent, or one of a generation before this. */
  end(id: string, before = Infinity): Promise<void> {
    return this.rows.write((rows) => {
      if ((intentIn(rows, id)?.generation ?? Infinity) < before) rows.delete('intent', id);
    });
  }

  /** Pairs that never replaced the session, newest first. */
  alternates(id: string): Promise<readonly string[]> {
    return this.rows.read((rows) =>
      alternatesOf(id, rows)
        .sort(([a], [b]) => generationIn(b) - generationIn(a))
        .map(([, text]) => text),
    );
  }

  /** Notes that the owner is asked to connect this session again; false if that was done for this generation. */
  noteTold(id: string, generation: number): Promise<boolean> {
    return this.rows.write((rows) => {
      if (rows.get('told', id) === String(generation)) return false;
      rows.put('told', id, String(generation));
      return true;
    });
  }

  keyId(): Promise<string | undefined> {
    return this.rows.read((rows) => rows.get('key', ''));
  }

  /** Notes the key that new sessions are sealed with, unless another one is there than `before`. Returns what stands. */
  setKeyId(keyId: string, before: string | undefined): Promise<string> {
    return this.rows.write((rows) => {
      const present = rows.get('key', '');
      if (present !== undefined && present !== before) return present;
      rows.put('key', '', keyId);
      return keyId;
    });
  }
}

function intentIn(rows: Pick<Rows, 'get'>, id: string): Intent | undefined {
  const text = rows.get('intent', id);
  return text === undefined ? undefined : (JSON.parse(text) as Intent);
}

function alternatesOf(id: string, rows: Pick<Rows, 'list'>): [name: string, text: string][] {
  return rows
    .list('alternate')
    .flatMap(([name, text]) => (name.slice(0, name.lastIndexOf(' ')) === id ? [[name, text]] : []));
}

function generationIn(name: string): number {
  return Number(name.slice(name.lastIndexOf(' ') + 1));
}

/**
 * How long ago the refresh token was last sent, in milliseconds, as far as that is known: a time in the future means
 * that the clock was set back since, so the token may have been sent just now.
 */
export function ageOfIntent({ sentAt }: Intent, now: number): number {
  return Math.max(0, now - sentAt);
}
