import assert from 'node:assert/strict';
import { keyText, newKey } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { SessionKeysWorld } from './session-keys-world.ts';
import { assertNoSecretSeen, drain } from '../support.ts';

const secondMs = 1_000;

/** The keys that a window finds, and goes on looking for. */
describe('SessionKeys', () => {
  let world: SessionKeysWorld;

  beforeEach(() => (world = new SessionKeysWorld()));
  afterEach(() => {
    world.close();
    assertNoSecretSeen([keyText(world.key)]);
  });

  describe('with a key that SecretStorage gives', () => {
    it('reads it once, whoever needs it, and has nothing to unlock', async () => {
      const keys = await Promise.all([world.ring.get(world.key.id), world.ring.get(world.key.id)]);
      assert.deepEqual(keys, [world.key, world.key]);
      assert.deepEqual(await world.ring.get(world.key.id), world.key);
      assert.deepEqual(world.ring.held(world.key.id), world.key);
      await world.time.advance(300 * secondMs);
      assert.deepEqual(
        [world.ownSecrets.asked.filter((operation) => operation === 'get').length, world.asked.length, world.unlocked],
        [1, 0, 0],
      );
    });

    it('does not write what is there', async () => {
      await world.ring.get(world.key.id);
      await world.ring.keepStored();
      assert.equal(world.ownSecrets.asked.includes('store'), false);
      assert.deepEqual(world.logged, []);
    });

    it('stores it again where it got lost, and says so', async () => {
      await world.ring.get(world.key.id);
      world.loseKey();
      await world.ring.keepStored();
      assert.equal(world.secrets.values.get(`key.${world.key.id}`), keyText(world.key));
      assert.deepEqual(world.logged, ['info: The key of the sessions is stored again']);
    });
  });

  describe('with a key that nobody has', () => {
    beforeEach(() => world.loseKey());

    it('asks after 1, 2, 4 … seconds, in the end every minute, once for all who wait', async () => {
      const keys = await Promise.all([world.ring.get(world.key.id), world.ring.get(world.key.id)]);
      assert.deepEqual(keys, [undefined, undefined]);
      assert.equal(await world.ring.get(world.key.id), undefined);
      await world.time.advance(300 * secondMs);
      assert.deepEqual(world.asked, [0, 1, 3, 7, 15, 30, 60, 120, 180, 240, 300]);
      assert.equal(world.unlocked, 0);
    });

    it('takes it from another window as soon as one has it, tells so, and stops asking', async () => {
      await world.ring.get(world.key.id);
      await world.time.advance(5 * secondMs);
      world.others.set(world.key.id, world.key);
      await world.time.advance(2 * secondMs);
      assert.deepEqual(await world.ring.get(world.key.id), world.key);
      assert.equal(world.unlocked, 1);
      const before = world.asked.length;
      await world.time.advance(300 * secondMs);
      assert.deepEqual([world.asked.length, world.unlocked], [before, 1]);
    });

    it('goes on asking where the folder takes no question', async () => {
      world.isFolderFull = true;
      assert.equal(await world.ring.get(world.key.id), undefined);
      world.isFolderFull = false;
      world.others.set(world.key.id, world.key);
      await world.time.advance(1 * secondMs);
      assert.deepEqual(world.ring.held(world.key.id), world.key);
    });

    it('tells of one key that came while another is still missing', async () => {
      const other = newKey();
      await Promise.all([world.ring.get(world.key.id), world.ring.get(other.id)]);
      world.others.set(other.id, other);
      await world.ring.retry();
      assert.equal(world.unlocked, 1);
      assert.deepEqual([world.ring.held(world.key.id), world.ring.held(other.id)], [undefined, other]);
    });

    it('looks at once when SecretStorage tells of this key, and only then', async () => {
      await world.ring.get(world.key.id);
      await world.secrets.window().store('replica.store.sandbox.one', 'copy');
      await drain();
      assert.equal(world.asked.length, 1);
      await world.secrets.window().store(`key.${world.key.id}`, keyText(world.key));
      await drain();
      assert.deepEqual(world.ring.held(world.key.id), world.key);
      assert.equal(world.unlocked, 1);
    });

    it('asks nobody once its window is closed', async () => {
      await world.ring.get(world.key.id);
      world.ring.dispose();
      await world.time.advance(300 * secondMs);
      await world.secrets.window().store(`key.${world.key.id}`, 'another');
      await drain();
      assert.equal(world.asked.length, 1);
    });

    it('tells nobody once its window is closed', async () => {
      await world.ring.get(world.key.id);
      world.others.set(world.key.id, world.key);
      const search = world.ring.retry();
      world.ring.dispose();
      await search;
      assert.equal(world.unlocked, 0);
    });
  });
});
