import assert from 'node:assert/strict';
import type { RefreshJob, RefreshOutcome } from '../../../../../src/extension/auth/refresh/refresher.ts';
import { sealSession } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import type { SessionVault } from '../../../../../src/extension/auth/sessions/session-vault.ts';
import type { StoredSession } from '../../../../../src/extension/auth/sessions/stored-session.ts';
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

  it('hands out what is stored after a renewal, whoever renewed', async () => {
    const { tokens } = world.put();
    for (const kind of ['renewed', 'adopted'] as const) {
      refresh = (job) => renewing(job, new AbortController().signal).then((outcome) => ({ ...outcome, kind }) as never);
      const token = await tokenManager.accessToken(id, world.stored().tokens.accessToken);
      assert.equal(token, world.stored().tokens.accessToken);
      assert.notEqual(token, tokens.accessToken);
      await world.time.advance(10_000);
    }
    assert.deepEqual(new Set(events), new Set([`${id} begun`, `${id} renewed`]));
  });

  it('takes a pair that no disk took', async () => {
    const stored = world.put();
    world.rows.faults.add('commit');
    const tokens = pair(world.time.now());
    refresh = saying({ kind: 'unsaved', text: sealSession({ ...stored, tokens, generation: 2 }, world.key) });
    await tokenManager.refresh(id);
    assert.equal(await tokenManager.accessToken(id), tokens.accessToken);
  });

  describe('asks nobody to refresh', () => {
    const isNotAsked = async (message: RegExp) => {
      assert.match((await failureOf(tokenManager.refresh(id))).message, message);
      assert.deepEqual(jobs, []);
    };

    it('a session that is known to be dead', async () => {
      world.put({ deadGeneration: 1 });
      await isNotAsked(/has ended/);
    });

    it('with another application’s credentials', async () => {
      world.put();
      clientId = 'another';
      await isNotAsked(/client ID/);
    });

    it('without the key that seals the new pair', async () => {
      world.put();
      await vault.read(id);
      vault.tools = () => Promise.resolve(undefined);
      await isNotAsked(/keyring/);
    });
  });

  describe('one refresh', () => {
    it('serves all who ask for the same one, and is told of while it runs', async () => {
      world.put();
      const release = Promise.withResolvers<void>();
      refresh = async (job, signal) => {
        await release.promise;
        return renewing(job, signal);
      };
      assert.equal(tokenManager.isRefreshing(id), false);
      const all = [tokenManager.refresh(id), tokenManager.refresh(id), tokenManager.refresh(id)];
      await drain();
      assert.deepEqual([tokenManager.isRefreshing(id), tokenManager.isRefreshing('sandbox.on')], [true, false]);
      release.resolve();
      await Promise.all(all);
      assert.equal(jobs.length, 1);
      assert.deepEqual(events, [`${id} begun`, `${id} renewed`]);
      assert.equal(tokenManager.isRefreshing(id), false);
    });

    it('that failed is no answer to who asks later', async () => {
      world.put();
      refresh = saying({ kind: 'busy' });
      await failureOf(tokenManager.refresh(id));
      refresh = renewing;
      await tokenManager.refresh(id);
      assert.equal(jobs.length, 2);
    });
  });

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
      assert.equal(jobs.length, 2);
      tokenManager.forget(id);
      assert.match((await asked).message, /is signed out/);
      await recovered;
    });

    it('is no reason to stop what is asked for afterwards', async () => {
      world.put();
      refresh = hanging;
      const asked = failureOf(tokenManager.refresh(id));
      await drain();
      tokenManager.forget(id);
      await asked;
      refresh = (job, signal) => (signal.throwIfAborted(), renewing(job, signal));
      await tokenManager.refresh(id);
      assert.equal(world.stored().generation, 2);
    });
  });

  describe('a token that is rejected', () => {
    const reject = () => tokenManager.accessToken(id, world.stored().tokens.accessToken);

    it('is replaced at once after a refresh that was only due', async () => {
      world.put();
      await world.time.advance(7_200_000);
      await tokenManager.accessToken(id);
      await reject();
      assert.equal(jobs.length, 2);
    });

    it('is not replaced again within seconds, unless the session was forgotten', async () => {
      world.put();
      await reject();
      await reject();
      assert.equal(jobs.length, 1);
      tokenManager.forget(id);
      await reject();
      assert.equal(jobs.length, 2);
      await world.time.advance(5_000);
      await reject();
      assert.equal(jobs.length, 3);
    });
  });

  it('hands a refresher all that it needs', async () => {
    const stored: StoredSession = world.put();
    world.secrets.values.set(`replica.store.${id}`, 'copy');
    await tokenManager.refresh(id);
    const { key, ...job } = jobs[0] ?? assert.fail('nobody was asked');
    assert.equal(key.id, world.key.id);
    assert.deepEqual(job, {
      folder: world.folder,
      sessionId: id,
      generation: stored.generation,
      isRecovery: false,
      replica: 'copy',
      authUrl: 'http://auth.test',
      credentials: { clientId, clientSecret: canary },
      timing: documentTiming,
    });
  });
});
