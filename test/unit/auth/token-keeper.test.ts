import assert from 'node:assert/strict';
import { InProcessLock } from '../../../src/auth/session-lock.ts';
import { SessionVault } from '../../../src/auth/session-vault.ts';
import { decodeSession, encodeSession } from '../../../src/auth/stored-session.ts';
import type { StoredSession } from '../../../src/auth/stored-session.ts';
import { TokenKeeper } from '../../../src/auth/token-keeper.ts';
import type { TokenPair } from '../../../src/service/token-endpoint.ts';
import {
  assertNoSecretSeen,
  canary,
  drain,
  FakeSecrets,
  FakeTime,
  failureOf,
  failures,
  l10n,
  log,
  pair,
  serviceError,
  storedSession,
} from './support.ts';

const id = 'sandbox.one';
const secondsMs = 1000;
const hourMs = 3_600_000;

type Outcome = TokenPair | Error;

describe('TokenKeeper', () => {
  let time: FakeTime;
  let secrets: FakeSecrets;
  let lock: InProcessLock;
  let start: number;
  /** Refresh tokens that reached the service, with their times since the start of the test. */
  let sent: { token: string; at: number }[];
  /** What the service does, send by send; a new pair once it is used up. */
  let script: (() => Outcome | Promise<Outcome>)[];
  let clientId: string;

  /** A window: its own view of the secrets, its own keeper, the lock of all. */
  function openWindow() {
    const window = secrets.window();
    const vault = new SessionVault(window, time, log);
    const outcomes: string[] = [];
    const keeper = new TokenKeeper({
      vault,
      lock,
      tokenEndpoint: () => Promise.resolve({ refresh: (_where, _who, token) => answer(token) }),
      application: () =>
        Promise.resolve({
          environment: { authUrl: 'http://auth.test' },
          credentials: { clientId, clientSecret: `secret-${canary}` },
        }),
      clock: time,
      scheduler: time,
      log,
      l10n,
      onOutcome: (_id, outcome) => outcomes.push(outcome),
    });
    return { window, vault, keeper, outcomes };
  }

  async function answer(token: string): Promise<TokenPair> {
    sent.push({ token, at: time.now() - start });
    const step = script.shift() ?? (() => pair(time.now()));
    const outcome = await step();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  function stored(): StoredSession {
    const session = decodeSession(secrets.values.get(`session.${id}`) ?? '');
    assert.ok(session);
    return session;
  }

  function put(overrides: Partial<StoredSession> = {}): StoredSession {
    const session = storedSession(time.now(), overrides);
    secrets.values.set(`session.${id}`, encodeSession(session));
    return session;
  }

  async function expire() {
    await time.advance(2 * hourMs);
    start = time.now();
  }

  const always = (failure: () => Error) => Array.from({ length: 50 }, () => failure);

  beforeEach(() => {
    time = new FakeTime();
    start = time.now();
    secrets = new FakeSecrets(time);
    lock = new InProcessLock(time);
    sent = [];
    script = [];
    clientId = 'client';
  });
  afterEach(() => assertNoSecretSeen());

  describe('with a fresh token', () => {
    it('hands it out without a request and without the lock', async () => {
      const { tokens } = put();
      const { keeper } = openWindow();
      await lock.run(id, async () => {
        assert.equal(await keeper.accessToken(id), tokens.accessToken);
      });
      assert.deepEqual(sent, []);
    });

    it('refreshes when less than the margin is left', async () => {
      const { tokens } = put();
      const { keeper, outcomes } = openWindow();
      await time.advance(2 * hourMs - 120 * secondsMs);
      const token = await keeper.accessToken(id);
      assert.notEqual(token, tokens.accessToken);
      assert.equal(token, stored().tokens.accessToken);
      assert.deepEqual(
        sent.map((send) => send.token),
        [tokens.refreshToken],
      );
      assert.equal(stored().generation, 2);
      assert.deepEqual(outcomes, ['renewed']);
    });
  });

  describe('with several who ask', () => {
    it('sends one request for ten callers of one window', async () => {
      put();
      await expire();
      const { keeper } = openWindow();
      const tokens = await Promise.all(Array.from({ length: 10 }, () => keeper.accessToken(id)));
      assert.equal(sent.length, 1);
      assert.deepEqual(new Set(tokens), new Set([stored().tokens.accessToken]));
    });

    it('sends one request for two windows that race at expiry', async () => {
      put();
      await expire();
      const [one, two] = [openWindow(), openWindow()];
      const tokens = await Promise.all([one.keeper.accessToken(id), two.keeper.accessToken(id)]);
      assert.equal(sent.length, 1);
      assert.equal(tokens[0], tokens[1]);
    });

    it('sends one request although the other window sees the new pair 200 ms late', async () => {
      put();
      await expire();
      secrets.delayMs = 200;
      const [one, two] = [openWindow(), openWindow()];
      const both = Promise.all([one.keeper.accessToken(id), two.keeper.accessToken(id)]);
      const tokens = await time.runUntil(both);
      assert.equal(sent.length, 1);
      assert.equal(tokens[0], tokens[1]);
    });

    it('adopts what another window rotated, also for a forced refresh that came too late', async () => {
      put();
      const [one, two] = [openWindow(), openWindow()];
      await Promise.all([one.keeper.refresh(id), two.keeper.refresh(id)]);
      assert.equal(sent.length, 1);
      await two.keeper.refresh(id);
      assert.equal(sent.length, 2);
    });
  });

  describe('with a token that a data endpoint rejects', () => {
    it('refreshes once, however fresh it is', async () => {
      const { tokens } = put();
      const { keeper } = openWindow();
      const token = await keeper.accessToken(id, tokens.accessToken);
      assert.notEqual(token, tokens.accessToken);
      assert.equal(sent.length, 1);
    });

    it('hands out the current one where the rejected one is older', async () => {
      const { tokens } = put();
      const { keeper } = openWindow();
      assert.equal(await keeper.accessToken(id, `an-older-${canary}`), tokens.accessToken);
      assert.deepEqual(sent, []);
    });

    it('does not rotate again and again where every token is rejected', async () => {
      const { tokens } = put();
      const { keeper } = openWindow();
      const second = await keeper.accessToken(id, tokens.accessToken);
      assert.equal(await keeper.accessToken(id, second), second);
      assert.equal(sent.length, 1);
      await time.advance(5 * secondsMs);
      assert.notEqual(await keeper.accessToken(id, second), second);
    });
  });

  describe('storing', () => {
    it('stores the new pair before anyone gets it', async () => {
      put();
      await expire();
      const { keeper, window } = openWindow();
      const gate = Promise.withResolvers<void>();
      const store = window.store.bind(window);
      window.store = async (key, value) => {
        await gate.promise;
        await store(key, value);
      };
      let isHandedOut = false;
      const token = keeper.accessToken(id);
      void token.then(() => (isHandedOut = true));
      await drain();
      assert.equal(sent.length, 1);
      assert.equal(isHandedOut, false);
      gate.resolve();
      assert.equal(await token, stored().tokens.accessToken);
    });

    it('keeps and uses the new pair where the keyring refuses it', async () => {
      const { tokens } = put();
      await expire();
      const { keeper, window, vault } = openWindow();
      window.faults.store = 'reject';
      const token = await keeper.accessToken(id);
      assert.notEqual(token, tokens.accessToken);
      assert.equal(await keeper.accessToken(id), token);
      assert.equal(sent.length, 1);
      window.faults.store = undefined;
      await vault.flush();
      assert.equal(stored().tokens.accessToken, token);
    });

    it('does not bring back a session that was signed out during the refresh', async () => {
      put();
      await expire();
      const { keeper, vault } = openWindow();
      const reply = Promise.withResolvers<TokenPair>();
      script = [() => reply.promise];
      const token = failureOf(keeper.accessToken(id));
      await drain();
      await vault.remove(id);
      reply.resolve(pair(time.now()));
      assert.equal((await token).turn, 'reconnect');
      assert.equal(secrets.values.size, 0);
    });

    it('stops resending for a session that is signed out', async () => {
      put();
      await expire();
      const { keeper, vault, outcomes } = openWindow();
      script = always(failures.lostAnswer);
      const token = failureOf(keeper.accessToken(id));
      await drain();
      await vault.remove(id);
      keeper.forget(id);
      assert.equal((await token).turn, 'reconnect');
      await time.advance(60 * secondsMs);
      assert.equal(sent.length, 1);
      assert.deepEqual(outcomes, []);
    });

    it('gives way to a pair from a new sign-in', async () => {
      put();
      await expire();
      const { keeper, vault } = openWindow();
      const reply = Promise.withResolvers<TokenPair>();
      script = [() => reply.promise];
      const token = keeper.accessToken(id);
      await drain();
      const connected = storedSession(time.now(), { generation: 2 });
      await vault.write(connected);
      reply.resolve(pair(time.now()));
      assert.equal(await token, connected.tokens.accessToken);
      assert.deepEqual(stored().tokens, connected.tokens);
    });

    it('keeps the expiry of a refresh token that the service did not replace', async () => {
      const before = put();
      await expire();
      script = [
        () => ({ ...pair(time.now()), refreshToken: before.tokens.refreshToken, deviations: ['refresh_token'] }),
      ];
      await openWindow().keeper.accessToken(id);
      assert.equal(stored().tokens.refreshTokenExpiresAt, before.tokens.refreshTokenExpiresAt);
    });

    it('keeps a pair that is no bearer token, and does not hand it out', async () => {
      put();
      await expire();
      script = [() => ({ ...pair(time.now()), deviations: ['token_type'] })];
      const error = await failureOf(openWindow().keeper.accessToken(id));
      assert.equal(error.kind, 'contract');
      assert.equal(stored().generation, 2);
      assert.equal((await failureOf(openWindow().keeper.accessToken(id))).kind, 'contract');
    });
  });

  describe('after a lost answer', () => {
    for (const name of ['lostAnswer', 'timeout', 'html', 'serverError', 'redirect'] as const) {
      it(`sends the same refresh token again within the minute (${name})`, async () => {
        const { tokens } = put();
        await expire();
        script = [failures[name], failures[name]];
        const { keeper } = openWindow();
        const token = await time.runUntil(keeper.accessToken(id));
        assert.equal(token, stored().tokens.accessToken);
        assert.deepEqual(
          sent,
          [0, 500, 1500].map((at) => ({ token: tokens.refreshToken, at })),
        );
      });
    }

    it('starts no resend after 50 seconds, and loses nothing', async () => {
      const before = put();
      await expire();
      script = always(failures.timeout);
      const { keeper, outcomes } = openWindow();
      await failureOf(time.runUntil(keeper.accessToken(id)));
      await time.advance(300 * secondsMs);
      assert.equal(sent.length, 7);
      assert.ok(sent.every(({ at }) => at <= 50 * secondsMs));
      assert.deepEqual(stored().tokens, before.tokens);
      assert.deepEqual(outcomes, ['offline']);
    });

    it('counts the minute from the first send, not from the first failure', async () => {
      put();
      await expire();
      script = [
        () => time.sleep(45 * secondsMs).then(failures.timeout),
        () => time.sleep(10 * secondsMs).then(failures.timeout),
      ];
      const { keeper } = openWindow();
      await failureOf(time.runUntil(keeper.accessToken(id)));
      await time.advance(300 * secondsMs);
      assert.deepEqual(
        sent.map(({ at }) => at),
        [0, 45.5 * secondsMs],
      );
    });

    it('answers after 20 seconds and goes on resending', async () => {
      put();
      await expire();
      script = [...Array.from({ length: 6 }, () => failures.lostAnswer)];
      const { keeper } = openWindow();
      const error = await failureOf(time.runUntil(keeper.accessToken(id)));
      assert.equal(error.turn, 'retry');
      assert.equal(time.now() - start, 20 * secondsMs);
      assert.equal(stored().generation, 1);
      await time.advance(30 * secondsMs);
      assert.equal(stored().generation, 2);
    });
  });

  describe('where the service can not be asked', () => {
    it('sends once and keeps the session when nothing reached the service', async () => {
      const before = put();
      await expire();
      script = [failures.offline];
      const { keeper, outcomes } = openWindow();
      const error = await failureOf(keeper.accessToken(id));
      assert.equal(error.kind, 'network');
      assert.deepEqual(stored().tokens, before.tokens);
      assert.deepEqual(outcomes, ['offline']);
      assert.equal(await keeper.accessToken(id), stored().tokens.accessToken);
      assert.deepEqual(outcomes, ['offline', 'renewed']);
    });

    it('does not resend into a rate limit', async () => {
      put();
      await expire();
      script = [failures.rateLimit];
      const error = await failureOf(openWindow().keeper.accessToken(id));
      assert.equal(error.retryAfterSeconds, 120);
      assert.equal(sent.length, 1);
    });

    it('uses the old access token until it expires', async () => {
      const { tokens } = put();
      await time.advance(2 * hourMs - 60 * secondsMs);
      script = [failures.offline, failures.offline];
      const { keeper } = openWindow();
      assert.equal(await keeper.accessToken(id), tokens.accessToken);
      await time.advance(60 * secondsMs);
      await failureOf(keeper.accessToken(id));
    });

    it('keeps everything after a configuration error', async () => {
      const before = put();
      await expire();
      script = [failures.invalidClient];
      const { keeper, outcomes } = openWindow();
      const error = await failureOf(keeper.accessToken(id));
      assert.equal(error.turn, 'developer');
      assert.deepEqual(stored(), { version: 1, ...before });
      assert.deepEqual(outcomes, ['misconfigured']);
      assert.equal(sent.length, 1);
    });

    it('stops resending at a configuration error', async () => {
      put();
      await expire();
      script = [failures.lostAnswer, failures.invalidClient];
      const error = await failureOf(time.runUntil(openWindow().keeper.accessToken(id)));
      assert.equal(error.turn, 'developer');
      assert.equal(sent.length, 2);
    });

    it('sends nothing under another client id, for which the token would be dead', async () => {
      put();
      await expire();
      clientId = 'another';
      const error = await failureOf(openWindow().keeper.accessToken(id));
      assert.equal(error.turn, 'developer');
      assert.deepEqual(sent, []);
    });
  });

  describe('after a refusal', () => {
    it('adopts a newer generation that was stored meanwhile', async () => {
      put();
      await expire();
      const newer = storedSession(time.now(), { generation: 2 });
      const { keeper, vault } = openWindow();
      script = [() => vault.write(newer).then(failures.invalidGrant)];
      assert.equal(await time.runUntil(keeper.accessToken(id)), newer.tokens.accessToken);
      assert.equal(sent.length, 1);
      assert.equal(stored().deadGeneration, undefined);
    });

    it('refreshes a newer generation that has run out itself', async () => {
      put();
      await expire();
      const newer = storedSession(time.now() - 3 * hourMs, { generation: 2 });
      const { keeper, vault } = openWindow();
      script = [() => vault.write(newer).then(failures.invalidGrant)];
      const token = await time.runUntil(keeper.accessToken(id));
      assert.equal(sent[1]?.token, newer.tokens.refreshToken);
      assert.equal(token, stored().tokens.accessToken);
      assert.equal(stored().generation, 3);
    });

    it('adopts a newer generation that shows only by the second refusal', async () => {
      put();
      await expire();
      const newer = storedSession(time.now(), { generation: 2 });
      const { keeper, vault } = openWindow();
      script = [failures.invalidGrant, () => vault.write(newer).then(failures.invalidGrant)];
      assert.equal(await time.runUntil(keeper.accessToken(id)), newer.tokens.accessToken);
      assert.equal(stored().deadGeneration, undefined);
    });

    it('asks twice before it marks the refresh token dead, and never again after', async () => {
      put();
      await expire();
      script = always(failures.invalidGrant);
      const { keeper, outcomes } = openWindow();
      const error = await failureOf(time.runUntil(keeper.accessToken(id)));
      assert.equal(error.turn, 'reconnect');
      assert.equal(sent.length, 2);
      assert.equal(stored().deadGeneration, 1);
      assert.deepEqual(outcomes, ['needs-owner']);
      assert.equal((await failureOf(openWindow().keeper.accessToken(id))).turn, 'reconnect');
      assert.equal((await failureOf(keeper.refresh(id))).turn, 'reconnect');
      assert.equal(sent.length, 2);
    });

    it('takes a single refusal for no more than that', async () => {
      put();
      await expire();
      script = [failures.invalidGrant];
      await time.runUntil(openWindow().keeper.accessToken(id));
      assert.equal(stored().generation, 2);
      assert.equal(stored().deadGeneration, undefined);
    });

    it('uses the access token of a dead session until it expires', async () => {
      const { tokens } = put();
      await time.advance(1.75 * hourMs);
      script = always(failures.invalidGrant);
      const { keeper } = openWindow();
      await failureOf(time.runUntil(keeper.refresh(id)));
      assert.equal(stored().deadGeneration, 1);
      assert.equal(await keeper.accessToken(id), tokens.accessToken);
      await time.advance(0.24 * hourMs);
      assert.equal(await keeper.accessToken(id), tokens.accessToken);
      await time.advance(0.01 * hourMs);
      assert.equal((await failureOf(keeper.accessToken(id))).turn, 'reconnect');
    });

    it('writes no mark for a session that is signed out', async () => {
      put();
      await expire();
      const { keeper, vault } = openWindow();
      script = [failures.invalidGrant, () => vault.remove(id).then(failures.invalidGrant)];
      await failureOf(time.runUntil(keeper.accessToken(id)));
      assert.equal(secrets.values.size, 0);
    });

    it('writes no mark where another window has a newer pair that this one can not see', async () => {
      put();
      await expire();
      await lock.run(id, (held) => {
        held.publish(2);
        return Promise.resolve();
      });
      script = always(failures.invalidGrant);
      const { keeper, outcomes } = openWindow();
      await failureOf(time.runUntil(keeper.accessToken(id)));
      assert.equal(stored().deadGeneration, undefined);
      assert.deepEqual(outcomes, ['needs-owner']);
    });
  });

  describe('where SecretStorage has no answer', () => {
    it('says that the keyring is locked, not that the account is signed out', async () => {
      put();
      const { keeper, window } = openWindow();
      window.faults.get = 'hang';
      const error = await failureOf(time.runUntil(keeper.accessToken(id)));
      assert.equal(error.turn, 'retry');
      assert.match(error.message, /keyring/);
    });

    it('tells a broken entry from an absent one', async () => {
      secrets.values.set(`session.${id}`, '{');
      assert.match((await failureOf(openWindow().keeper.accessToken(id))).message, /unreadable/);
      assert.match((await failureOf(openWindow().keeper.accessToken('gone'))).message, /signed out/);
    });
  });

  it('reports a lock that another window holds for too long', async () => {
    put();
    await expire();
    const release = Promise.withResolvers<void>();
    const holder = lock.run(id, () => release.promise);
    const error = await failureOf(time.runUntil(openWindow().keeper.refresh(id)));
    assert.equal(error.kind, 'timeout');
    assert.equal(error.sent, false);
    release.resolve();
    await holder;
  });

  describe('keepFresh', () => {
    it('refreshes at three quarters of the lifetime, and leaves a dead session alone', async () => {
      put();
      const { keeper } = openWindow();
      await keeper.keepFresh(id, 0);
      assert.equal(sent.length, 0);
      await time.advance(1.5 * hourMs);
      await keeper.keepFresh(id, 0);
      assert.equal(sent.length, 1);
      await time.advance(1.5 * hourMs);
      put({ ...stored(), deadGeneration: 2 });
      await keeper.keepFresh(id, 0);
      assert.equal(sent.length, 1);
    });
  });

  it('passes a failure on that is no failure of the service', async () => {
    put();
    await expire();
    script = [() => serviceError({ kind: 'input', sent: false, turn: 'developer' })];
    assert.equal((await failureOf(openWindow().keeper.accessToken(id))).turn, 'developer');
  });
});
