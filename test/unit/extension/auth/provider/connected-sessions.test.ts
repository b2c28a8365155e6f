import assert from 'node:assert/strict';
import type { SessionDiff } from '../../../../../src/extension/auth/provider/connected-sessions.ts';
import { assertNoSecretSeen, drain, failureOf, pair, storedSession } from '../support.ts';
import { SessionWorld } from '../session-world.ts';

const id = 'sandbox.one';

describe('ConnectedSessions', () => {
  let world: SessionWorld;

  beforeEach(() => (world = new SessionWorld()));
  afterEach(() => {
    world.close();
    assertNoSecretSeen();
  });

  function open() {
    const window = world.window();
    const diffs: SessionDiff[] = [];
    let changes = 0;
    window.sessions.onDidChangeSessions((diff) => diffs.push(diff));
    window.sessions.onDidChange(() => changes++);
    const states = async () => (await window.sessions.list()).map(({ state }) => state);
    return { ...window, diffs, states, changes: () => changes };
  }

  const ids = (diff?: SessionDiff) =>
    diff && [diff.added, diff.removed, diff.changed].map((list) => list.map((session) => session.id));

  it('lists what is stored, without tokens and without an event', async () => {
    const session = world.put();
    const { sessions, diffs } = open();
    assert.deepEqual(await sessions.list(), [
      {
        id,
        environment: 'sandbox',
        hasTokens: true,
        lack: undefined,
        ownerId: undefined,
        account: session.account,
        scopes: session.scopes,
        origins: undefined,
        state: 'fresh',
        accessTokenExpiresAt: session.tokens.accessTokenExpiresAt,
        refreshTokenExpiresAt: session.tokens.refreshTokenExpiresAt,
      },
    ]);
    assert.deepEqual(diffs, []);
    assert.equal(await sessions.accessToken(id), session.tokens.accessToken);
  });

  it('tells what another window does, once each', async () => {
    const here = open();
    await here.sessions.list();
    await here.watch.look();
    const session = world.put();
    await world.time.advance(5_000);
    assert.deepEqual(here.diffs.map(ids), [[[id], [], []]]);
    world.put({ ...session, generation: 2 });
    await world.time.advance(5_000);
    assert.deepEqual(ids(here.diffs[1]), [[], [], [id]]);
    await world.window().sessions.remove(id);
    await world.time.advance(5_000);
    assert.deepEqual(ids(here.diffs[2]), [[], [id], []]);
    assert.equal(here.diffs.length, 3);
    assert.equal(here.changes(), 3);
  });

  it('tells its own writes once, although the watch reports them as well', async () => {
    const { sessions, register, diffs } = open();
    await sessions.list();
    const { id: _, generation: _none, ...connected } = storedSession(world.time.now());
    await register(connected);
    await world.time.advance(10_000);
    assert.equal(diffs.length, 1);
  });

  it('does not go back to an older file, and puts the newer one in its place', async () => {
    const old = world.put();
    const text = world.rows.texts.get(`session ${id}`) ?? '';
    world.put({ ...old, generation: 2 });
    const { sessions, diffs } = open();
    await sessions.list();
    world.write(id, text);
    await sessions.reload();
    assert.equal((await sessions.stored())[0]?.generation, 2);
    assert.equal(world.stored().generation, 2);
    assert.deepEqual(diffs, []);
  });

  it('keeps showing sessions of a folder that can not be read, as locked', async () => {
    world.put();
    const { states, sessions, diffs, changes } = open();
    await sessions.list();
    const before = changes();
    world.rows.faults.add('read');
    assert.deepEqual(await states(), ['fresh']);
    await sessions.reload();
    assert.deepEqual(await states(), ['locked']);
    assert.equal(changes(), before + 1);
    world.rows.faults.clear();
    assert.deepEqual(await states(), ['fresh']);
    assert.deepEqual(diffs, []);
  });

  it('shows a session that was locked from the start as what it is', async () => {
    const { account } = world.put({ environment: 'my staging' });
    const { sessions, secrets } = open();
    secrets.faults.get = 'hang';
    const [info] = await world.time.runUntil(sessions.list());
    assert.deepEqual([info?.state, info?.environment, info?.account], ['locked', 'my staging', account]);
    assert.deepEqual(await sessions.stored(), []);
  });

  it('shows a refresh while it runs, and what it ended with', async () => {
    world.put();
    const { tokenManager, states, changes } = open();
    await states();
    const reply = Promise.withResolvers<ReturnType<typeof pair>>();
    world.answer = () => reply.promise;
    const before = changes();
    const refresh = tokenManager.refresh(id);
    await drain();
    assert.deepEqual(await states(), ['refreshing']);
    assert.equal(changes(), before + 1);
    reply.resolve(pair(world.time.now()));
    await refresh;
    assert.deepEqual(await states(), ['fresh']);

    const refused = Object.assign(new Error('refused'), { syscall: 'connect' });
    world.reach = () => Promise.reject(new TypeError('fetch failed', { cause: refused }));
    await failureOf(tokenManager.refresh(id));
    assert.deepEqual(await states(), ['offline']);

    world.put({ generation: 3 });
    await world.time.advance(5_000);
    assert.deepEqual(await states(), ['fresh'], 'another window has reached the service');
  });

  it('signs out whatever the disk does', async () => {
    world.put();
    const { sessions, diffs, states } = open();
    await sessions.list();
    for (const operation of ['read', 'write'] as const) world.rows.faults.add(operation);
    await world.time.runUntil(sessions.remove(id));
    assert.deepEqual(diffs.map(ids), [[[], [id], []]]);
    world.rows.faults.clear();
    assert.deepEqual(await states(), []);
  });

  it('shows what matters most of a session', async () => {
    const { tokenManager, states, sessions } = open();
    const session = world.put();
    await sessions.list();
    for (const [afterMs, overrides, expected] of [
      [0, {}, 'fresh'],
      [0, { deadGeneration: 0 }, 'fresh'],
      [0, { deadGeneration: 1 }, 'needs-owner'],
      [5_400_000, {}, 'expiring'],
      [-400_000, {}, 'expiring'],
    ] as const) {
      const tokens = { ...session.tokens, issuedAt: world.time.now() - afterMs };
      const ends = { accessTokenExpiresAt: tokens.issuedAt + 7_200_000 };
      world.put({ ...overrides, tokens: { ...tokens, ...ends } });
      await sessions.reload();
      assert.deepEqual(await states(), [expected]);
    }
    world.answer = () => new Promise(() => undefined);
    void tokenManager.refresh(id).catch(() => undefined);
    await drain();
    assert.deepEqual(await states(), ['refreshing']);
    world.rows.faults.add('read');
    await sessions.reload();
    assert.deepEqual(await states(), ['locked'], 'also while it is refreshed');
  });
});
