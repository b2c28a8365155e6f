import assert from 'node:assert/strict';
import { encodeSignedOut, readRecord } from '../../../../../src/extension/auth/sessions/session-record.ts';
import { newKey, sealSession } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import type { StoredSession } from '../../../../../src/extension/auth/sessions/stored-session.ts';
import type { VaultEntry } from '../../../../../src/extension/auth/sessions/session-vault.ts';
import { LimitReached } from '../../../../../src/common/scheduler.ts';
import { assertNoSecretSeen, logged, storedSession } from '../support.ts';
import { SessionWorld } from '../session-world.ts';

const id = 'sandbox.one';
const copyOf = (each: string) => `replica.store.${each}`;

/** What a window knows beside the disk, and what it makes of it. */
describe('SessionVault, beside the disk', () => {
  let world: SessionWorld;

  beforeEach(() => {
    world = new SessionWorld();
    logged.length = 0;
  });
  afterEach(() => {
    world.close();
    assertNoSecretSeen();
  });

  const open = () => world.window();
  const session = (overrides: Partial<StoredSession> = {}) => storedSession(world.time.now(), overrides);
  const kindOnDisk = () => readRecord(world.rows.texts.get(`session ${id}`) ?? '')?.kind;
  const summary = (entries: readonly VaultEntry[] | undefined) =>
    entries?.map(({ kind, id: each }) => `${each} ${kind}`).sort();
  const loseFile = () => world.rows.texts.delete(`session ${id}`);
  const generationIn = (entry: VaultEntry) => (entry.kind === 'session' ? entry.session.generation : entry.kind);

  describe('tells whether a session is stored', () => {
    for (const [disk, secrets, isStored] of [
      [true, true, true],
      [true, false, true],
      [false, true, true],
      [false, false, false],
    ] as const) {
      it(`where the disk ${disk ? 'takes' : 'refuses'} it and SecretStorage ${secrets ? 'takes' : 'refuses'} its copy`, async () => {
        world.put({ id: 'sandbox.two' });
        const { vault, secrets: store } = open();
        await vault.list();
        if (!disk) world.rows.faults.add('commit');
        if (!secrets) store.faults.store = 'reject';
        assert.equal(await vault.write(session()), isStored);
        assert.equal(kindOnDisk(), disk ? 'sealed' : undefined);
        assert.equal(world.secrets.values.has(copyOf(id)), secrets);
        assert.equal(
          logged.filter((line) => line.startsWith(`error The disk does not take session ${id}`)).length,
          disk ? 0 : 1,
        );
      });
    }
  });

  it('stores later what the disk refused, although nobody has read it since', async () => {
    const { vault } = open();
    world.rows.faults.add('commit');
    await vault.write(session());
    await vault.repair();
    assert.ok(logged.includes(`warn Session ${id} is still only in memory: Error EIO`));
    world.rows.faults.clear();
    await vault.repair();
    assert.equal(kindOnDisk(), 'sealed');
  });

  it('signs out on the disk as soon as that lets, and only once', async () => {
    world.put();
    const { vault } = open();
    await vault.read(id);
    world.rows.faults.add('commit');
    await vault.remove(id);
    assert.deepEqual([(await vault.read(id)).kind, kindOnDisk()], ['absent', 'sealed']);
    assert.deepEqual(summary(await vault.list()), [`${id} absent`]);
    assert.equal(world.secrets.values.has(copyOf(id)), false);
    assert.match(logged.join(), new RegExp(`warn Session ${id} is signed out in this window, and finally once`));
    world.rows.faults.clear();
    await vault.repair();
    assert.equal(kindOnDisk(), 'signed-out');
    const { length } = world.rows.done;
    await vault.repair();
    assert.equal(world.rows.done.length, length);
  });

  it('says what a disk does not read, and gives up nothing', async () => {
    world.put();
    const { vault } = open();
    world.rows.faults.add('read');
    assert.equal(await vault.list(), undefined);
    assert.deepEqual(await vault.read(id), { kind: 'locked', id });
    assert.deepEqual(
      logged.filter((line) => line.startsWith('warn')),
      ["warn The stored sessions can't be read: Error EIO", `warn Session ${id} can't be read: Error EIO`],
    );
  });

  for (const [generation, isKept] of [
    [1, true],
    [0, false],
  ] as const) {
    it(`${isKept ? 'keeps' : 'replaces'} another copy while a refresh of generation ${generation} has no result`, async () => {
      world.put();
      const { vault } = open();
      await vault.read(id);
      const copy = sealSession(session(), world.key);
      world.secrets.values.set(copyOf(id), copy);
      world.leaveIntent(generation);
      await vault.tidy();
      assert.equal(world.secrets.values.get(copyOf(id)) === copy, isKept);
    });
  }

  it('takes over no pair of a session that is signed out here, and none under a key that it lacks', async () => {
    const { vault } = open();
    await world.time.runUntil(vault.absorb(sealSession(session({ id: 'sandbox.two' }), newKey())));
    await vault.absorb('torn');
    await vault.remove(id);
    await vault.absorb(sealSession(session({ generation: 5 }), world.key));
    assert.equal(kindOnDisk(), 'signed-out');
    assert.deepEqual(summary(await vault.list()), [`${id} absent`]);
  });

  it('tells of each change until it is closed', async () => {
    const { vault } = open();
    let told = 0;
    vault.onDidChange(() => told++);
    await vault.write(session());
    await vault.remove(id);
    vault.noteChange();
    assert.equal(told, 3);
    vault.dispose();
    vault.noteChange();
    assert.equal(told, 3);
  });

  describe('lets the tokens go to more origins', () => {
    const [one, two] = ['https://one.test', 'https://two.test'];
    for (const [what, before, origins, ownerId, after] of [
      ['beside those that it has', { origins: [one] }, [two, one], undefined, { origins: [one, two] }],
      ['but binds nothing that was free', {}, [two], 'owner', { ownerId: 'owner' }],
      [
        'and changes the owner alone',
        { origins: [one], ownerId: 'owner' },
        [],
        'new',
        { origins: [one], ownerId: 'new' },
      ],
      [
        'and keeps the owner that it knows',
        { origins: [one], ownerId: 'owner' },
        [two],
        undefined,
        { origins: [one, two], ownerId: 'owner' },
      ],
      ['and stores nothing twice', { origins: [one], ownerId: 'owner' }, [one], 'owner', undefined],
    ] as const) {
      it(what, async () => {
        const stored = world.put(before);
        const { vault } = open();
        let told = 0;
        vault.onDidChange(() => told++);
        await vault.allow(id, origins, ownerId);
        const { origins: _, ownerId: _o, ...rest } = stored;
        assert.deepEqual(world.stored(), { ...rest, ...(after ?? before) });
        assert.deepEqual(world.rows.done, after ? ['put session'] : []);
        assert.equal(told, 1);
        world.rows.faults.add('read');
        const { kind, session } = (await vault.read(id)) as Extract<VaultEntry, { kind: 'session' }>;
        assert.deepEqual([kind, session], ['session', world.stored()]);
      });
    }

    it('but not where there is no session, or a refresh is at it', async () => {
      const { vault } = open();
      await vault.allow(id, [one]);
      assert.deepEqual(world.rows.done, []);
      const release = Promise.withResolvers<void>();
      const refreshing = world.lock.run(id, () => release.promise, { maxWaitMs: 0 });
      await assert.rejects(world.time.runUntil(vault.allow(id, [one])), LimitReached);
      release.resolve();
      await refreshing;
    });
  });

  describe('signed out in another window', () => {
    it('is listed no longer once the mark is gone, unlike one that only has a copy', async () => {
      const two = session({ id: 'sandbox.two' });
      world.secrets.values.set(copyOf('sandbox.two'), sealSession(two, world.key));
      world.secrets.values.set(copyOf(id), sealSession(session(), world.key));
      world.write(id, encodeSignedOut(id, 2, 0));
      const { vault } = open();
      await vault.tidy();
      assert.equal(world.secrets.values.has(copyOf(id)), false);
      loseFile();
      assert.deepEqual(summary(await vault.list()), ['sandbox.two session']);
    });
  });

  describe('where the file is sealed with a key that nobody gives', () => {
    for (const [generation, expected] of [
      [1, 'locked'],
      [2, 2],
      [3, 3],
    ] as const) {
      it(`takes generation ${generation} of its own for ${expected === 'locked' ? 'too old' : 'good'} beside generation 2`, async () => {
        const { vault } = open();
        await vault.write(session({ generation }));
        world.write(id, sealSession(session({ generation: 2 }), newKey()));
        assert.equal(generationIn(await world.time.runUntil(vault.read(id))), expected);
      });
    }
  });

  describe('where the file is lost', () => {
    it('shows the header of a copy that it has no key for', async () => {
      const copy = sealSession(session(), newKey());
      world.secrets.values.set(copyOf(id), copy);
      const entry = await world.time.runUntil(open().vault.read(id));
      const record = readRecord(copy);
      assert.ok(record?.kind === 'sealed');
      assert.deepEqual(entry, { kind: 'locked', id, header: record.header });
    });

    it('takes the copy where that is newer than what it has read itself, and no older one', async () => {
      const stored = world.put();
      const { vault } = open();
      await vault.read(id);
      const newer = { ...stored, generation: 2 };
      world.secrets.values.set(copyOf(id), sealSession(newer, world.key));
      loseFile();
      assert.equal(generationIn(await vault.read(id)), 2);
      assert.equal(world.stored().generation, 2);
      world.secrets.values.set(copyOf(id), sealSession(stored, world.key));
      loseFile();
      assert.equal(generationIn(await vault.read(id)), 2);
    });

    it('puts it back as soon as the disk lets', async () => {
      world.secrets.values.set(copyOf(id), sealSession(session(), world.key));
      const { vault } = open();
      world.rows.faults.add('commit');
      assert.equal((await vault.read(id)).kind, 'session');
      world.rows.faults.clear();
      await vault.repair();
      assert.equal(kindOnDisk(), 'sealed');
    });
  });

  describe('takes a pair that no disk took', () => {
    const leaveIntent = (generation: number) => world.leaveIntent(generation, 0);
    const hasIntent = () => world.intent() !== undefined;

    for (const isCopied of [true, false]) {
      it(`and ${isCopied ? 'ends the refresh once it is copied' : 'leaves the refresh open where there is no copy'}`, async () => {
        const { tokens, ...rest } = world.put();
        leaveIntent(1);
        const { vault, secrets } = open();
        await vault.read(id);
        if (!isCopied) secrets.faults.store = 'reject';
        world.rows.faults.add('put session');
        const text = sealSession({ ...rest, tokens, generation: 2 }, world.key);
        await vault.absorb(text);
        assert.equal(hasIntent(), !isCopied);
        const entry = await vault.read(id);
        assert.ok(entry.kind === 'session' && entry.session.generation === 2);
        assert.equal((await vault.tools(entry.session))?.replica, text);
        world.rows.faults.clear();
        await vault.repair();
        assert.equal(world.stored().generation, 2);
      });
    }

    it('and leaves the refresh open that replaces that very pair', async () => {
      const stored = world.put();
      leaveIntent(2);
      const { vault } = open();
      await vault.read(id);
      await vault.absorb(sealSession({ ...stored, generation: 2 }, world.key));
      assert.equal(world.stored().generation, 2);
      assert.ok(hasIntent());
    });
  });
});
