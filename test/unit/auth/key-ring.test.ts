import assert from 'node:assert/strict';
import { KeyRing } from '../../../src/auth/key-ring.ts';
import { PatientSecrets } from '../../../src/auth/secret-store.ts';
import { SessionFolder } from '../../../src/auth/session-folder.ts';
import { keyText, newKey } from '../../../src/auth/session-seal.ts';
import type { SessionKey } from '../../../src/auth/session-seal.ts';
import { documentTiming } from '../../../src/auth/timing.ts';
import { assertNoSecretSeen, drain, log } from './support.ts';
import type { FakeSecretWindow } from './support.ts';
import { SessionWorld } from './session-world.ts';

const secondMs = 1_000;

/** The keys that a window holds, finds, makes and goes on looking for. */
describe('KeyRing', () => {
  let world: SessionWorld;
  let secrets: FakeSecretWindow;
  let ring: KeyRing;
  /** What other windows were asked for, and when, in seconds. */
  let asked: { readonly keyId: string; readonly at: number }[];
  /** What they hand over. */
  let others: Map<string, SessionKey>;
  let isFolderFull: boolean;
  let logged: string[];
  let unlocked: number;

  beforeEach(() => {
    world = new SessionWorld();
    const start = world.time.now();
    [asked, logged] = [[], []];
    others = new Map();
    [unlocked, isFolderFull] = [0, false];
    secrets = world.secrets.window();
    const note = (level: 'info' | 'warn' | 'error') => (message: string) => {
      log[level](message);
      logged.push(`${level}: ${message}`);
    };
    const noting = { ...log, info: note('info'), warn: note('warn'), error: note('error') };
    ring = new KeyRing({
      folder: new SessionFolder(world.folder, world.files),
      lock: world.lock,
      secrets: new PatientSecrets(secrets, documentTiming, world.time, log),
      exchange: {
        async ask(keyId) {
          asked.push({ keyId, at: (world.time.now() - start) / secondMs });
          if (isFolderFull) throw new Error('ENOSPC');
          return Promise.resolve(others.get(keyId));
        },
      },
      timing: documentTiming,
      scheduler: world.time,
      log: noting,
    });
    ring.onDidUnlock(() => (unlocked += 1));
  });
  afterEach(() => {
    ring.dispose();
    world.close();
    assertNoSecretSeen([keyText(world.key)]);
  });

  const reads = () => secrets.asked.filter((operation) => operation === 'get').length;
  const storedKeys = () => [...world.secrets.values.keys()].filter((name) => name.startsWith('key.'));
  const storeFile = '/sessions/store.json';
  const store = () => JSON.parse(world.files.texts.get(storeFile) ?? 'null') as { storeId: string; keyId: string };
  const loseKey = () => world.secrets.values.delete(`key.${world.key.id}`);

  describe('with a key that SecretStorage gives', () => {
    it('reads it once, whoever needs it, and has nothing to unlock', async () => {
      const keys = await Promise.all([ring.get(world.key.id), ring.get(world.key.id)]);
      assert.deepEqual(keys, [world.key, world.key]);
      assert.deepEqual(await ring.get(world.key.id), world.key);
      assert.deepEqual(ring.held(world.key.id), world.key);
      await world.time.advance(300 * secondMs);
      assert.deepEqual([reads(), asked.length, unlocked], [1, 0, 0]);
    });

    it('does not write what is there', async () => {
      await ring.get(world.key.id);
      await ring.keepStored();
      assert.equal(secrets.asked.includes('store'), false);
      assert.deepEqual(logged, []);
    });

    it('stores it again where it got lost, and says so', async () => {
      await ring.get(world.key.id);
      loseKey();
      await ring.keepStored();
      assert.equal(world.secrets.values.get(`key.${world.key.id}`), keyText(world.key));
      assert.deepEqual(logged, ['info: The key of the sessions is stored again']);
    });
  });

  describe('with a key that nobody has', () => {
    beforeEach(loseKey);

    it('asks after 1, 2, 4 … seconds, in the end every minute, once for all who wait', async () => {
      const keys = await Promise.all([ring.get(world.key.id), ring.get(world.key.id)]);
      assert.deepEqual(keys, [undefined, undefined]);
      assert.equal(await ring.get(world.key.id), undefined);
      await world.time.advance(300 * secondMs);
      assert.deepEqual(
        asked.map(({ at }) => at),
        [0, 1, 3, 7, 15, 30, 60, 120, 180, 240, 300],
      );
      assert.equal(unlocked, 0);
    });

    it('takes it from another window as soon as one has it, tells so, and stops asking', async () => {
      await ring.get(world.key.id);
      await world.time.advance(5 * secondMs);
      others.set(world.key.id, world.key);
      await world.time.advance(2 * secondMs);
      assert.deepEqual(await ring.get(world.key.id), world.key);
      assert.equal(unlocked, 1);
      const before = asked.length;
      await world.time.advance(300 * secondMs);
      assert.deepEqual([asked.length, unlocked], [before, 1]);
    });

    it('goes on asking where the folder takes no question', async () => {
      isFolderFull = true;
      assert.equal(await ring.get(world.key.id), undefined);
      isFolderFull = false;
      others.set(world.key.id, world.key);
      await world.time.advance(1 * secondMs);
      assert.deepEqual(ring.held(world.key.id), world.key);
    });

    it('tells of one key that came while another is still missing', async () => {
      const other = newKey();
      await Promise.all([ring.get(world.key.id), ring.get(other.id)]);
      others.set(other.id, other);
      await ring.retry();
      assert.equal(unlocked, 1);
      assert.deepEqual([ring.held(world.key.id), ring.held(other.id)], [undefined, other]);
    });

    it('looks at once when SecretStorage tells of this key, and only then', async () => {
      await ring.get(world.key.id);
      await world.secrets.window().store('replica.store.sandbox.one', 'copy');
      await drain();
      assert.equal(asked.length, 1);
      await world.secrets.window().store(`key.${world.key.id}`, keyText(world.key));
      await drain();
      assert.deepEqual(ring.held(world.key.id), world.key);
      assert.equal(unlocked, 1);
    });

    it('asks nobody once its window is closed', async () => {
      await ring.get(world.key.id);
      ring.dispose();
      await world.time.advance(300 * secondMs);
      await world.secrets.window().store(`key.${world.key.id}`, 'another');
      await drain();
      assert.equal(asked.length, 1);
    });

    it('tells nobody once its window is closed', async () => {
      await ring.get(world.key.id);
      others.set(world.key.id, world.key);
      const search = ring.retry();
      ring.dispose();
      await search;
      assert.equal(unlocked, 0);
    });
  });

  describe('for a new session', () => {
    it('takes the key of the folder', async () => {
      assert.deepEqual(await ring.forSealing(), world.key);
      assert.deepEqual([storedKeys(), store().keyId], [[`key.${world.key.id}`], world.key.id]);
    });

    it('makes a key and a name for a folder that has none, and keeps both', async () => {
      world.files.texts.delete(storeFile);
      assert.equal(await ring.storeId(), undefined);
      const key = await ring.forSealing();
      assert.notEqual(key.id, world.key.id);
      assert.equal(world.secrets.values.get(`key.${key.id}`), keyText(key));
      assert.equal(store().keyId, key.id);
      assert.match(store().storeId, /^\w{16}$/);
      assert.equal(await ring.storeId(), store().storeId);
      assert.deepEqual(ring.held(key.id), key);
      assert.deepEqual(await ring.forSealing(), key);
      assert.deepEqual(logged, []);
    });

    it('makes another key where the present one is out of reach, and the folder keeps its name', async () => {
      loseKey();
      const key = await ring.forSealing();
      assert.deepEqual(store(), { storeId: 'store', keyId: key.id });
      assert.deepEqual(storedKeys(), [`key.${key.id}`]);
    });

    for (const half of ['{"storeId":"store"}', `{"keyId":"x"}`, '{"torn']) {
      it(`writes a store file that says no more than ${half} anew`, async () => {
        world.files.texts.set(storeFile, half);
        assert.equal(await ring.storeId(), undefined);
        const key = await ring.forSealing();
        assert.equal(store().keyId, key.id);
        assert.match(store().storeId, /^\w{16}$/);
      });
    }

    it('keeps a key in memory that SecretStorage refuses, and says so', async () => {
      world.files.texts.delete(storeFile);
      secrets.faults.store = 'ignore';
      const key = await ring.forSealing();
      assert.deepEqual(ring.held(key.id), key);
      assert.deepEqual(logged, [
        'error: SecretStorage does not take the key of the sessions; it is kept in memory for now',
      ]);
      delete secrets.faults.store;
      await ring.keepStored();
      assert.equal(world.secrets.values.get(`key.${key.id}`), keyText(key));
    });

    describe('in a folder that another process does not give free', () => {
      beforeEach(() => void world.lock.run('store', () => new Promise(() => undefined), { maxWaitMs: 0 }));

      it('waits three seconds, then takes the key that it used last', async () => {
        for (const older of [newKey(), newKey()]) {
          others.set(older.id, older);
          await ring.get(older.id);
        }
        await ring.get(world.key.id);
        const before = world.time.now();
        assert.deepEqual(await world.time.runUntil(ring.forSealing()), world.key);
        assert.equal(world.time.now() - before, documentTiming.signInWaitMs);
        assert.deepEqual(logged, ['warn: The folder of the sessions takes no note of its key: LimitReached']);
      });

      it('makes a key where it holds none', async () => {
        const key = await world.time.runUntil(ring.forSealing());
        assert.equal(world.secrets.values.get(`key.${key.id}`), keyText(key));
        assert.equal(store().keyId, world.key.id);
      });
    });
  });
});
