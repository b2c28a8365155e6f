import assert from 'node:assert/strict';
import { assertNoSecretSeen, drain, failureOf, failures, pair, storedSession } from '../support.ts';
import { SessionWorld } from '../session-world.ts';

const id = 'sandbox.one';
const hourMs = 3_600_000;

/** What the next process does with what a killed one has left. */
describe('an interrupted refresh', () => {
  let world: SessionWorld;
  let sent: string[];
  let questions: number;

  beforeEach(() => {
    world = new SessionWorld();
    sent = [];
    questions = 0;
    world.answer = (token) => {
      sent.push(token);
      return Promise.resolve(pair(world.time.now()));
    };
    world.reach = () => {
      questions += 1;
      return Promise.resolve(new Response());
    };
  });
  afterEach(() => {
    world.close();
    assertNoSecretSeen();
  });

  /** What there is of the session. */
  const left = () => [...world.rows.texts.keys()].filter((name) => name.includes(id));

  it('is taken over by a window that does not need the token, as soon as it looks', async () => {
    const { tokens } = world.put();
    world.leaveIntent();
    const { watch } = world.window();
    await watch.look();
    await drain();
    assert.deepEqual(sent, [tokens.refreshToken]);
    assert.equal(world.stored().generation, 2);
    assert.equal(questions, 0, 'time was lost on a question');
    assert.deepEqual(left(), [`session ${id}`]);
  });

  it('is left alone while its process holds the lock', async () => {
    world.put();
    const release = Promise.withResolvers<void>();
    const holder = world.lock.run(id, () => release.promise, { maxWaitMs: 0 });
    world.leaveIntent();
    const { watch } = world.window();
    await watch.look();
    await world.time.advance(15_000);
    assert.deepEqual(sent, []);
    release.resolve();
    await holder;
    await world.time.advance(5_000);
    assert.equal(sent.length, 1);
  });

  it('is hurried where the clock was set back since, and for one minute only', async () => {
    const { tokens } = world.put();
    world.leaveIntent(1, world.time.now() + 24 * hourMs);
    const start = world.time.now();
    const at: number[] = [];
    world.answer = (token) => {
      assert.equal(token, tokens.refreshToken);
      at.push(world.time.now() - start);
      return Promise.reject(failures.lostAnswer());
    };
    const { watch } = world.window();
    await watch.look();
    await world.time.advance(10 * 60_000);
    assert.equal(at[0], 0);
    assert.equal(questions, 0, 'time was lost on a question');
    assert.ok((at.at(-1) ?? Infinity) <= 50_000, `sent again and again: ${at.join()}`);
  });

  it('goes on with the schedule where the killed process was', async () => {
    world.put();
    const start = world.time.now();
    world.leaveIntent(1, start - 20_000);
    const at: number[] = [];
    world.answer = () => {
      at.push(world.time.now() - start);
      return Promise.reject(failures.lostAnswer());
    };
    const { watch } = world.window();
    await watch.look();
    await world.time.advance(60_000);
    assert.deepEqual(at.slice(0, 2), [0, 15_000]);
    assert.ok(
      at.every((ms) => ms <= 30_000),
      'sent after fifty seconds',
    );
  });

  for (const seconds of [18, 25, 40, 55]) {
    it(`is finished where each answer takes ${seconds} s, and its process was killed after 20 s`, async () => {
      world.put();
      const usedAt = world.time.now();
      await world.time.advance(20_000);
      world.leaveIntent(1, usedAt);
      world.answer = async () => {
        const isOver = world.time.now() - usedAt >= 60_000;
        await world.time.sleep(seconds * 1000);
        if (isOver) throw failures.invalidGrant();
        return pair(world.time.now());
      };
      await world.window().watch.look();
      await world.time.advance(120_000);
      assert.deepEqual([world.stored().generation, world.stored().deadGeneration], [2, undefined]);
    });
  }

  it('is nothing to a session that is signed out', async () => {
    world.put();
    await world.window().vault.remove(id);
    world.leaveIntent();
    await world.window().watch.look();
    await drain();
    assert.deepEqual(sent, []);
  });

  it('that was suspended finds a newer session in its place, and keeps its pair beside it', async () => {
    world.put();
    await world.time.advance(2 * hourMs);
    const connected = storedSession(world.time.now(), { generation: 2 });
    world.answer = () => {
      world.put(connected);
      return Promise.resolve(pair(world.time.now()));
    };
    assert.equal(await world.window().tokenManager.accessToken(id), connected.tokens.accessToken);
    assert.deepEqual(world.stored(), connected);
    assert.deepEqual(left(), [`session ${id}`, `alternate ${id} 2`]);
  });

  describe('where no question is answered', () => {
    it('spends nothing if it is certain that the service is out of reach', async () => {
      world.put();
      world.reach = () =>
        Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error(), { syscall: 'connect' }) }));
      const error = await failureOf(world.window().tokenManager.refresh(id));
      assert.deepEqual([error.kind, error.sent], ['network', false]);
      assert.deepEqual(sent, []);
      assert.deepEqual(left(), [`session ${id}`]);
    });

    it('sends all the same if only the question may have been the problem', async () => {
      world.put();
      world.reach = () => Promise.reject(new TypeError('fetch failed', { cause: new Error('socket hang up') }));
      await world.window().tokenManager.refresh(id);
      assert.equal(sent.length, 1);
    });
  });

  for (const [way, direction] of [
    ['back', -1],
    ['forward', 1],
  ] as const) {
    it(`counts the minute by the other clock while the machine’s is set ${way}`, async () => {
      world.put();
      let elapsed = 0;
      const at: number[] = [];
      world.answer = () => {
        at.push(elapsed);
        // Fifteen seconds each, in which the wall clock goes an hour off.
        elapsed += 15_000;
        return Promise.reject(failures.timeout());
      };
      const clock = { now: () => world.time.now() + direction * hourMs * (elapsed / 15_000) };
      const window = world.window({ clock, elapsed: () => elapsed });
      await failureOf(world.time.runUntil(window.tokenManager.refresh(id)));
      assert.deepEqual(at, [0, 15_000, 30_000, 45_000]);
    });
  }
});
