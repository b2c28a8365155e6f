import assert from 'node:assert/strict';
import type { RefreshJob, RefreshOutcome } from '../../../../../src/extension/auth/refresh/refresher.ts';
import type { SessionVault } from '../../../../../src/extension/auth/sessions/session-vault.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { TokenManager } from '../../../../../src/extension/auth/refresh/token-manager.ts';
import type { ServiceErrorDetails } from '../../../../../src/service/model/errors.ts';
import { assertNoSecretSeen, canary, drain, failureOf, logged, pair } from '../support.ts';
import { SessionWorld } from '../session-world.ts';

const id = 'sandbox.one';

type Refresh = (job: RefreshJob, signal: AbortSignal) => Promise<RefreshOutcome>;

/** What comes of what a refresher says, whoever that is. */
describe('TokenManager, with any refresher', () => {
  let world: SessionWorld;
  let vault: SessionVault;
  let tokenManager: TokenManager;
  let jobs: RefreshJob[];
  let events: string[];
  let clientId: string;
  let refresh: Refresh;

  beforeEach(() => {
    world = new SessionWorld();
    [jobs, events] = [[], []];
    logged.length = 0;
    clientId = 'client';
    refresh = renewing;
    vault = world.window().vault;
    tokenManager = new TokenManager({
      vault,
      refresher: {
        refresh: (job, signal) => {
          jobs.push(job);
          return refresh(job, signal);
        },
      },
      folder: world.folder,
      applicationToken: () => Promise.reject(new Error('no application token')),
      application: () =>
        Promise.resolve({
          environment: { authUrl: 'http://auth.test' },
          credentials: { clientId, clientSecret: canary },
        }),
      timing: documentTiming,
      clock: world.time,
      scheduler: world.time,
      onRefresh: (session, event) => events.push(`${session} ${event}`),
    });
  });
  afterEach(() => {
    world.close();
    assertNoSecretSeen();
  });

  /** As another process does it. */
  const renewing: Refresh = ({ generation }) => {
    world.put({ generation: generation + 1, tokens: pair(world.time.now()) });
    return Promise.resolve({ kind: 'renewed', generation: generation + 1 });
  };
  const saying =
    (outcome: RefreshOutcome): Refresh =>
    () =>
      Promise.resolve(outcome);
  /** Until it is told to stop. */
  const hanging: Refresh = (_job, signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  const failure = (other: Partial<ServiceErrorDetails> = {}) => ({
    message: 'It failed.',
    details: { kind: 'network', turn: 'retry', nextStep: 'Try again.', sent: true, ...other } as const,
  });

  for (const [title, outcome, message, event] of [
    ['a dead token', { kind: 'dead' }, /has ended/, 'needs-owner'],
    ['a session that was signed out', { kind: 'signed-out' }, /is signed out/, 'misconfigured'],
    ['another client id', { kind: 'other-client' }, /client ID of “sandbox”/, 'misconfigured'],
    ['a broken file', { kind: 'unreadable', reason: 'broken' }, /is damaged/, 'misconfigured'],
    ['a key that is missing', { kind: 'unreadable', reason: 'key' }, /keyring/, 'misconfigured'],
    ['a disk that does not read', { kind: 'unreadable', reason: 'disk' }, /can’t be read/, 'misconfigured'],
    ['a full disk', { kind: 'unwritable' }, /disk is full/, 'misconfigured'],
    [
      'another address',
      { kind: 'other-address', origins: undefined, url: 'http://auth.test/x' },
      /now points to http:\/\/auth\.test/,
      'misconfigured',
    ],
    ['a lock that is taken', { kind: 'busy' }, /Another window/, 'offline'],
    ['a service out of reach', { kind: 'unreachable', ...failure({ sent: false }) }, /It failed/, 'offline'],
    ['a service that fails', { kind: 'failed', ...failure() }, /It failed/, 'offline'],
    ['a refusal', { kind: 'failed', ...failure({ kind: 'oauth', turn: 'reconnect' }) }, /It failed/, 'needs-owner'],
    [
      'a wrong secret',
      { kind: 'failed', ...failure({ kind: 'oauth', turn: 'developer' }) },
      /It failed/,
      'misconfigured',
    ],
  ] as const satisfies readonly (readonly [string, RefreshOutcome, RegExp, string])[]) {
    it(`says what is wrong after ${title}`, async () => {
      world.put();
      refresh = saying(outcome);
      assert.match((await failureOf(tokenManager.refresh(id))).message, message);
      assert.deepEqual(events, [`${id} begun`, `${id} ${event}`]);
    });
  }

  for (const [title, session, application, message] of [
    ['a dead session', { deadGeneration: 1 }, 'client', /has ended/],
    ['an account of another application', {}, 'another', /client ID of “sandbox”/],
    [
      'an account of another address',
      { origins: ['https://former.test'] },
      'client',
      /now points to http:\/\/auth\.test/,
    ],
  ] as const) {
    it(`asks no refresher for ${title}`, async () => {
      world.put(session);
      clientId = application;
      assert.match((await failureOf(tokenManager.refresh(id))).message, message);
      assert.deepEqual(
        [jobs, events],
        [[], [`${id} begun`, `${id} ${title.startsWith('a dead') ? 'needs-owner' : 'misconfigured'}`]],
      );
    });
  }

  describe('a recovery', () => {
    it('is told of by its success alone', async () => {
      world.put();
      refresh = saying({ kind: 'busy' });
      await tokenManager.recover(id);
      assert.deepEqual(events, [`${id} ended`]);
      refresh = renewing;
      await tokenManager.recover(id);
      assert.deepEqual(events.slice(1), [`${id} renewed`]);
      assert.deepEqual(
        jobs.map(({ isRecovery }) => isRecovery),
        [true, true],
      );
    });

    it('of what is not there fails for nobody, and stands in the log', async () => {
      await tokenManager.recover(id);
      assert.match(logged.join(), /Session sandbox\.one: nothing recovered: .*signed out/);
    });
  });

  describe('a sign-out', () => {
    it('stops every refresh of the session, with that as the reason', async () => {
      world.put();
      refresh = hanging;
      const [asked, recovered] = [failureOf(tokenManager.refresh(id)), tokenManager.recover(id)];
      await drain();
      void tokenManager.refresh(id).catch(() => undefined);
      await drain();
      assert.equal(jobs.length, 2, 'whoever asks meanwhile waits for the same');
      const areRefreshing = () => [id, 'sandbox.on'].map((each) => tokenManager.isRefreshing(each));
      assert.deepEqual(areRefreshing(), [true, false]);
      tokenManager.forget(id);
      assert.match((await asked).message, /is signed out/);
      await recovered;
      assert.deepEqual(areRefreshing(), [false, false]);
      refresh = (job, signal) => {
        signal.throwIfAborted();
        return renewing(job, signal);
      };
      await tokenManager.refresh(id);
      assert.equal(world.stored().generation, 2);
    });
  });
});
