import assert from 'node:assert/strict';
import { FolderCleanup } from '../../../../../src/extension/auth/sessions/folder-cleanup.ts';
import { SessionFolder } from '../../../../../src/extension/auth/sessions/session-folder.ts';
import { encodeSignedOut } from '../../../../../src/extension/auth/sessions/session-record.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { SessionWorld } from '../session-world.ts';

const dayMs = 86_400_000;

describe('FolderCleanup', () => {
  let world: SessionWorld;
  let cleanup: FolderCleanup;
  const names = () => [...world.files.texts.keys()].map((file) => file.slice(world.folder.length + 1)).sort();

  beforeEach(() => {
    world = new SessionWorld();
    cleanup = new FolderCleanup(new SessionFolder(world.folder, world.files), documentTiming, world.time);
  });
  afterEach(() => world.close());

  it('removes what killed writers and askers have left, once it rests', async () => {
    const put = (name: string, text: string) => world.files.texts.set(`${world.folder}/${name}`, text);
    world.put();
    put('sandbox.one.session.x.put', '1');
    put('ask-1.json', '1');
    put('answer-1.json', '1');
    await cleanup.run();
    assert.equal(names().length, 5);
    put('ask-1.json', 'written meanwhile');
    await cleanup.run();
    assert.deepEqual(names(), ['ask-1.json', 'sandbox.one.session', 'store.json']);
  });

  it('removes the note that an owner was asked for, once the session is renewed, signed out or gone', async () => {
    const note = (name: string) => world.files.texts.set(`${world.folder}/${name}`, '');
    for (const name of ['sandbox.one.3.told', 'sandbox.two.3.told', 'sandbox.three.3.told', 'gone.1.told']) note(name);
    world.put({ generation: 3 });
    world.put({ id: 'sandbox.two', generation: 4 });
    world.write('sandbox.three', encodeSignedOut('sandbox.three', 3, world.time.now()));
    await cleanup.run();
    assert.deepEqual(
      names().filter((name) => name.endsWith('.told')),
      ['sandbox.one.3.told'],
    );
  });

  it('leaves alone what is no leftover, however long it rests, and a session that it can not read', async () => {
    world.write('sandbox.torn', '{"v":1,"hea');
    world.write('sandbox.later', '{"v":2}');
    world.files.texts.set(`${world.folder}/sandbox.one.x.next`, 'a pair that was not moved into place');
    const before = names();
    for (let runs = 0; runs < 3; runs++) await cleanup.run();
    assert.deepEqual(names(), before);
  });

  it('remembers a sign-out for longer than any refresh token lives', async () => {
    world.write('sandbox.one', encodeSignedOut('sandbox.one', 2, world.time.now()));
    world.put({ id: 'sandbox.two' });
    await world.time.advance(70 * dayMs);
    await cleanup.run();
    assert.ok(names().includes('sandbox.one.session'));
    await world.time.advance(1);
    await cleanup.run();
    assert.deepEqual(names(), ['sandbox.two.session', 'store.json']);
  });
});
