import assert from 'node:assert/strict';
import { ReconnectPrompts } from '../../../../../src/extension/auth/provider/reconnect-prompts.ts';
import type { StoredSession } from '../../../../../src/extension/auth/sessions/stored-session.ts';
import { memoryRows } from '../../../../../src/extension/auth/sessions/session-database.ts';
import { SessionStore } from '../../../../../src/extension/auth/sessions/session-store.ts';
import { Emitter } from '../../../../../src/common/event.ts';
import { log, storedSession } from '../support.ts';

describe('ReconnectPrompts', () => {
  let store: SessionStore;
  const failing = { noteTold: () => Promise.reject(new Error('no disk')) };
  /** What a window does before it asks. */
  let meanwhile: () => Promise<void>;
  const scheduler = { sleep: () => meanwhile() };
  let stored: StoredSession[];
  let changed: Emitter<void>;
  /** Who was asked about, by which window. */
  let asked: string[];

  beforeEach(() => {
    changed = new Emitter();
    stored = [storedSession(0, { id: 'sandbox.dead', generation: 3, deadGeneration: 3 }), storedSession(0)];
    asked = [];
    meanwhile = () => Promise.resolve();
    store = new SessionStore(memoryRows());
  });

  function openWindow(name: string, isFocused = () => true, folder = 'sessions'): ReconnectPrompts {
    return new ReconnectPrompts({
      sessions: { stored: () => Promise.resolve(stored), onDidChange: changed.event },
      store: folder === 'sessions' ? store : failing,
      isFocused,
      scheduler,
      ask: ({ id, generation }) => Promise.resolve(void asked.push(`${name}: ${id} ${generation}`)),
      log,
    });
  }

  it('asks in one of many windows, once, for the session that needs its owner', async () => {
    const windows = ['a', 'b', 'c', 'd'].map((name) => openWindow(name));
    await Promise.all(windows.map((window) => window.check()));
    await Promise.all(windows.map((window) => window.check()));
    assert.equal(asked.length, 1);
    assert.match(asked[0] ?? '', /sandbox\.dead 3$/);
  });

  it('does not ask again after a restart, and asks anew when the session ends anew', async () => {
    await openWindow('a').check();
    await openWindow('a').check();
    assert.equal(asked.length, 1);
    stored = [storedSession(0, { id: 'sandbox.dead', generation: 9, deadGeneration: 9 })];
    await openWindow('a').check();
    assert.equal(asked.length, 2);
  });

  it('leaves it to the window that a person looks at', async () => {
    let isFocused = false;
    const away = openWindow('away', () => isFocused);
    await away.check();
    assert.deepEqual(asked, []);
    isFocused = true;
    await away.check();
    assert.equal(asked.length, 1);
  });

  it('asks as soon as a session changes', async () => {
    const asking = Promise.withResolvers<void>();
    const window = new ReconnectPrompts({
      sessions: { stored: () => Promise.resolve(stored), onDidChange: changed.event },
      store,
      isFocused: () => true,
      scheduler,
      ask: () => Promise.resolve(asking.resolve()),
      log,
    });
    changed.fire();
    await asking.promise;
    window.dispose();
  });

  it('takes a message that says the same, such as that of a command that failed, for the request', async () => {
    const window = openWindow('a');
    const gone = Promise.withResolvers<string>();
    const message = window.showOnce('sandbox.dead', () => gone.promise);
    await window.check();
    assert.equal(await window.showOnce('sandbox.dead', () => assert.fail('two at once')), undefined);
    gone.resolve('pressed');
    assert.equal(await message, 'pressed');
    await window.check();
    await openWindow('b').check();
    assert.deepEqual(asked, []);
  });

  it('gives way to a window in which a command has just failed for it', async () => {
    const [other, failing] = [openWindow('other'), openWindow('failing')];
    const gone = Promise.withResolvers<void>();
    const message = failing.showOnce('sandbox.dead', () => gone.promise);
    meanwhile = () => failing.check();
    await other.check();
    gone.resolve();
    await message;
    assert.deepEqual(asked, []);
  });

  it('asks rather twice than never where no note of it can be kept', async () => {
    await openWindow('a', undefined, 'nowhere').check();
    assert.equal(asked.length, 1);
  });
});
