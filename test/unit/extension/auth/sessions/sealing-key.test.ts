import assert from 'node:assert/strict';
import { keyText, newKey } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { SessionKeysWorld } from './session-keys-world.ts';
import { assertNoSecretSeen } from '../support.ts';

/** Which key a new session is sealed with. */
describe('SessionKeys, for a new session', () => {
  let world: SessionKeysWorld;

  beforeEach(() => (world = new SessionKeysWorld()));
  afterEach(() => {
    world.close();
    assertNoSecretSeen([keyText(world.key)]);
  });

  it('takes the key of the folder', async () => {
    assert.deepEqual(await world.ring.forSealing(), world.key);
    assert.deepEqual([world.storedKeys(), world.store().keyId], [[`key.${world.key.id}`], world.key.id]);
  });

  it('makes a key and a name for a folder that has none, and keeps both', async () => {
    world.files.texts.delete(world.storeFile);
    assert.equal(await world.ring.storeId(), undefined);
    const key = await world.ring.forSealing();
    assert.notEqual(key.id, world.key.id);
    assert.equal(world.secrets.values.get(`key.${key.id}`), keyText(key));
    assert.equal(world.store().keyId, key.id);
    assert.match(world.store().storeId, /^\w{16}$/);
    assert.equal(await world.ring.storeId(), world.store().storeId);
    assert.deepEqual(world.ring.held(key.id), key);
    assert.deepEqual(await world.ring.forSealing(), key);
    assert.deepEqual(world.logged, []);
  });

  it('makes another key where the present one is out of reach, and the folder keeps its name', async () => {
    world.loseKey();
    const key = await world.ring.forSealing();
    assert.deepEqual(world.store(), { storeId: 'store', keyId: key.id });
    assert.deepEqual(world.storedKeys(), [`key.${key.id}`]);
  });

  for (const half of ['{"storeId":"store"}', `{"keyId":"x"}`, '{"torn']) {
    it(`writes a store file that says no more than ${half} anew`, async () => {
      world.files.texts.set(world.storeFile, half);
      assert.equal(await world.ring.storeId(), undefined);
      const key = await world.ring.forSealing();
      assert.equal(world.store().keyId, key.id);
      assert.match(world.store().storeId, /^\w{16}$/);
    });
  }

  it('keeps a key in memory that SecretStorage refuses, and says so', async () => {
    world.files.texts.delete(world.storeFile);
    world.ownSecrets.faults.store = 'ignore';
    const key = await world.ring.forSealing();
    assert.deepEqual(world.ring.held(key.id), key);
    assert.deepEqual(world.logged, [
      'error: SecretStorage does not take the key of the sessions; it is kept in memory for now',
    ]);
    delete world.ownSecrets.faults.store;
    await world.ring.keepStored();
    assert.equal(world.secrets.values.get(`key.${key.id}`), keyText(key));
  });

  describe('beside another window that is first, without a lock between them', () => {
    const theirs = newKey();
    beforeEach(() => {
      world.files.texts.delete(world.storeFile);
      const link = world.files.link.bind(world.files);
      world.files.link = (...names) => {
        world.files.texts.set(world.storeFile, JSON.stringify({ storeId: 'theirs', keyId: theirs.id }));
        return link(...names);
      };
    });

    it('takes theirs, and forgets its own', async () => {
      world.secrets.values.delete(`key.${world.key.id}`);
      world.secrets.values.set(`key.${theirs.id}`, keyText(theirs));
      assert.deepEqual(await world.ring.forSealing(), theirs);
      assert.equal(await world.ring.storeId(), 'theirs');
      await world.ring.keepStored();
      assert.deepEqual(world.storedKeys(), [`key.${theirs.id}`]);
    });

    it('keeps its own where theirs can not be had, under the name that they gave the folder', async () => {
      const key = await world.ring.forSealing();
      assert.notEqual(key.id, theirs.id);
      assert.deepEqual(world.store(), { storeId: 'theirs', keyId: key.id });
      assert.equal(world.secrets.values.get(`key.${key.id}`), keyText(key));
    });
  });

  describe('in a folder that another process does not give free', () => {
    beforeEach(() => void world.lock.run('store', () => new Promise(() => undefined), { maxWaitMs: 0 }));

    it('waits three seconds, then takes the key that it used last', async () => {
      for (const older of [newKey(), newKey()]) {
        world.others.set(older.id, older);
        await world.ring.get(older.id);
      }
      await world.ring.get(world.key.id);
      const before = world.time.now();
      assert.deepEqual(await world.time.runUntil(world.ring.forSealing()), world.key);
      assert.equal(world.time.now() - before, documentTiming.signInWaitMs);
      assert.deepEqual(world.logged, ['warn: The folder of the sessions takes no note of its key: LimitReached']);
    });

    it('makes a key where it holds none', async () => {
      const key = await world.time.runUntil(world.ring.forSealing());
      assert.equal(world.secrets.values.get(`key.${key.id}`), keyText(key));
      assert.equal(world.store().keyId, world.key.id);
    });
  });
});
