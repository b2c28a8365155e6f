import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { Emitter } from '../../../../src/common/event.ts';
import { setLogger } from '../../../../src/common/logger.ts';
import { LoopbackPorts } from '../../../../src/extension/auth/sign-in/loopback-ports.ts';
import { PendingRedirects } from '../../../../src/extension/auth/sign-in/pending-redirects.ts';
import type { Scheduler } from '../../../../src/common/scheduler.ts';
import type { SecretStorage } from '../../../../src/extension/auth/sessions/secret-storage.ts';
import type { StoredSession } from '../../../../src/extension/auth/sessions/stored-session.ts';
import type { ServiceEnvironment } from '../../../../src/service/model/environment.ts';
import { ServiceError, type ServiceErrorDetails } from '../../../../src/service/model/errors.ts';
import type { TokenPair } from '../../../../src/service/oauth/token-endpoint.ts';

/** Waits for redirects on real ports of this machine, as in a window on a desktop. */
export function openRedirects(scheduler?: Scheduler): PendingRedirects {
  const desktop = { ui: 'desktop', remoteName: undefined, extension: 'ui', uriScheme: 'vscode' } as const;
  return new PendingRedirects(new LoopbackPorts(scheduler).open, desktop);
}

/** A redirect URI as it is registered with an application: its port is fixed, and free now. */
export async function registeredUri(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://localhost:${port}/callback`;
}

/** Every secret of these tests holds this word; nothing that people or logs see may. */
export const canary = 'CANARY';
const seen: string[] = [];

/** What was logged, each line behind its level; for a test to empty. */
export const logged: string[] = [];

const noteAt = (level: string) => (message: string) => {
  seen.push(message);
  logged.push(`${level} ${message}`);
};

/** As the extension does at its start, for every test that imports this. */
setLogger({ debug: noteAt('debug'), info: noteAt('info'), warn: noteAt('warn'), error: noteAt('error') });

/** Awaits a rejection; what it says is checked for secrets with the log. */
export async function failureOf(work: Promise<unknown>): Promise<ServiceError> {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (reason: unknown) => reason,
  );
  seen.push(inspect(error, { depth: 8, showHidden: true }));
  assert.ok(error instanceof ServiceError, inspect(error));
  return error;
}

/** For `afterEach`: no secret in any log line or error since the last call. `others` are secrets without the word. */
export function assertNoSecretSeen(others: readonly string[] = []): void {
  const words = [canary, ...others];
  const leaks = seen.splice(0).filter((text) => words.some((word) => text.includes(word)));
  assert.deepEqual(leaks, []);
}

/** Time that only moves when told. Clock and scheduler in one. */
export class FakeTime implements Scheduler {
  #now = Date.UTC(2026, 10, 21);
  #sleepers = new Set<{ at: number; wake: () => void }>();

  now(): number {
    return this.#now;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const sleeper = { at: this.#now + ms, wake: resolve };
    this.#sleepers.add(sleeper);
    const stop = () => {
      this.#sleepers.delete(sleeper);
      reject(signal?.reason as Error);
    };
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
    return promise;
  }

