import assert from 'node:assert/strict';
import { ConnectedSessions } from '../../../src/auth/connected-sessions.ts';
import type { SessionDiff } from '../../../src/auth/session-diff.ts';
import { SessionVault } from '../../../src/auth/session-vault.ts';
import { assertNoSecretSeen, drain, FakeSecrets, FakeTime, failureOf, l10n, log, storedSession } from './support.ts';

describe('ConnectedSessions', () => {
  let time: FakeTime;
  let secrets: FakeSecrets;

  beforeEach(() => {
    time = new FakeTime();
    secrets = new FakeSecrets(time);
  });
  afterEach(() => assertNoSecretSeen());

  function open() {
    const window = secrets.window();
    const vault = new SessionVault(window, time, log);
    const forgotten: string[] = [];
    const keeper = {
      accessToken: (id: string, rejected?: string) => Promise.resolve(`${id} ${rejected}`),
      forget: (id: string) => void forgotten.push(id),
    };
    const sessions = new ConnectedSessions(vault, () => Promise.resolve(keeper), l10n);
    const diffs: SessionDiff[] = [];
    let changes = 0;
    sessions.onDidChangeSessions((diff) => diffs.push(diff));
    sessions.onDidChange(() => changes++);
    return { window, vault, sessions, diffs, forgotten, changes: () => changes };
  }

  const ids = (diff?: SessionDiff) =>
    diff && [diff.added, diff.removed, diff.changed].map((list) => list.map(({ id }) => id));

  it('lists what is stored, without tokens and without an event', async () => {
    const { sessions, vault, diffs } = open();
    const session = storedSession(time.now());
    await vault.write(session);
    await drain();
    const [info, ...others] = await sessions.list();
    assert.deepEqual(others, []);
    assert.deepEqual(info, {
      id: session.id,
      environment: 'sandbox',
      account: session.account,
      scopes: session.scopes,
      state: 'fresh',
      accessTokenExpiresAt: session.tokens.accessTokenExpiresAt,
      refreshTokenExpiresAt: session.tokens.refreshTokenExpiresAt,
    });
    assert.deepEqual(diffs, []);
    assert.equal(await sessions.accessToken('a', 'b'), 'a b');
  });

  it('tells what another window does, once each', async () => {
    const here = open();
    const there = open();
    await here.sessions.list();
    const session = storedSession(time.now());
    await there.vault.write(session);
    await drain();
    assert.deepEqual(here.diffs.map(ids), [[[session.id], [], []]]);
    await there.vault.write({ ...session, generation: 2 });
    await drain();
    assert.deepEqual(ids(here.diffs[1]), [[], [], [session.id]]);
    await there.vault.remove(session.id);
    await drain();
    assert.deepEqual(ids(here.diffs[2]), [[], [session.id], []]);
    assert.equal(here.diffs.length, 3);
    assert.equal(here.changes(), 3);
  });

  it('tells its own writes once, although SecretStorage reports them as well', async () => {
    const { sessions, vault, diffs } = open();
    await sessions.list();
    await vault.write(storedSession(time.now()));
    await Promise.all([sessions.reload(), sessions.reload()]);
    await drain();
    assert.equal(diffs.length, 1);
  });

  it('does not go back to an older reading', async () => {
    const { sessions, window, vault, diffs } = open();
    const session = storedSession(time.now());
    await vault.write(session);
    const old = secrets.values.get(`session.${session.id}`);
    await vault.write({ ...session, generation: 2 });
    await sessions.list();
    await drain();
    const before = diffs.length;
    window.stale.set(`session.${session.id}`, old);
    await sessions.reload();
    assert.equal((await sessions.stored())[0]?.generation, 2);
    assert.equal(diffs.length, before);
  });

  it('keeps showing sessions of a keyring that locks, as locked', async () => {
    const { sessions, window, vault, diffs, changes } = open();
    await vault.write(storedSession(time.now()));
    await sessions.list();
    const before = changes();
    window.faults.get = 'reject';
    await sessions.reload();
    assert.deepEqual(
      (await sessions.list()).map(({ state }) => state),
      ['locked'],
    );
    assert.equal(changes(), before + 1);
    window.faults.keys = 'hang';
    assert.deepEqual(
      (await time.runUntil(sessions.list())).map(({ state }) => state),
      ['locked'],
    );
    delete window.faults.get;
    delete window.faults.keys;
    assert.deepEqual(
      (await sessions.list()).map(({ state }) => state),
      ['fresh'],
    );
    assert.deepEqual(diffs, []);
  });

  it('shows sessions that were locked from the start, with their environment', async () => {
    await open().vault.write(storedSession(time.now(), { id: 'my%20staging.uuid' }));
    const { sessions, window } = open();
    window.faults.get = 'hang';
    const [info] = await time.runUntil(sessions.list());
    assert.deepEqual([info?.state, info?.environment], ['locked', 'my staging']);
    assert.deepEqual(await time.runUntil(sessions.stored()), []);
  });

  it('says so where nothing could ever be read', async () => {
    const { sessions, window } = open();
    window.faults.keys = 'reject';
    assert.equal((await failureOf(sessions.list())).turn, 'retry');
    assert.deepEqual(await sessions.stored(), []);
  });

  it('shows the good sessions beside a broken one', async () => {
    const { sessions, vault } = open();
    await vault.write(storedSession(time.now()));
    secrets.values.set('session.bad', 'not JSON');
    assert.equal((await sessions.list()).length, 1);
    assert.equal(secrets.values.size, 2);
  });

  it('takes its state from the last refresh and from the mark of a dead token', async () => {
    const { sessions, vault, changes } = open();
    const session = storedSession(time.now());
    await vault.write(session);
    await sessions.list();
    const state = async () => (await sessions.list())[0]?.state;
    sessions.noteOutcome(session.id, 'offline');
    assert.equal(await state(), 'offline');
    sessions.noteOutcome(session.id, 'misconfigured');
    assert.equal(await state(), 'offline');
    sessions.noteOutcome(session.id, 'renewed');
    assert.equal(await state(), 'fresh');
    await drain();
    assert.equal(changes(), 2);
    await vault.write({ ...session, deadGeneration: 1 });
    await sessions.reload();
    assert.equal(await state(), 'needs-owner');
  });

  it('signs out whatever the keyring does', async () => {
    const { sessions, vault, window, diffs, forgotten } = open();
    const session = storedSession(time.now());
    await vault.write(session);
    await sessions.list();
    window.faults.delete = 'hang';
    window.faults.keys = 'reject';
    await time.runUntil(sessions.remove(session.id));
    assert.deepEqual(diffs.map(ids), [[[], [session.id], []]]);
    assert.deepEqual(forgotten, [session.id]);
    delete window.faults.keys;
    assert.deepEqual(await sessions.list(), []);
  });
});
