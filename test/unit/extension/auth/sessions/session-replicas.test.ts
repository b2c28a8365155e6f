import assert from 'node:assert/strict';
import { SessionReplicas } from '../../../../../src/extension/auth/sessions/session-replicas.ts';
import { SafeSecrets } from '../../../../../src/extension/auth/sessions/secret-storage.ts';
import { encodeSignedOut } from '../../../../../src/extension/auth/sessions/session-record.ts';
import { newKey, sealSession } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { assertNoSecretSeen, FakeSecrets, FakeTime, storedSession, type FakeSecretWindow } from '../support.ts';

const id = 'sandbox.one';
const key = newKey();
const textOf = (generation: number) => sealSession(storedSession(0, { id, generation }), key);

/** The copies of sealed sessions in SecretStorage, as one window makes and reads them. */
describe('SessionReplicas', () => {
  let all: FakeSecrets;
  let secrets: FakeSecretWindow;
  let storeId: string | undefined;
  let shelf: SessionReplicas;

  beforeEach(() => {
    all = new FakeSecrets(new FakeTime());
    secrets = all.window();
    storeId = 'here';
    const patient = new SafeSecrets(secrets, documentTiming, all.time);
    shelf = new SessionReplicas(patient, { storeId: () => storeId });
  });
  afterEach(() => assertNoSecretSeen());

  const copy = () => all.values.get(`replica.here.${id}`);
  const writes = () => secrets.asked.filter((operation) => operation === 'store').length;

  it('lists the sessions of this folder only, though machines share SecretStorage', async () => {
    for (const name of ['replica.there.a', 'replica.here.b', 'replica.here.c', 'key.here.d']) all.values.set(name, '');
    assert.deepEqual(await shelf.ids(), ['b', 'c']);
  });

  it('gives back what it was given, until that is deleted', async () => {
    assert.equal(await shelf.store(id, textOf(1)), true);
    assert.equal(await shelf.get(id), copy());
    await shelf.delete(id);
    assert.deepEqual([await shelf.get(id), copy()], [undefined, undefined]);
  });

  it('calls nothing stored that can not be read back', async () => {
    secrets.faults.store = 'ignore';
    assert.equal(await shelf.store(id, textOf(1)), false);
    secrets.faults.store = 'reject';
    assert.equal(await shelf.store(id, textOf(1)), false);
  });

  it('does nothing for a folder without a name: no session has been stored in it yet', async () => {
    storeId = undefined;
    all.values.set('replica.undefined.x', textOf(1));
    assert.deepEqual(await shelf.ids(), []);
    assert.equal(await shelf.get('x'), undefined);
    assert.equal(await shelf.store(id, textOf(1)), false);
    await shelf.delete('x');
    assert.deepEqual(secrets.asked, []);
  });

  describe('following a file', () => {
    const isInterrupted = () => Promise.resolve(false);

    it('copies what has no copy', async () => {
      const text = textOf(1);
      shelf.follow(id, text);
      assert.deepEqual(await shelf.sync(isInterrupted), []);
      assert.equal(copy(), text);
    });

    it('copies what is newer than its copy', async () => {
      all.values.set(`replica.here.${id}`, textOf(1));
      const text = textOf(2);
      shelf.follow(id, text);
      assert.deepEqual(await shelf.sync(isInterrupted), []);
      assert.equal(copy(), text);
    });

    it('copies the file where a copy of the same age says something else', async () => {
      all.values.set(`replica.here.${id}`, textOf(2));
      const text = textOf(2);
      shelf.follow(id, text);
      assert.deepEqual(await shelf.sync(isInterrupted), []);
      assert.equal(copy(), text);
    });

    it('keeps another pair while a refresh of it has no result', async () => {
      const other = textOf(2);
      all.values.set(`replica.here.${id}`, other);
      shelf.follow(id, textOf(2));
      assert.deepEqual(await shelf.sync((...of) => Promise.resolve(of[0] === id && of[1] === 2)), []);
      assert.equal(copy(), other);
      shelf.follow(id, textOf(2));
      await shelf.sync(isInterrupted);
      assert.notEqual(copy(), other);
    });

    it('leaves the copy alone that another window has made', async () => {
      const text = textOf(1);
      all.values.set(`replica.here.${id}`, text);
      shelf.follow(id, text);
      await shelf.sync(isInterrupted);
      assert.equal(writes(), 0);
    });

    it('leaves a newer copy alone, and tells of it', async () => {
      const newer = textOf(2);
      all.values.set(`replica.here.${id}`, newer);
      shelf.follow(id, textOf(1));
      assert.deepEqual(await shelf.sync(isInterrupted), [newer]);
      assert.equal(copy(), newer);
    });

    it('overwrites a copy that is torn, or of a session that was signed out', async () => {
      for (const spoilt of ['{"v":1,"hea', encodeSignedOut(id, 9, 0)]) {
        all.values.set(`replica.here.${id}`, spoilt);
        const text = textOf(1);
        shelf.follow(id, text);
        assert.deepEqual(await shelf.sync(isInterrupted), []);
        assert.equal(copy(), text);
      }
    });

    it('asks SecretStorage once about a text, however often the file is read', async () => {
      const text = textOf(1);
      shelf.follow(id, text);
      await shelf.sync(isInterrupted);
      const before = secrets.asked.length;
      shelf.follow(id, text);
      await shelf.sync(isInterrupted);
      assert.equal(secrets.asked.length, before);
    });

    it('has nothing left to do where a newer text was stored meanwhile', async () => {
      shelf.follow(id, textOf(1));
      const text = textOf(2);
      await shelf.store(id, text);
      const before = secrets.asked.length;
      assert.deepEqual(await shelf.sync(isInterrupted), []);
      assert.equal(secrets.asked.length, before);
      assert.equal(copy(), text);
    });

    it('copies nothing of a session that was deleted meanwhile', async () => {
      shelf.follow(id, textOf(1));
      await shelf.delete(id);
      await shelf.sync(isInterrupted);
      assert.equal(copy(), undefined);
    });

    it('copies a session again that comes back after it was deleted', async () => {
      const text = textOf(1);
      await shelf.store(id, text);
      await shelf.delete(id);
      shelf.follow(id, text);
      await shelf.sync(isInterrupted);
      assert.equal(copy(), text);
    });

    it('forgets a copy that SecretStorage does not take, until the file is read again', async () => {
      const text = textOf(1);
      secrets.faults.store = 'ignore';
      shelf.follow(id, text);
      await shelf.sync(isInterrupted);
      delete secrets.faults.store;
      await shelf.sync(isInterrupted);
      assert.equal(copy(), undefined);
      shelf.follow(id, text);
      await shelf.sync(isInterrupted);
      assert.equal(copy(), text);
    });
  });
});