  every(ms: number, tick: () => void) {
    const sleeper = { at: this.#now + ms, wake: () => this.#repeat(sleeper, ms, tick) };
    this.#sleepers.add(sleeper);
    return { dispose: () => void this.#sleepers.delete(sleeper) };
  }

  /** Wakes whoever is due, in order, and lets each get as far as it can. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await drain();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#now = Math.max(this.#now, next.at);
      this.#sleepers.delete(next);
      next.wake();
      await drain();
    }
    this.#now = end;
  }

  /** Advances just as far as the outcome takes. */
  async runUntil<T>(work: Promise<T>): Promise<T> {
    let isSettled = false;
    const settle = () => (isSettled = true);
    work.then(settle, settle);
    await drain();
    while (!isSettled) {
      const next = this.#next(Infinity);
      assert.ok(next, 'nothing is left to wait for');
      await this.advance(next.at - this.#now);
    }
    return work;
  }

  #repeat(sleeper: { at: number; wake: () => void }, ms: number, tick: () => void) {
    sleeper.at += ms;
    this.#sleepers.add(sleeper);
    tick();
  }

  #next(end: number) {
    const due = [...this.#sleepers].filter(({ at }) => at <= end);
    return due.sort((a, b) => a.at - b.at)[0];
  }
}

/** Lets everything run that does not wait for the time. */
export async function drain(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** What windows share. Other windows see a write after `delayMs`, as on the desktop. */
export class FakeSecrets {
  readonly values = new Map<string, string>();
  readonly #windows: FakeSecretWindow[] = [];
  readonly time: FakeTime;
  delayMs = 0;

  constructor(time: FakeTime) {
    this.time = time;
  }

  window(): FakeSecretWindow {
    const window = new FakeSecretWindow(this);
    this.#windows.push(window);
    return window;
  }

  async change(writer: FakeSecretWindow, key: string, value: string | undefined): Promise<void> {
    const before = this.values.get(key);
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, value);
    writer.events.fire({ key });
    const others = this.#windows.filter((window) => window !== writer);
    if (this.delayMs === 0) return others.forEach((window) => window.events.fire({ key }));
    for (const window of others) window.stale.set(key, before);
    void this.time.sleep(this.delayMs).then(() => {
      for (const window of others) {
        window.stale.delete(key);
        window.events.fire({ key });
      }
    });
    await Promise.resolve();
  }
}

export class FakeSecretWindow implements SecretStorage {
  readonly events = new Emitter<{ readonly key: string }>();
  readonly onDidChange = this.events.event;
  readonly stale = new Map<string, string | undefined>();
  /** Per operation: rejects, never settles, or resolves without doing it. */
  readonly faults: Partial<Record<'keys' | 'get' | 'store' | 'delete', 'reject' | 'hang' | 'ignore'>> = {};
  /** Operations in the order in which they were asked for. */
  readonly asked: string[] = [];
  readonly #secrets: FakeSecrets;

  constructor(secrets: FakeSecrets) {
    this.#secrets = secrets;
  }

  async keys(): Promise<string[]> {
    await this.#trouble('keys');
    return [...this.#secrets.values.keys()];
  }

  async get(key: string): Promise<string | undefined> {
    await this.#trouble('get');
    return this.stale.has(key) ? this.stale.get(key) : this.#secrets.values.get(key);
  }

  async store(key: string, value: string): Promise<void> {
    if (await this.#trouble('store')) await this.#secrets.change(this, key, value);
  }

  async delete(key: string): Promise<void> {
    if (await this.#trouble('delete')) await this.#secrets.change(this, key, undefined);
  }

  async #trouble(operation: 'keys' | 'get' | 'store' | 'delete'): Promise<boolean> {
    this.asked.push(operation);
    const fault = this.faults[operation];
    if (fault === 'reject') throw new Error(`keyring failed on ${canary}`);
    if (fault === 'hang') await new Promise(() => undefined);
    await Promise.resolve();
    return fault !== 'ignore';
  }
}

let pairs = 0;

/** A pair as the token endpoint makes it, issued now: 2 hours and 60 days. */
export function pair(now: number): TokenPair {
  pairs += 1;
  return {
    accessToken: `access-${pairs}-${canary}`,
    accessTokenExpiresAt: now + 7_200_000,
    refreshToken: `refresh-${pairs}-${canary}`,
    refreshTokenExpiresAt: now + 60 * 86_400_000,
    issuedAt: now,
  };
}

export function storedSession(now: number, overrides: Partial<StoredSession> = {}): StoredSession {
  return {
    id: 'sandbox.one',
    environment: 'sandbox',
    clientId: 'client',
    account: { id: 'owner-1', label: 'Owner owner-1 (sandbox)' },
    scopes: ['read_battery', 'read_charge_records'],
    tokens: pair(now),
    generation: 1,
    ...overrides,
  };
}

export function serviceError(details: Partial<ServiceErrorDetails> = {}): ServiceError {
  return new ServiceError('It failed.', {
    kind: 'network',
    turn: 'retry',
    nextStep: 'Try again.',
    sent: true,
    ...details,
  });
}

export const failures = {
  invalidGrant: () => serviceError({ kind: 'oauth', turn: 'reconnect', type: 'invalid_grant', status: 400 }),
  invalidClient: () => serviceError({ kind: 'oauth', turn: 'developer', type: 'invalid_client', status: 401 }),
  offline: () => serviceError({ kind: 'network', sent: false }),
  lostAnswer: () => serviceError({ kind: 'network' }),
  timeout: () => serviceError({ kind: 'timeout' }),
  html: () => serviceError({ kind: 'not-json', status: 200 }),
  serverError: () => serviceError({ kind: 'oauth', status: 500 }),
  redirect: () => serviceError({ kind: 'redirect', status: 307 }),
  rateLimit: () => serviceError({ kind: 'oauth', status: 429, retryAfterSeconds: 120 }),
};

export const stagingEnvironment: ServiceEnvironment = {
  name: 'staging',
  authUrl: 'http://auth.test',
  baseUrl: 'http://data.test',
  connectUrl: 'http://connect.test/oauth/authorize',
  clientId: 'client',
  redirectUri: 'http://localhost:0/callback',
  scopes: ['read_battery'],
};
