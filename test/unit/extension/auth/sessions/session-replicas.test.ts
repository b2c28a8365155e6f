import assert from 'node:assert/strict';
import { SafeSecrets } from '../../../../../src/extension/auth/sessions/secret-storage.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { newKey, sealSession } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { encodeSignedOut } from '../../../../../src/extension/auth/sessions/session-record.ts';
import { SessionReplicas } from '../../../../../src/extension/auth/sessions/session-replicas.ts';
import { assertNoSecretSeen, FakeSecrets, FakeTime, storedSession } from '../support.ts';

const id = 'sandbox.one';
const key = newKey();
const textOf = (generation: number) => sealSession(storedSession(0, { id, generation }), key);

/** The copies of sealed sessions in SecretStorage, as one window makes and reads them. */
describe('SessionReplicas', () => {
  afterEach(() => assertNoSecretSeen());

  for (const [what, copy, isInterrupted, expected] of [
    ['copies what has no copy', undefined, false, 'copied'],
    ['copies what is newer than its copy', textOf(1), false, 'copied'],
    ['copies the row where a copy of the same age says something else', textOf(2), false, 'copied'],
    ['keeps another pair while a refresh of it has no result', textOf(2), true, 'kept'],
    ['leaves a newer copy alone, and tells of it', textOf(3), false, 'told'],
    ['overwrites a copy that is torn', textOf(3).slice(0, -20), false, 'copied'],
    ['overwrites the copy of a session that was signed out', encodeSignedOut(id, 3, 0), false, 'copied'],
  ] as const) {
    it(what, async () => {
      const all = new FakeSecrets(new FakeTime());
      if (copy !== undefined) all.values.set(`replica.here.${id}`, copy);
      const patient = new SafeSecrets(all.window(), documentTiming, all.time);
      const replicas = new SessionReplicas(patient, { storeId: () => 'here' });
      const text = textOf(2);
      replicas.follow(id, text);
      const newer = await replicas.sync((...of) => Promise.resolve(isInterrupted && of[0] === id && of[1] === 2));
      assert.deepEqual(newer, expected === 'told' ? [copy] : []);
      assert.equal(all.values.get(`replica.here.${id}`), expected === 'copied' ? text : copy);
    });
  }

  const never = () => Promise.resolve(false);

  it('asks for nothing again that it has copied, and for all of it after a deletion', async () => {
    const [one, two, three] = [textOf(1), textOf(2), textOf(3)];
    const all = new FakeSecrets(new FakeTime());
    const secrets = all.window();
    const replicas = new SessionReplicas(new SafeSecrets(secrets, documentTiming, all.time), { storeId: () => 'here' });
    replicas.follow(id, one);
    assert.equal(await replicas.store(id, two), true);
    replicas.follow(id, two);
    assert.deepEqual(await replicas.ids(), [id]);
    secrets.asked.length = 0;
    assert.deepEqual([await replicas.sync(never), secrets.asked], [[], []]);
    replicas.follow(id, three);
    await replicas.delete(id);
    await replicas.sync(never);
    assert.deepEqual([...all.values], []);
    replicas.follow(id, two);
    await replicas.sync(never);
    assert.deepEqual([...all.values], [[`replica.here.${id}`, two]]);
    secrets.faults.store = 'reject';
    assert.equal(await replicas.store(id, three), false);
  });

  it('has no copies where nothing says whose they are', async () => {
    const all = new FakeSecrets(new FakeTime());
    all.values.set(`replica.undefined.${id}`, textOf(1));
    const secrets = all.window();
    const replicas = new SessionReplicas(new SafeSecrets(secrets, documentTiming, all.time), {
      storeId: () => undefined,
    });
    assert.deepEqual(
      [await replicas.ids(), await replicas.get(id), await replicas.store(id, '')],
      [[], undefined, false],
    );
    await replicas.delete(id);
    assert.deepEqual(secrets.asked, []);
  });
});
