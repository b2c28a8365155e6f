// What one transaction does to the rows of a session, whichever comes first.
import assert from 'node:assert/strict';
import { memoryRows } from '../../../../../src/extension/auth/sessions/session-database.ts';
import { newKey, sealSession } from '../../../../../src/extension/auth/sessions/session-encryption.ts';
import { readRecord } from '../../../../../src/extension/auth/sessions/session-record.ts';
import { SessionStore } from '../../../../../src/extension/auth/sessions/session-store.ts';
import type { StoredSession } from '../../../../../src/extension/auth/sessions/stored-session.ts';
import { storedSession } from '../support.ts';

const id = 'sandbox.one';
const key = newKey();
const sealed = (generation: number, more: Partial<StoredSession> = {}) =>
  sealSession(storedSession(0, { id, generation, ...more }), key);

describe('the rows of a session', () => {
  let texts: Map<string, string>;
  let store: SessionStore;
  beforeEach(() => {
    texts = new Map();
    store = new SessionStore(memoryRows(texts));
  });

  const present = () => readRecord(texts.get(`session ${id}`) ?? '');
  const intent = async () => (await store.intent(id))?.generation;

  it('keep what is as new, or signed out, before what comes late', async () => {
    await store.putIfNewer('no session', 0);
    assert.equal(texts.size, 0);
    const [second, other] = [sealed(2), sealed(2, { scopes: ['other'] })];
    await store.put(id, second);
    for (const late of [sealed(1), other]) {
      await store.putIfNewer(late, 0);
      assert.equal(texts.get(`session ${id}`), second);
    }
    await store.putIfNewer(sealed(3), 0);
    assert.equal(await intent(), undefined, 'the database was there');
    await store.signOut(id, 0);
    await store.putIfNewer(sealed(9), 0);
    assert.equal(present()?.kind, 'signed-out');
  });

  it('note that a refresh may have begun where the database was lost, unless there is nothing to refresh', async () => {
    for (const [more, expected] of [
      [{}, 4],
      [{ deadGeneration: 3 }, 4],
      [{ deadGeneration: 4 }, undefined],
      [{ grant: 'application' }, undefined],
    ] as const) {
      texts.clear();
      await store.putIfNewer(sealed(4, more), 7);
      assert.equal(await intent(), expected);
    }
  });

  it('have the pair that replaces what was spent, and beside it one that came too late', async () => {
    const [first, second] = [sealed(1), sealed(2)];
    await store.put(id, first);
    await store.begin(id, { generation: 1, pid: 1, sentAt: 0 });
    assert.equal(await store.replace({ id, spent: 1, generation: 2, text: second }), 'stored');
    assert.equal(await intent(), undefined);
    assert.equal(await store.replace({ id, spent: 1, generation: 2, text: second }), 'stored', 'once more');
    assert.deepEqual(await store.alternates(id), []);
    const [later, latest] = [sealed(2, { scopes: ['later'] }), sealed(12)];
    for (const [text, generation] of [
      [later, 2],
      [latest, 12],
    ] as const) {
      assert.equal(await store.replace({ id, spent: 1, generation, text }), 'superseded');
    }
    await store.replace({ id: 'sandbox.two', spent: 1, generation: 2, text: sealed(2) });
    assert.equal(await store.replace({ id, spent: 1, generation: 1, text: sealed(1) }), 'superseded', 'a mark');
    assert.deepEqual(await store.alternates(id), [latest, later]);
    assert.deepEqual(await store.alternates('sandbox'), []);
    assert.equal(texts.get(`session ${id}`), second);
  });

  it('are a mark alone once it is signed out', async () => {
    await store.put(id, sealed(5));
    await store.replace({ id, spent: 1, generation: 2, text: sealed(2) });
    await store.begin(id, { generation: 5, pid: 1, sentAt: 0 });
    await store.noteTold(id, 5);
    const generation = () => {
      const record = present();
      return record?.kind === 'signed-out' ? record.generation : undefined;
    };
    await store.signOut(id, 0);
    assert.deepEqual([[...texts.keys()], generation()], [[`session ${id}`], 6]);
    await store.signOut(id, 0);
    assert.equal(generation(), 7);
    assert.equal(await store.replace({ id, spent: 5, generation: 6, text: sealed(6) }), 'signed-out');
    texts.clear();
    await store.signOut(id, 0);
    assert.equal(generation(), 1);
  });

  it('have an intent until it ends, and none by a change alone', async () => {
    await store.noteIntent(id, { isGivenUp: true });
    await store.end(id);
    assert.equal(texts.size, 0);
    await store.begin(id, { generation: 3, pid: 1, sentAt: 0 });
    await store.end(id, 3);
    assert.equal(await intent(), 3);
    await store.end(id, 4);
    assert.equal(await intent(), undefined);
  });

  it('have one key, which a window that knows an older one does not change', async () => {
    assert.equal(await store.setKeyId('one', undefined), 'one');
    assert.equal(await store.setKeyId('two', undefined), 'one');
    assert.equal(await store.setKeyId('two', 'one'), 'two');
    assert.equal(await store.keyId(), 'two');
    assert.deepEqual([await store.noteTold(id, 1), await store.noteTold(id, 1)], [true, false]);
  });
});
