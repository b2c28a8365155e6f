import assert from 'node:assert/strict';
import { type FaultPoint, noProbe } from '../../../../../src/extension/auth/refresh/fault-point.ts';
import { refreshSession } from '../../../../../src/extension/auth/refresh/refresh-session.ts';
import type { RefreshJob, RefreshOutcome } from '../../../../../src/extension/auth/refresh/refresher.ts';
import { encodeSignedOut } from '../../../../../src/extension/auth/sessions/session-record.ts';
import { newKey, sealSession } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import type { TokenPair } from '../../../../../src/service/oauth/token-endpoint.ts';
import { assertNoSecretSeen, canary, failures, logged, pair, storedSession } from '../support.ts';
import { SessionWorld } from '../session-world.ts';
import { join } from 'node:path';
import { bundledMessages } from '../../../../../src/extension/auth/refresh/translated-messages.ts';
import { root } from '../../../../tools/lib/paths.ts';

const id = 'sandbox.one';
const minuteMs = 60_000;

/** What a refresh makes of what it finds and of what becomes of it, case by case. */
describe('the outcome of a refresh', () => {
  let world: SessionWorld;
  let sent: string[];
  let asked: number;
  /** What the service does, send by send; a new pair once it is used up. */
  let script: (() => Promise<TokenPair>)[];

  beforeEach(() => {
    world = new SessionWorld();
    [sent, script, asked] = [[], [], 0];
    logged.length = 0;
  });
  afterEach(() => {
    world.close();
    assertNoSecretSeen();
  });

  function refresh(job: Partial<RefreshJob> = {}, atPoint?: (point: FaultPoint) => unknown): Promise<RefreshOutcome> {
    const { time } = world;
    const send = (token: string) => {
      sent.push(token);
      return (script.shift() ?? (() => Promise.resolve(pair(time.now()))))();
    };
    const tools = world.refreshTools(send, {
      reach: () => Promise.resolve(void (asked += 1)),
      probe: atPoint ? async (point: FaultPoint) => void (await atPoint(point)) : noProbe,
    });
    return time.runUntil(refreshSession(world.job(job), tools, new AbortController().signal));
  }

  const sealed = (generation: number, key = world.key) =>
    sealSession(storedSession(world.time.now(), { generation }), key);
  const hasIntent = () => world.intent() !== undefined;
  const leaveIntent = (ageMs: number, generation = 1) => world.leaveIntent(generation, world.time.now() - ageMs);
  const refused = () => Promise.reject(failures.invalidGrant());

  describe('with what it finds', () => {
    it('says that the disk does not answer', async () => {
      world.put();
      world.rows.faults.add('read');
      assert.deepEqual(await refresh(), { kind: 'unreadable', reason: 'disk' });
      assert.deepEqual(logged, [`error Session ${id}: the refresh failed: Error EIO`]);
    });

    it('tells damage from a key that is missing', async () => {
      world.write(id, sealed(1).replace(/"data":"..../, '"data":"AAAA'));
      assert.deepEqual(await refresh(), { kind: 'unreadable', reason: 'broken' });
      world.write(id, 'no session at all');
      assert.deepEqual(await refresh(), { kind: 'unreadable', reason: 'broken' });
      world.write(id, sealed(1, newKey()));
      assert.deepEqual(await refresh(), { kind: 'unreadable', reason: 'key' });
    });

    it('leaves a newer session alone whose key it lacks, or one as new, and replaces an older one', async () => {
      for (const generation of [3, 2]) {
        world.write(id, sealed(generation, newKey()));
        assert.deepEqual(await refresh({ replica: sealed(2) }), { kind: 'unreadable', reason: 'key' });
      }
      world.write(id, sealed(1, newKey()));
      assert.deepEqual(await refresh({ replica: sealed(2) }), { kind: 'adopted', generation: 2 });
      assert.equal(world.stored().generation, 2);
      assert.deepEqual(sent, []);
    });

    it('takes nothing over that belongs to another session', async () => {
      world.put();
      const other = sealSession(storedSession(world.time.now(), { id: 'sandbox.two', generation: 9 }), world.key);
      assert.deepEqual(await refresh({ replica: other }), { kind: 'renewed', generation: 2 });
    });

    it('hands a good copy on where the disk does not take it, and gives up with an old one', async () => {
      world.rows.faults.add('commit');
      const text = sealed(2);
      assert.deepEqual(await refresh({ replica: text }), { kind: 'unsaved', text });
      assert.deepEqual(await refresh({ replica: sealed(1) }), { kind: 'unwritable' });
      assert.deepEqual(sent, []);
    });

    it('has nothing to recover where nobody has begun', async () => {
      world.put();
      assert.deepEqual(await refresh({ isRecovery: true }), { kind: 'adopted', generation: 1 });
      leaveIntent(1000, 0);
      assert.deepEqual(await refresh({ isRecovery: true }), { kind: 'adopted', generation: 1 });
      assert.equal(hasIntent(), false);
      assert.deepEqual(sent, []);
    });
  });

  describe('after an interrupted one', () => {
    for (const [when, ageMs, isUrgent] of [
      ['within the minute', minuteMs - 1, true],
      ['when the minute is over', minuteMs, false],
      ['long after', 90 * minuteMs, false],
      ['where the clock was set back since', -minuteMs, true],
    ] as const) {
      it(`${isUrgent ? 'hurries' : 'does not hurry'} ${when}`, async () => {
        world.put();
        leaveIntent(ageMs);
        const { sentAt = NaN } = world.intent() ?? {};
        const noted: (number | undefined)[] = [];
        await refresh({}, (point) => point === 'intent-written' && noted.push(world.intent()?.sentAt));
        assert.equal(asked, isUrgent ? 0 : 1);
        assert.deepEqual(noted, [isUrgent ? Math.min(sentAt, world.time.now()) : world.time.now()]);
      });
    }

    for (const [ageMs, outcome] of [
      [1000, { kind: 'renewed', generation: 3 }],
      [minuteMs, { kind: 'adopted', generation: 2 }],
    ] as const) {
      it(`${outcome.kind === 'renewed' ? 'finishes' : 'takes'} the newer pair that it finds, begun to be replaced ${ageMs / 1000} s ago`, async () => {
        world.put({ generation: 2 });
        leaveIntent(ageMs, 2);
        assert.deepEqual(await refresh(), outcome);
      });
    }

    it('leaves the intent where the disk has no room for a pair', async () => {
      world.put();
      leaveIntent(1000);
      world.rows.faults.add('commit');
      assert.deepEqual(await refresh(), { kind: 'unwritable' });
      assert.equal(world.intent()?.sentAt, world.time.now() - 1000);
      assert.match(logged.join(), /takes no new pair, so none is asked for: Error EIO$/);
      leaveIntent(2 * minuteMs);
      world.rows.faults.clear();
      world.rows.faults.add('put intent');
      await refresh();
      assert.equal(hasIntent(), false);
    });
  });

  describe('when it sends again', () => {
    const lost = () => Promise.reject(failures.lostAnswer());
    /** Loses the answer after a while, in which the disk has its turn. */
    const lostBy = (meanwhile: () => void) => async () => {
      await world.time.sleep(100);
      meanwhile();
      return lost();
    };

    it('notes when, each time: the token’s minute may have begun only then', async () => {
      world.put();
      const start = world.time.now();
      const sentAt: (number | undefined)[] = [];
      const note = () => sentAt.push((world.intent()?.sentAt ?? NaN) - start);
      script = Array.from({ length: 4 }, () => lostBy(note));
      assert.equal((await refresh()).kind, 'renewed');
      assert.deepEqual(sentAt, [0, 600, 1700, 3800]);
    });

    it('notes it of a refresh that it has taken over from the first time on, and not before it sends', async () => {
      world.put();
      leaveIntent(40_000);
      const ages: number[] = [];
      const note = () => ages.push(world.time.now() - (world.intent()?.sentAt ?? NaN));
      script = [lostBy(note)];
      await refresh({}, (point) => point === 'preflight-done' && note());
      assert.deepEqual(ages, [40_000, 100]);
    });

    it('does so although the disk takes no note of it', async () => {
      world.put();
      script = [
        () => (world.rows.faults.add('commit'), lost()),
        async () => {
          await world.time.sleep(100);
          world.rows.faults.clear();
          return pair(world.time.now());
        },
      ];
      assert.deepEqual(await refresh(), { kind: 'renewed', generation: 2 });
      assert.deepEqual([sent.length, hasIntent()], [2, false]);
    });

    it('says when it gives up, so that no window takes it over; the next one that is asked for sends', async () => {
      const { tokens } = world.put();
      script = Array.from({ length: 50 }, () => lost);
      assert.equal((await refresh()).kind, 'failed');
      assert.equal(world.intent()?.isGivenUp, true);
      sent = [];
      script = [];
      assert.deepEqual(await refresh({ isRecovery: true }), { kind: 'adopted', generation: 1 });
      assert.deepEqual(sent, []);
      assert.deepEqual(await refresh(), { kind: 'renewed', generation: 2 });
      assert.deepEqual([sent, asked], [[tokens.refreshToken], 1], 'it may still be within its minute');
    });
  });

  describe('when the service answers', () => {
    it('gives the new refresh token its own expiry, and an old one no other', async () => {
      const before = world.put();
      await world.time.advance(minuteMs);
      await refresh();
      const renewed = world.stored().tokens;
      assert.equal(renewed.refreshTokenExpiresAt, before.tokens.refreshTokenExpiresAt + minuteMs);
      await world.time.advance(minuteMs);
      script = [() => Promise.resolve({ ...pair(world.time.now()), refreshToken: renewed.refreshToken })];
      await refresh({ generation: 2 });
      const { tokens } = world.stored();
      assert.equal(tokens.refreshTokenExpiresAt, renewed.refreshTokenExpiresAt);
      assert.notEqual(tokens.accessToken, renewed.accessToken);
      assert.equal(logged.at(-1), `info Session ${id} refreshed, generation 3`);
    });

    it('says what failed where that was no answer', async () => {
      world.put();
      script = Array.from({ length: 50 }, () => () => Promise.reject(new TypeError(canary)));
      assert.deepEqual(await refresh(), {
        kind: 'failed',
        message: 'TypeError',
        details: { kind: 'network', turn: 'retry', nextStep: '', sent: true },
      });
      assert.equal(hasIntent(), true);
    });

    it('takes over what another window stored while its own token was refused', async () => {
      world.put();
      script = [() => (world.put({ generation: 2 }), refused())];
      assert.deepEqual(await refresh(), { kind: 'adopted', generation: 2 });
      assert.equal(sent.length, 1);
      assert.equal(hasIntent(), false);
    });

    it('leaves no intent where it was superseded or signed out', async () => {
      world.put();
      const superseded = await refresh({}, (point) => point === 'parsed' && world.put({ generation: 2 }));
      assert.deepEqual(superseded, { kind: 'adopted', generation: 2 });
      assert.equal(hasIntent(), false);
      const gone = await refresh({ generation: 2 }, (point) => {
        if (point === 'parsed') world.write(id, encodeSignedOut(id, 3, 0));
      });
      assert.deepEqual(gone, { kind: 'signed-out' });
      assert.equal(hasIntent(), false);
    });
  });

  describe('when its token is refused', () => {
    const alternate = (generation: number) => {
      const session = storedSession(world.time.now(), { generation });
      world.rows.texts.set(`alternate ${id} ${generation}`, sealSession(session, world.key));
      return session.tokens.refreshToken;
    };

    it('marks it dead, and leaves no intent', async () => {
      world.put();
      script = [refused, refused];
      assert.deepEqual(await refresh(), { kind: 'dead' });
      assert.equal(world.stored().deadGeneration, 1);
      assert.equal(hasIntent(), false);
      assert.match(logged.join(), /the refresh token of generation 1 is dead/);
    });

    it('tries those that were kept beside it, newest first, before it calls the session dead', async () => {
      const { tokens } = world.put();
      const [second, tenth] = [alternate(2), alternate(10)];
      world.rows.texts.set(`alternate ${id} 11`, 'garbage');
      script = [refused, refused, refused, refused];
      assert.deepEqual(await refresh(), { kind: 'dead' });
      assert.deepEqual(sent, [tokens.refreshToken, tokens.refreshToken, tenth, second]);
    });

    for (const [what, generation, token, isSent] of [
      ['another pair of its generation', 1, 'copied', true],
      ['an older pair', 0, 'copied', true],
      ['the same', 1, undefined, false],
    ] as const) {
      it(`${isSent ? 'tries' : 'does not send'} the copy in SecretStorage where that is ${what}`, async () => {
        const { tokens } = world.put();
        const refreshToken = token ?? tokens.refreshToken;
        const copy = storedSession(world.time.now(), { generation, tokens: { ...tokens, refreshToken } });
        script = [refused, refused];
        const outcome = await refresh({ replica: sealSession(copy, world.key) });
        assert.deepEqual(outcome, isSent ? { kind: 'renewed', generation: 2 } : { kind: 'dead' });
        assert.deepEqual(sent.slice(2), isSent ? ['copied'] : []);
      });
    }

    it('goes on with one that lives', async () => {
      world.put();
      alternate(2);
      script = [refused, refused];
      assert.deepEqual(await refresh(), { kind: 'renewed', generation: 2 });
      assert.equal(world.stored().generation, 2);
    });

    it('calls nothing dead while one of them may live', async () => {
      world.put();
      alternate(2);
      script = [refused, refused, () => Promise.reject(failures.offline())];
      assert.equal((await refresh()).kind, 'failed');
      assert.equal(world.stored().deadGeneration, undefined);
      assert.equal(hasIntent(), false);
    });

    for (const [what, change] of [
      ['newer', () => void world.put({ generation: 7 })],
      ['signed out', () => world.write(id, encodeSignedOut(id, 2, 0))],
    ] as const) {
      it(`marks nothing where the session is ${what} by then`, async () => {
        world.put();
        alternate(2);
        let after: string | undefined;
        const changed = () => {
          change();
          after = world.rows.texts.get(`session ${id}`);
          return refused();
        };
        script = [refused, refused, changed];
        assert.deepEqual(await refresh(), { kind: 'dead' });
        assert.equal(world.rows.texts.get(`session ${id}`), after);
      });
    }
  });
});

describe('bundledMessages', () => {
  it('speaks the language of the bundle, and English for what it lacks', () => {
    const t = bundledMessages(join(root, 'media/l10n/bundle.l10n.de.json'));
    assert.equal(t('The host {0} was not found', 'host.test'), 'Der Host host.test wurde nicht gefunden');
    assert.equal(t('No such text: {0}', 1), 'No such text: 1');
    assert.equal(t('constructor'), 'constructor');
  });

  it('is English where the bundle can’t be read', () => {
    assert.equal(bundledMessages(join(root, 'nowhere.json'))('Try again in {0}', '0:42'), 'Try again in 0:42');
  });
});
