import assert from 'node:assert/strict';
import { SafeSecrets } from '../../../../../src/extension/auth/sessions/secret-storage.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { canary, FakeSecrets, FakeTime, logged, type FakeSecretWindow } from '../support.ts';

/** SecretStorage that answers late, wrongly, never, or pretends. */
describe('SafeSecrets', () => {
  let time: FakeTime;
  let all: FakeSecrets;
  let store: FakeSecretWindow;
  let secrets: SafeSecrets;

  beforeEach(() => {
    time = new FakeTime();
    all = new FakeSecrets(time);
    store = all.window();
    logged.length = 0;
    secrets = new SafeSecrets(store, documentTiming, time);
  });

  const value = `secret-${canary}`;

  it('gives, lists and deletes what it has taken', async () => {
    assert.equal(await secrets.store('one', value), true);
    assert.equal(await secrets.get('one'), value);
    assert.deepEqual(await secrets.names(), ['one']);
    await secrets.delete('one');
    assert.deepEqual([await secrets.get('one'), await secrets.names()], [undefined, []]);
    assert.deepEqual(logged, []);
  });

  it('does not believe that something is stored until it reads it back', async () => {
    store.faults.store = 'ignore';
    assert.equal(await secrets.store('one', value), false);
    assert.equal(all.values.has('one'), false);
  });

  const work = [
    ['keys', 'list its names', () => secrets.names(), []],
    ['get', 'give one', () => secrets.get('one'), undefined],
    ['store', 'take one', () => secrets.store('one', value), false],
    ['delete', 'delete one', () => secrets.delete('one'), undefined],
  ] as const;

  for (const [operation, what, run, nothing] of work) {
    it(`goes on where it fails to ${what}, and notes what failed without any secret`, async () => {
      store.faults[operation] = 'reject';
      assert.deepEqual(await run(), nothing);
      assert.deepEqual(logged, [`warn SecretStorage does not ${what}: Error`]);
    });

    it(`goes on where it never answers to ${what}, after five or ten seconds`, async () => {
      store.faults[operation] = 'hang';
      const start = time.now();
      assert.deepEqual(await time.runUntil<unknown>(run()), nothing);
      const { secretReadMs, secretWriteMs } = documentTiming;
      assert.equal(time.now() - start, operation === 'get' || operation === 'keys' ? secretReadMs : secretWriteMs);
      assert.deepEqual(logged, [`warn SecretStorage does not ${what}: LimitReached`]);
    });
  }
});
