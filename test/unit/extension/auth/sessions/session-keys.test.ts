import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SafeSecrets } from '../../../../../src/extension/auth/sessions/secret-storage.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { keyText, newKey } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { SessionKeys } from '../../../../../src/extension/auth/sessions/session-keys.ts';
import { SessionStore } from '../../../../../src/extension/auth/sessions/session-store.ts';
import { SessionWorld } from '../session-world.ts';
import { assertNoSecretSeen, drain, logged } from '../support.ts';

describe('SessionKeys', () => {
  let world: SessionWorld;
  let opened: SessionKeys[];
  let unlocked: number;

  beforeEach(() => {
    world = new SessionWorld();
    world.rows.texts.clear();
    world.secrets.values.clear();
    [opened, unlocked] = [[], 0];
    logged.length = 0;
  });
  afterEach(() => {
    for (const keys of opened) keys.dispose();
    assertNoSecretSeen();
  });

  /** The keys of one window. */
  function open(keyFolder?: string) {
    const secrets = world.secrets.window();
    const keys = new SessionKeys({
      store: new SessionStore(world.rows),
      secrets: new SafeSecrets(secrets, documentTiming, world.time),
      keyFolder,
      timing: documentTiming,
      scheduler: world.time,
    });
    keys.onDidUnlock(() => unlocked++);
    opened.push(keys);
    return { keys, secrets };
  }

  const noted = () => world.rows.texts.get('key ');

  it('of two windows that make one at once end with the same one, and the other is deleted', async () => {
    const made = await Promise.all([open(), open()].map(({ keys }) => keys.forSealing()));
    assert.deepEqual(made[0], made[1]);
    assert.deepEqual([noted(), [...world.secrets.values.keys()]], [made[0]?.id, [`key.${made[0]?.id}`]]);
  });

  it('replace one that nobody gives, for new sessions alone', async () => {
    world.rows.texts.set('key ', 'lost');
    const { keys } = open();
    const key = await keys.forSealing();
    assert.equal(noted(), key.id);
    assert.deepEqual(await keys.forSealing(), key);
  });

  it('seal without a note where the disk fails, with the last one that is held', async () => {
    const { keys } = open();
    world.rows.faults.add('read');
    const made = await keys.forSealing();
    assert.deepEqual(logged, ['warn The key of the sessions is not noted: Error EIO']);
    world.secrets.values.set(`key.${world.key.id}`, keyText(world.key));
    assert.deepEqual(await keys.get(world.key.id), world.key);
    assert.deepEqual(await keys.forSealing(), world.key);
    assert.deepEqual(keys.held(made.id), made);
  });

  it('are stored again where SecretStorage has lost them, and only then', async () => {
    const { keys, secrets } = open();
    const { id } = await keys.forSealing();
    await keys.keepStored();
    assert.deepEqual(logged, []);
    await secrets.delete(`key.${id}`);
    await keys.keepStored();
    assert.ok(world.secrets.values.has(`key.${id}`));
    assert.deepEqual(logged, ['info The key of the sessions is stored again']);
  });

  it('are looked for on and on, more and more seldom, and told of once they are there', async () => {
    const { keys, secrets } = open();
    const reads = () => secrets.asked.splice(0).filter((what) => what === 'get').length;
    const key = newKey();
    const both = [keys.get(key.id), keys.get(key.id)];
    assert.deepEqual(await Promise.all(both), [undefined, undefined]);
    assert.equal(await keys.get(key.id), undefined);
    assert.equal(reads(), 1, 'whoever asks meanwhile looks for it no second time');
    const tries: number[] = [];
    for (const ms of [...documentTiming.lockedDelaysMs, 60_000]) {
      await world.time.advance(ms - 1);
      tries.push(reads());
      await world.time.advance(1);
      tries.push(reads());
    }
    assert.deepEqual(tries, Array.from({ length: 8 }, () => [0, 1]).flat());
    secrets.events.fire({ key: 'key.another' });
    await drain();
    assert.equal(reads(), 0);
    await world.secrets.window().store(`key.${key.id}`, keyText(key));
    await drain();
    assert.deepEqual([keys.held(key.id), unlocked], [key, 1]);
    reads();
    await world.time.advance(600_000);
    assert.deepEqual([reads(), unlocked], [0, 1]);
  });

  it('are looked for no longer by a window that closes', async () => {
    const { keys, secrets } = open();
    await keys.get('k');
    keys.dispose();
    secrets.asked.length = 0;
    await world.time.advance(600_000);
    assert.deepEqual(secrets.asked, []);
  });

  describe('in files', () => {
    let folder: string;

    beforeEach(async () => (folder = await mkdtemp(path.join(tmpdir(), 'keys-'))));
    afterEach(() => rm(folder, { recursive: true }));

    it('have names that are files in their folder, whatever a row says', async () => {
      const { keys } = open(folder);
      const { id } = await keys.forSealing();
      assert.deepEqual(await readdir(folder), [`${id}.key`]);
      assert.equal(await open(folder).keys.get(`../${path.basename(folder)}/${id}`), undefined);
    });

    it('stay in memory where the folder is none, which is said', async () => {
      const { keys } = open(path.join(import.meta.filename, 'none'));
      const key = await keys.forSealing();
      assert.deepEqual(keys.held(key.id), key);
      assert.deepEqual(logged, [
        'error SecretStorage does not take the key of the sessions; it is kept in memory for now',
      ]);
    });
  });
});
