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
});
