import assert from 'node:assert/strict';
import { SessionVault } from '../../../src/auth/session-vault.ts';
import { encodeSession } from '../../../src/auth/stored-session.ts';
import { assertNoSecretSeen, FakeSecrets, FakeTime, log, storedSession } from './support.ts';

describe('SessionVault', () => {
  let time: FakeTime;
  let secrets: FakeSecrets;

  function open() {
    const window = secrets.window();
    return { window, vault: new SessionVault(window, time, log) };
  }

  beforeEach(() => {
    time = new FakeTime();
    secrets = new FakeSecrets(time);
  });
  afterEach(() => assertNoSecretSeen());

  it('keeps each session under a key of its own, and leaves other keys alone', async () => {
    const { vault } = open();
    secrets.values.set('client-secret.smartcar', 'other');
    const [one, two] = [storedSession(0, { id: 'one' }), storedSession(0, { id: 'two' })];
    assert.equal(await vault.write(one), true);
    assert.equal(await vault.write(two), true);
    assert.deepEqual([...secrets.values.keys()], ['client-secret.smartcar', 'session.one', 'session.two']);
    assert.deepEqual(
      (await vault.list())?.map(({ id, kind }) => [id, kind]),
      [
        ['one', 'session'],
        ['two', 'session'],
      ],
    );
    await vault.remove('one');
    assert.deepEqual([...secrets.values.keys()], ['client-secret.smartcar', 'session.two']);
  });

  it('shows the good sessions beside a broken one, and leaves the broken one where it is', async () => {
    const { vault } = open();
    await vault.write(storedSession(0, { id: 'good' }));
    secrets.values.set('session.bad', '{"version":7}');
    secrets.values.set('session.moved', encodeSession(storedSession(0, { id: 'elsewhere' })));
    const kinds = Object.fromEntries((await vault.list())?.map(({ id, kind }) => [id, kind]) ?? []);
    assert.deepEqual(kinds, { good: 'session', bad: 'broken', moved: 'broken' });
    assert.equal(secrets.values.get('session.bad'), '{"version":7}');
  });

  for (const fault of ['reject', 'hang'] as const) {
    it(`calls a session locked, not absent, where the keyring does ${fault}`, async () => {
      const { window, vault } = open();
      await vault.write(storedSession(0, { id: 'one' }));
      window.faults.get = fault;
      assert.deepEqual(await time.runUntil(vault.read('one')), { kind: 'locked', id: 'one' });
      window.faults.keys = fault;
      assert.equal(await time.runUntil(vault.list()), undefined);
    });
  }

  for (const fault of ['reject', 'hang', 'ignore'] as const) {
    it(`keeps a pair in memory where the keyring does ${fault} on storing, and stores it later`, async () => {
      const { window, vault } = open();
      await vault.write(storedSession(0, { id: 'one' }));
      const newer = storedSession(0, { id: 'one', generation: 2 });
      window.faults.store = fault;
      assert.equal(await time.runUntil(vault.write(newer)), false);
      assert.deepEqual(await vault.read('one'), { kind: 'session', id: 'one', session: newer });
      window.faults.store = undefined;
      await vault.flush();
      assert.equal(secrets.values.get('session.one'), encodeSession(newer));
    });
  }

  it('prefers what another window stored since over the pair in memory', async () => {
    const { window, vault } = open();
    window.faults.store = 'reject';
    await vault.write(storedSession(0, { id: 'one', generation: 2 }));
    await open().vault.write(storedSession(0, { id: 'one', generation: 3 }));
    window.faults.store = undefined;
    await vault.flush();
    const entry = await vault.read('one');
    assert.equal(entry.kind === 'session' && entry.session.generation, 3);
    assert.match(secrets.values.get('session.one') ?? '', /"generation":3/);
  });

  it('removes a session for this window at once, and from a keyring that refuses later', async () => {
    const { window, vault } = open();
    await vault.write(storedSession(0, { id: 'one' }));
    window.faults.delete = 'hang';
    await time.runUntil(vault.remove('one'));
    assert.equal((await vault.read('one')).kind, 'absent');
    window.faults.delete = undefined;
    await vault.flush();
    assert.equal(secrets.values.size, 0);
  });

  it('tells of changes of sessions only', async () => {
    const { vault } = open();
    let changes = 0;
    vault.onDidChange(() => changes++);
    const other = secrets.window();
    await other.store('client-secret.x', 'y');
    assert.equal(changes, 0);
    await other.store('session.one', encodeSession(storedSession(0, { id: 'one' })));
    assert.equal(changes, 1);
    vault.dispose();
    await other.delete('session.one');
    assert.equal(changes, 1);
  });
});
