import assert from 'node:assert/strict';
import type { WindowSessionsOptions } from '../../../../../src/extension/auth/window-sessions.ts';
import type { InProcessLock } from '../../../../../src/extension/auth/sessions/session-lock.ts';
import type { StoredSession } from '../../../../../src/extension/auth/sessions/stored-session.ts';
import type { TokenPair } from '../../../../../src/service/oauth/token-endpoint.ts';
import {
  assertNoSecretSeen,
  canary,
  drain,
  failureOf,
  failures,
  pair,
  storedSession,
  type FakeTime,
} from '../support.ts';
import { SessionWorld } from '../session-world.ts';

const id = 'sandbox.one';
const secondsMs = 1000;
const hourMs = 3_600_000;

type Outcome = TokenPair | Error;

describe('TokenManager', () => {
  let world: SessionWorld;
  let time: FakeTime;
  let lock: InProcessLock;
  let start: number;
  /** Refresh tokens that reached the service, with their times since the start of the test. */
  let sent: { token: string; at: number }[];
  /** What the service does, send by send; a new pair once it is used up. */
  let script: (() => Outcome | Promise<Outcome>)[];

  /** A window with its own view of the secrets, and the states that it tells of its session. */
  function openWindow() {
    const window = world.window();
    const state = async () => (await window.sessions.list())[0]?.state;
    return { ...window, state };
  }

  async function answer(token: string): Promise<TokenPair> {
    sent.push({ token, at: time.now() - start });
    const step = script.shift() ?? (() => pair(time.now()));
    const outcome = await step();
    if (outcome instanceof Error) throw outcome;
    return outcome;
  }

  const stored = () => world.stored(id);
  const put = (overrides: Partial<StoredSession> = {}) => world.put(overrides);

  async function expire() {
    await time.advance(2 * hourMs);
    start = time.now();
  }

  const always = (failure: () => Error) => Array.from({ length: 50 }, () => failure);

  beforeEach(() => {
    world = new SessionWorld();
    ({ time, lock } = world);
    start = time.now();
    sent = [];
    script = [];
    world.answer = answer;
  });
  afterEach(() => {
    world.close();
    assertNoSecretSeen();
  });

  describe('with a fresh token', () => {
    it('hands it out without a request and without the lock', async () => {
      const { tokens } = put();
      const { tokenManager } = openWindow();
      const work = async () => assert.equal(await tokenManager.accessToken(id), tokens.accessToken);
      await lock.run(id, work, { maxWaitMs: 0 });
      assert.deepEqual(sent, []);
    });

    it('refreshes when less than the margin is left', async () => {
      const { tokens } = put();
      const { tokenManager, state } = openWindow();
      await time.advance(2 * hourMs - 120 * secondsMs);
      const token = await tokenManager.accessToken(id);
      assert.notEqual(token, tokens.accessToken);
      assert.equal(token, stored().tokens.accessToken);
      assert.deepEqual(
        sent.map((send) => send.token),
        [tokens.refreshToken],
      );
      assert.equal(stored().generation, 2);
      assert.equal(await state(), 'fresh');
    });
  });

  describe('with several who ask', () => {
    it('sends one request for ten callers of one window', async () => {
      put();
      await expire();
      const { tokenManager } = openWindow();
      const tokens = await Promise.all(Array.from({ length: 10 }, () => tokenManager.accessToken(id)));
      assert.equal(sent.length, 1);
      assert.deepEqual(new Set(tokens), new Set([stored().tokens.accessToken]));
    });
  });

  describe('with a token that a data endpoint rejects', () => {
    it('refreshes once, however fresh it is', async () => {
      const { tokens } = put();
      const { tokenManager } = openWindow();
      const token = await tokenManager.accessToken(id, tokens.accessToken);
      assert.notEqual(token, tokens.accessToken);
      assert.equal(sent.length, 1);
    });

    it('hands out the current one where the rejected one is older', async () => {
      const { tokens } = put();
      const { tokenManager } = openWindow();
      assert.equal(await tokenManager.accessToken(id, `an-older-${canary}`), tokens.accessToken);
      assert.deepEqual(sent, []);
    });

    it('does not rotate again and again where every token is rejected', async () => {
      const { tokens } = put();
      const { tokenManager } = openWindow();
      const second = await tokenManager.accessToken(id, tokens.accessToken);
      assert.equal(await tokenManager.accessToken(id, second), second);
      assert.equal(sent.length, 1);
      await time.advance(5 * secondsMs);
      assert.notEqual(await tokenManager.accessToken(id, second), second);
    });

    it('refreshes at once where the last refresh was none of a rejected token, or of a session since signed out', async () => {
      put();
      const { tokenManager } = openWindow();
      await expire();
      const second = await tokenManager.accessToken(id);
      const third = await tokenManager.accessToken(id, second);
      assert.notEqual(third, second);
      tokenManager.forget(id);
      assert.notEqual(await tokenManager.accessToken(id, third), third);
      assert.equal(sent.length, 3);
    });

    it('refreshes again where the clock was set back since the last time', async () => {
      const { tokens } = put();
      let aheadMs = 60 * secondsMs;
      const { tokenManager } = world.window({ clock: { now: () => time.now() + aheadMs } });
      const second = await tokenManager.accessToken(id, tokens.accessToken);
      aheadMs = 0;
      assert.notEqual(await tokenManager.accessToken(id, second), second);
    });
  });

  describe('storing', () => {
    it('stores the new pair before anyone gets it', async () => {
      put();
      await expire();
      const { tokenManager } = openWindow();
      const gate = Promise.withResolvers<void>();
      script = [
        () => {
          const write = world.rows.write.bind(world.rows);
          world.rows.write = (work) => gate.promise.then(() => write(work));
          return pair(time.now());
        },
      ];
      let isHandedOut = false;
      const token = tokenManager.accessToken(id);
      void token.then(() => (isHandedOut = true));
      await drain();
      assert.equal(sent.length, 1);
      assert.equal(isHandedOut, false);
      gate.resolve();
      assert.equal(await token, stored().tokens.accessToken);
    });

    it('keeps and uses a pair that the disk refuses once it is there, and stores it when it can', async () => {
      const { tokens } = put();
      await expire();
      const { tokenManager, vault } = openWindow();
      script = [
        () => {
          world.rows.faults.add('commit');
          return pair(time.now());
        },
      ];
      const token = await time.runUntil(tokenManager.accessToken(id));
      assert.notEqual(token, tokens.accessToken);
      assert.equal(await tokenManager.accessToken(id), token);
      assert.equal(sent.length, 1);
      assert.equal(stored().generation, 1);
      assert.equal(await openWindow().tokenManager.accessToken(id), token, 'no other window has it');
      world.rows.faults.clear();
      await vault.repair();
      assert.equal(stored().tokens.accessToken, token);
      assert.equal(sent.length, 1);
    });

    it('notes the intent and takes the space before it sends, and ends both with the pair', async () => {
      put();
      await expire();
      const { tokenManager } = openWindow();
      let before: readonly string[] = [];
      script = [() => ((before = [...world.rows.done]), assert.equal(world.intent()?.generation, 1), pair(time.now()))];
      await tokenManager.refresh(id);
      assert.deepEqual(before, ['make room', 'put intent']);
      assert.deepEqual(world.rows.done.slice(2), ['put session', 'delete intent']);
      assert.equal(world.intent(), undefined);
    });

    it('stops resending for a session that is signed out', async () => {
      put();
      await expire();
      const { tokenManager, sessions } = openWindow();
      script = always(failures.lostAnswer);
      const token = failureOf(tokenManager.accessToken(id));
      await drain();
      await time.runUntil(sessions.remove(id));
      const before = sent.length;
      assert.equal((await token).turn, 'reconnect');
      await time.advance(60 * secondsMs);
      assert.equal(sent.length, before);
    });

    it('keeps a pair that is no bearer token, and does not hand it out', async () => {
      put();
      await expire();
      script = [() => ({ ...pair(time.now()), deviations: ['token_type'] })];
      const error = await failureOf(openWindow().tokenManager.accessToken(id));
      assert.equal(error.kind, 'contract');
      assert.equal(stored().generation, 2);
      assert.equal((await failureOf(openWindow().tokenManager.accessToken(id))).kind, 'contract');
    });
  });

  describe('after a lost answer', () => {
    for (const name of ['lostAnswer', 'timeout', 'html', 'serverError', 'redirect'] as const) {
      it(`sends the same refresh token again within the minute (${name})`, async () => {
        const { tokens } = put();
        await expire();
        script = [failures[name], failures[name]];
        const { tokenManager } = openWindow();
        const token = await time.runUntil(tokenManager.accessToken(id));
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
      const { tokenManager, state } = openWindow();
      await failureOf(time.runUntil(tokenManager.accessToken(id)));
      await time.advance(300 * secondsMs);
      assert.ok(sent.every(({ at }) => at <= 50 * secondsMs));
      // Half of what is left of the window, again and again.
      assert.deepEqual(
        sent.slice(6).map(({ at }) => at / secondsMs),
        [30.5, 40.25, 45.125, 47.5625, 48.78125, 49.390625],
      );
      assert.deepEqual(stored().tokens, before.tokens);
      assert.equal(await state(), 'offline');
    });

    it('counts the minute from the first send, not from the first failure', async () => {
      put();
      await expire();
      script = [
        failures.lostAnswer,
        () => time.sleep(9 * secondsMs).then(failures.timeout),
        ...always(failures.timeout),
      ];
      await failureOf(time.runUntil(openWindow().tokenManager.accessToken(id)));
      assert.deepEqual(
        sent.slice(0, 4).map(({ at }) => at / secondsMs),
        [0, 0.5, 10.5, 12.5],
      );
      assert.ok(sent.every(({ at }) => at <= 50 * secondsMs));
    });
  });

  describe('before a slow answer', () => {
    const after = (seconds: number, outcome: () => Outcome) => () => time.sleep(seconds * secondsMs).then(outcome);
    const sentAt = () => sent.map(({ at }) => at / secondsMs);

    for (const [seconds, expected] of [
      [9, [0]],
      [18, [0, 10.5]],
      [25, [0, 10.5, 21.5]],
      [40, [0, 10.5, 21.5, 33.5]],
      [55, [0, 10.5, 21.5, 33.5]],
    ] as const) {
      it(`stores the first pair where each takes ${seconds} s`, async () => {
        const { tokens } = put();
        await expire();
        script = Array.from({ length: 50 }, () => after(seconds, () => pair(time.now())));
        const { tokenManager, state } = openWindow();
        const token = tokenManager.accessToken(id);
        await drain();
        assert.equal(await state(), 'refreshing');
        assert.equal(await time.runUntil(token), stored().tokens.accessToken);
        assert.equal(time.now() - start, seconds * secondsMs);
        assert.deepEqual(sentAt(), expected);
        assert.deepEqual(new Set(sent.map((send) => send.token)), new Set([tokens.refreshToken]));
        assert.deepEqual([await state(), world.intent()], ['fresh', undefined]);
      });
    }

    it('tells who asks for a minute that it goes on, and takes a pair that comes later', async () => {
      put();
      await expire();
      script = [...Array.from({ length: 3 }, () => after(60, failures.timeout)), after(50, () => pair(time.now()))];
      const error = await failureOf(time.runUntil(openWindow().tokenManager.accessToken(id)));
      assert.deepEqual([error.turn, time.now() - start, stored().generation], ['retry', 60 * secondsMs, 1]);
      await time.advance(23.5 * secondsMs);
      assert.equal(stored().generation, 2);
    });

    it('ends the others once a pair is there', async () => {
      put();
      const signals: (AbortSignal | undefined)[] = [];
      script = [after(18, () => pair(time.now())), after(60, failures.timeout)];
      const tokenEndpoint: WindowSessionsOptions['tokenEndpoint'] = {
        refresh: (_where, _who, token, signal) => (signals.push(signal), answer(token)),
      };
      await time.runUntil(world.window({ tokenEndpoint }).tokenManager.refresh(id));
      assert.deepEqual(
        signals.map((signal) => signal?.aborted),
        [true, true],
      );
    });

    it('calls nothing dead while the answer that spent the token may come', async () => {
      put();
      script = [after(25, () => pair(time.now())), failures.invalidGrant, failures.invalidGrant];
      await time.runUntil(openWindow().tokenManager.refresh(id));
      assert.deepEqual([stored().generation, stored().deadGeneration], [2, undefined]);
      assert.equal(sent.length, 3);
    });

    it('believes two refusals, however late they come', async () => {
      put();
      script = Array.from({ length: 50 }, () => after(18, failures.invalidGrant));
      const error = await failureOf(time.runUntil(openWindow().tokenManager.refresh(id)));
      assert.deepEqual([error.turn, stored().deadGeneration], ['reconnect', 1]);
      assert.deepEqual(sentAt(), [0, 10.5, 21.5]);
    });

    it('does not give up with a configuration error while a pair may come', async () => {
      put();
      script = [after(25, () => pair(time.now())), failures.invalidClient];
      await time.runUntil(openWindow().tokenManager.refresh(id));
      assert.deepEqual([stored().generation, sent.length], [2, 2]);
    });
  });

  describe('where the service can not be asked', () => {
    it('sends once and keeps the session when nothing reached the service', async () => {
      const before = put();
      await expire();
      script = [failures.offline];
      const { tokenManager, state } = openWindow();
      const error = await failureOf(tokenManager.accessToken(id));
      assert.equal(error.kind, 'network');
      assert.deepEqual(stored().tokens, before.tokens);
      assert.equal(await state(), 'offline');
      assert.equal(await tokenManager.accessToken(id), stored().tokens.accessToken);
      assert.equal(await state(), 'fresh');
    });

    it('does not resend into a rate limit', async () => {
      put();
      await expire();
      script = [failures.rateLimit];
      const error = await failureOf(openWindow().tokenManager.accessToken(id));
      assert.equal(error.retryAfterSeconds, 120);
      assert.equal(sent.length, 1);
    });

    it('uses the old access token until it expires', async () => {
      const { tokens } = put();
      await time.advance(2 * hourMs - 60 * secondsMs);
      script = [failures.offline, failures.offline];
      const { tokenManager } = openWindow();
      assert.equal(await tokenManager.accessToken(id), tokens.accessToken);
      await time.advance(60 * secondsMs);
      await failureOf(tokenManager.accessToken(id));
    });

    it('keeps everything after a configuration error', async () => {
      const before = put();
      await expire();
      script = [failures.offline, failures.invalidClient];
      const { tokenManager, state } = openWindow();
      await failureOf(tokenManager.accessToken(id));
      const error = await failureOf(tokenManager.accessToken(id));
      assert.equal(error.turn, 'developer');
      assert.deepEqual(stored(), before);
      assert.equal(await state(), 'expiring', 'it is not offline: the service has answered');
      assert.equal(sent.length, 2);
    });

    it('stops resending at a configuration error', async () => {
      put();
      await expire();
      script = [failures.lostAnswer, failures.invalidClient];
      const error = await failureOf(time.runUntil(openWindow().tokenManager.accessToken(id)));
      assert.equal(error.turn, 'developer');
      assert.equal(sent.length, 2);
    });

    it('sends nothing under another client id, for which the token would be dead', async () => {
      put();
      await expire();
      world.clientId = 'another';
      const error = await failureOf(openWindow().tokenManager.accessToken(id));
      assert.equal(error.turn, 'developer');
      assert.deepEqual(sent, []);
    });
  });

  describe('after a refusal', () => {
    it('refreshes a newer generation that has run out itself', async () => {
      put();
      await expire();
      const newer = storedSession(time.now() - 3 * hourMs, { generation: 2 });
      const { tokenManager, vault } = openWindow();
      script = [() => vault.write(newer).then(failures.invalidGrant)];
      const token = await time.runUntil(tokenManager.accessToken(id));
      assert.equal(sent[1]?.token, newer.tokens.refreshToken);
      assert.equal(token, stored().tokens.accessToken);
      assert.equal(stored().generation, 3);
    });

    it('adopts a newer generation that shows only by the second refusal', async () => {
      put();
      await expire();
      const newer = storedSession(time.now(), { generation: 2 });
      const { tokenManager, vault } = openWindow();
      script = [failures.invalidGrant, () => vault.write(newer).then(failures.invalidGrant)];
      assert.equal(await time.runUntil(tokenManager.accessToken(id)), newer.tokens.accessToken);
      assert.equal(stored().deadGeneration, undefined);
    });

    it('asks twice before it marks the refresh token dead, and never again after', async () => {
      put();
      await expire();
      script = always(failures.invalidGrant);
      const { tokenManager, state } = openWindow();
      const error = await failureOf(time.runUntil(tokenManager.accessToken(id)));
      assert.equal(error.turn, 'reconnect');
      assert.equal(sent.length, 2);
      assert.equal(stored().deadGeneration, 1);
      assert.equal(await state(), 'needs-owner');
      assert.equal((await failureOf(openWindow().tokenManager.accessToken(id))).turn, 'reconnect');
      assert.equal((await failureOf(tokenManager.refresh(id))).turn, 'reconnect');
      assert.equal(sent.length, 2);
    });

    it('uses the access token of a dead session until it expires', async () => {
      const { tokens } = put();
      await time.advance(1.75 * hourMs);
      script = always(failures.invalidGrant);
      const { tokenManager } = openWindow();
      await failureOf(time.runUntil(tokenManager.refresh(id)));
      assert.equal(stored().deadGeneration, 1);
      assert.equal(await tokenManager.accessToken(id), tokens.accessToken);
      await time.advance(0.24 * hourMs);
      assert.equal(await tokenManager.accessToken(id), tokens.accessToken);
      await time.advance(0.01 * hourMs);
      assert.equal((await failureOf(tokenManager.accessToken(id))).turn, 'reconnect');
    });
  });

  describe('where SecretStorage has no answer', () => {
    it('says that the keyring is locked, not that the account is signed out', async () => {
      put();
      const { tokenManager, secrets, state } = openWindow();
      secrets.faults.get = 'hang';
      const error = await failureOf(time.runUntil(tokenManager.accessToken(id)));
      assert.equal(error.turn, 'retry');
      assert.match(error.message, /keyring/);
      assert.equal(await state(), 'locked');
    });

    it('tells a broken session from an absent one', async () => {
      world.write(id, '{');
      assert.match((await failureOf(openWindow().tokenManager.accessToken(id))).message, /damaged/);
      assert.match((await failureOf(openWindow().tokenManager.accessToken('gone'))).message, /signed out/);
    });
  });

  describe('keepFresh', () => {
    it('refreshes at three quarters of the lifetime, and leaves a dead session alone', async () => {
      put();
      const { tokenManager } = openWindow();
      await tokenManager.keepFresh(id, 0);
      assert.equal(sent.length, 0);
      await time.advance(1.5 * hourMs);
      await tokenManager.keepFresh(id, 0);
      assert.equal(sent.length, 1);
      await time.advance(1.5 * hourMs);
      put({ ...stored(), deadGeneration: 2 });
      await tokenManager.keepFresh(id, 0);
      assert.equal(sent.length, 1);
    });
  });
});
