import assert from 'node:assert/strict';
import {
  createWindowSessions,
  type WindowSessions,
  type WindowSessionsOptions,
} from '../../../../src/extension/auth/window-sessions.ts';
import {
  memoryRows,
  type RowKind,
  type Rows,
  type SessionRows,
} from '../../../../src/extension/auth/sessions/session-database.ts';
import { noProbe } from '../../../../src/extension/auth/refresh/fault-point.ts';
import type { RefreshTools } from '../../../../src/extension/auth/refresh/refresher.ts';
import type { RefreshJob } from '../../../../src/extension/auth/refresh/refresher.ts';
import { SessionStore, type Intent } from '../../../../src/extension/auth/sessions/session-store.ts';
import { documentTiming } from '../../../../src/extension/auth/sessions/session-durations.ts';
import { InProcessLock } from '../../../../src/extension/auth/sessions/session-lock.ts';
import { keyText, newKey, openText, sealSession } from '../../../../src/extension/auth/sessions/session-encryption.ts';
import type { StoredSession } from '../../../../src/extension/auth/sessions/stored-session.ts';
import type { TokenPair } from '../../../../src/service/oauth/token-endpoint.ts';
import { canary, FakeSecrets, FakeTime, storedSession, type FakeSecretWindow } from './support.ts';

/** What a disk may refuse: opening the database, a row of the kind, or the end of a transaction. */
type DiskFault = 'read' | 'write' | 'commit' | `put ${RowKind}`;

/** The database of a machine, in memory. */
class WorldRows implements SessionRows {
  /** By kind, blank and id. */
  readonly texts = new Map<string, string>();
  readonly faults = new Set<DiskFault>();
  /** Changes in the order in which they were made. */
  readonly done: string[] = [];
  readonly isMemory = false;
  readonly #rows = memoryRows(this.texts, 'store');

  storeId(): string {
    return 'store';
  }

  read<T>(work: (rows: Pick<Rows, 'get' | 'list'>) => T): Promise<T> {
    return this.#rows.read((rows) => {
      this.#check('read');
      return work(rows);
    });
  }

  write<T>(work: (rows: Rows) => T): Promise<T> {
    return this.#rows.write((rows) => {
      this.#check('write');
      const result = work({
        ...rows,
        put: (kind, id, value) => {
          this.#check(`put ${kind}`);
          this.done.push(`put ${kind}`);
          rows.put(kind, id, value);
        },
        delete: (kind, id) => {
          this.done.push(`delete ${kind}`);
          rows.delete(kind, id);
        },
        makeRoom: () => void this.done.push('make room'),
      });
      this.#check('commit');
      return result;
    });
  }

  #check(fault: DiskFault): void {
    if (this.faults.has(fault)) throw Object.assign(new Error(`failed on ${canary}`), { code: 'EIO' });
  }
}

/** What the windows of a machine share, with a time that is turned by hand and a service that answers by a script. */
export class SessionWorld {
  readonly time = new FakeTime();
  readonly secrets = new FakeSecrets(this.time);
  readonly rows = new WorldRows();
  readonly lock = new InProcessLock(this.time);
  readonly folder = '/sessions';
  readonly key = newKey();
  clientId = 'client';
  /** What the service does with a refresh token. */
  answer: (refreshToken: string) => Promise<TokenPair> = () => assert.fail('nothing should be sent');
  reach: () => Promise<Response> = () => Promise.resolve(new Response());
  readonly #windows: WindowSessions[] = [];

  constructor() {
    this.secrets.values.set(`key.${this.key.id}`, keyText(this.key));
    this.rows.texts.set('key ', this.key.id);
  }

  /** Puts a session on the disk, as another window would. */
  put(overrides: Partial<StoredSession> = {}): StoredSession {
    const session = storedSession(this.time.now(), overrides);
    this.write(session.id, sealSession(session, this.key));
    return session;
  }

  write(id: string, text: string): void {
    this.rows.texts.set(`session ${id}`, text);
  }

  /** As it is on the disk. */
  stored(id = 'sandbox.one'): StoredSession {
    const session = openText(this.rows.texts.get(`session ${id}`), this.key);
    assert.ok(session, 'no session of ours on the disk');
    return session;
  }

  /** As a process that was killed after it had sent the refresh token leaves it. */
  leaveIntent(generation = 1, sentAt = this.time.now()): void {
    this.rows.texts.set('intent sandbox.one', JSON.stringify({ generation, pid: 1, sentAt }));
  }

  /** The intent that is on the disk; undefined where there is none. */
  intent(): Intent | undefined {
    const text = this.rows.texts.get('intent sandbox.one');
    return text === undefined ? undefined : (JSON.parse(text) as Intent);
  }

  /** What a window asks of a refresher. */
  job(overrides: Partial<RefreshJob> = {}): RefreshJob {
    return {
      folder: this.folder,
      sessionId: 'sandbox.one',
      generation: 1,
      isRecovery: false,
      key: { id: this.key.id, base64: keyText(this.key) },
      authUrl: 'http://auth.test',
      credentials: { clientId: 'client', clientSecret: canary },
      timing: documentTiming,
      ...overrides,
    };
  }

  /** What a refresher works with here. */
  refreshTools(send: RefreshTools['send'], overrides: Partial<RefreshTools> = {}): RefreshTools {
    return {
      store: new SessionStore(this.rows),
      lock: this.lock,
      send,
      reach: () => Promise.resolve(),
      clock: this.time,
      elapsed: () => this.time.now(),
      scheduler: this.time,
      probe: noProbe,
      ...overrides,
    };
  }

  window(options: Partial<WindowSessionsOptions> = {}): WindowSessions & { readonly secrets: FakeSecretWindow } {
    const secrets = this.secrets.window();
    const core = createWindowSessions({
      folder: this.folder,
      secrets,
      tokenEndpoint: { refresh: (_where, _who, token) => this.answer(token) },
      fetch: () => this.reach(),
      application: () =>
        Promise.resolve({
          environment: { authUrl: 'http://auth.test' },
          credentials: { clientId: this.clientId, clientSecret: `secret-${canary}` },
        }),
      applicationToken: () => Promise.resolve(`application-token-${canary}`),
      isActive: () => false,
      rows: this.rows,
      lock: this.lock,
      clock: this.time,
      elapsed: () => this.time.now(),
      scheduler: this.time,
      random: () => 0.5,
      ...options,
    });
    this.#windows.push(core);
    return { ...core, secrets };
  }

  close(): void {
    for (const window of this.#windows) window.dispose();
  }
}
