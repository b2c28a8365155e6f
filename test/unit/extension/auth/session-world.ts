import assert from 'node:assert/strict';
import {
  createWindowSessions,
  type WindowSessions,
  type WindowSessionsOptions,
} from '../../../../src/extension/auth/window-sessions.ts';
import type { FileFacts, OpenFile, SessionFiles } from '../../../../src/extension/auth/sessions/session-files.ts';
import { intentName, sessionName } from '../../../../src/extension/auth/sessions/file-names.ts';
import { noProbe } from '../../../../src/extension/auth/refresh/fault-point.ts';
import type { RefreshTools } from '../../../../src/extension/auth/refresh/refresher.ts';
import type { RefreshJob } from '../../../../src/extension/auth/refresh/refresher.ts';
import { SessionFolder, type Intent } from '../../../../src/extension/auth/sessions/session-folder.ts';
import { documentTiming } from '../../../../src/extension/auth/sessions/session-durations.ts';
import { InProcessLock } from '../../../../src/extension/auth/sessions/session-lock.ts';
import { keyText, newKey, openText, sealSession } from '../../../../src/extension/auth/sessions/session-encryption.ts';
import type { StoredSession } from '../../../../src/extension/auth/sessions/stored-session.ts';
import type { TokenPair } from '../../../../src/service/oauth/token-endpoint.ts';
import { canary, FakeSecrets, FakeTime, log, storedSession, type FakeSecretWindow } from './support.ts';

type Operation = keyof SessionFiles | keyof OpenFile;

/** A disk in memory. `faults` make an operation fail with that code, as Node does. */
class MemoryFiles implements SessionFiles {
  readonly texts = new Map<string, string>();
  readonly faults: Partial<Record<Operation, string>> = {};
  /** Operations in the order in which they were done, with the name of the file. */
  readonly done: string[] = [];
  /** What the disk says of a file or folder, where it is not a file that this user has written now. */
  readonly oddities = new Map<string, Partial<FileFacts>>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async makeFolder(folder: string): Promise<void> {
    await this.#step('makeFolder', folder);
  }

  async list(folder: string): Promise<readonly string[]> {
    await this.#step('list', folder);
    return [...this.texts.keys()].map((file) => file.slice(folder.length + 1));
  }

  async read(file: string): Promise<string> {
    await this.#step('read', file);
    return this.#at(file);
  }

  async stamp(file: string): Promise<string> {
    await this.#step('stamp', file);
    return this.#at(file);
  }

  async facts(file: string): Promise<FileFacts> {
    await this.#step('facts', file);
    const isFolder = [...this.texts.keys()].some((each) => each.startsWith(`${file}/`));
    if (!isFolder) this.#at(file);
    const kind = isFolder ? 'folder' : 'file';
    return { kind, isOwn: true, isOpenToOthers: false, writtenAt: this.#now(), ...this.oddities.get(file) };
  }

  async open(file: string, flags: 'wx' | 'r+'): Promise<OpenFile> {
    await this.#step('open', file);
    if (flags === 'wx' && this.texts.has(file))
      throw Object.assign(new Error(`there is ${canary}`), { code: 'EEXIST' });
    if (flags === 'wx') this.#set(file, '');
    this.#at(file);
    return {
      write: async (text) => {
        await this.#step('write', file);
        this.#set(file, text + this.#at(file).slice(text.length));
      },
      sync: () => this.#step('sync', file),
      close: () => this.#step('close', file),
    };
  }

  async link(file: string, name: string): Promise<void> {
    await this.#step('link', name);
    if (this.texts.has(name)) throw Object.assign(new Error(`there is ${canary}`), { code: 'EEXIST' });
    this.#set(name, this.#at(file));
  }

  async rename(from: string, to: string): Promise<void> {
    await this.#step('rename', to);
    this.#set(to, this.#at(from));
    this.texts.delete(from);
  }

  async remove(file: string): Promise<void> {
    await this.#step('remove', file);
    this.texts.delete(file);
  }

  async syncFolder(folder: string): Promise<void> {
    await this.#step('syncFolder', folder);
  }

  #set(file: string, text: string): void {
    this.texts.set(file, text);
  }

  #at(file: string): string {
    const text = this.texts.get(file);
    if (text === undefined) throw Object.assign(new Error(`no ${canary}`), { code: 'ENOENT' });
    return text;
  }

  async #step(operation: Operation, file: string): Promise<void> {
    await Promise.resolve();
    const code = this.faults[operation];
    if (code !== undefined) throw Object.assign(new Error(`failed on ${canary}`), { code });
    this.done.push(`${operation} ${file.slice(file.lastIndexOf('/') + 1)}`);
  }
}

/** What the windows of a machine share, with a time that is turned by hand and a service that answers by a script. */
export class SessionWorld {
  readonly time = new FakeTime();
  readonly secrets = new FakeSecrets(this.time);
  readonly files = new MemoryFiles(() => this.time.now());
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
    this.files.texts.set(`${this.folder}/store.json`, JSON.stringify({ storeId: 'store', keyId: this.key.id }));
  }

  /** Puts a session on the disk, as another window would. */
  put(overrides: Partial<StoredSession> = {}): StoredSession {
    const session = storedSession(this.time.now(), overrides);
    this.write(session.id, sealSession(session, this.key));
    return session;
  }

  write(id: string, text: string): void {
    this.files.texts.set(this.fileOf(id), text);
  }

  /** As it is on the disk. */
  stored(id = 'sandbox.one'): StoredSession {
    const session = openText(this.files.texts.get(this.fileOf(id)), this.key);
    assert.ok(session, 'no session of ours on the disk');
    return session;
  }

  fileOf(id: string): string {
    return `${this.folder}/${sessionName(id)}`;
  }

  /** Puts another file into the folder. */
  leave(name: string, text: string): void {
    this.files.texts.set(`${this.folder}/${name}`, text);
  }

  /** As a process that was killed after it had sent the refresh token leaves it. */
  leaveIntent(generation = 1, sentAt = this.time.now()): void {
    this.leave(intentName('sandbox.one'), JSON.stringify({ generation, attempt: 'killed', pid: 1, sentAt }));
  }

  /** The intent that is on the disk; undefined where there is none. */
  intent(): Intent | undefined {
    const text = this.files.texts.get(`${this.folder}/${intentName('sandbox.one')}`);
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
      folder: new SessionFolder(this.folder, this.files),
      lock: this.lock,
      send,
      reach: () => Promise.resolve(),
      clock: this.time,
      elapsed: () => this.time.now(),
      scheduler: this.time,
      log,
      probe: noProbe,
      ...overrides,
    };
  }

  window(options: Partial<WindowSessionsOptions> = {}): WindowSessions & { readonly secrets: FakeSecretWindow } {
    const secrets = this.secrets.window();
    const core = createWindowSessions({
      folder: this.folder,
      secrets,
      tokenEndpoint: () => Promise.resolve({ refresh: (_where, _who, token) => this.answer(token) }),
      fetch: () => this.reach(),
      application: () =>
        Promise.resolve({
          environment: { authUrl: 'http://auth.test' },
          credentials: { clientId: this.clientId, clientSecret: `secret-${canary}` },
        }),
      applicationToken: () => Promise.resolve(`application-token-${canary}`),
      isActive: () => false,
      files: this.files,
      lock: this.lock,
      clock: this.time,
      elapsed: () => this.time.now(),
      scheduler: this.time,
      random: () => 0.5,
      log,
      ...options,
    });
    this.#windows.push(core);
    return { ...core, secrets };
  }

  close(): void {
    for (const window of this.#windows) window.dispose();
  }
}
