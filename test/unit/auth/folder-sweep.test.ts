import assert from 'node:assert/strict';
import { FolderSweep } from '../../../src/auth/folder-sweep.ts';
import { SessionFolder } from '../../../src/auth/session-folder.ts';
import { encodeSignedOut } from '../../../src/auth/session-record.ts';
import { documentTiming } from '../../../src/auth/timing.ts';
import { SessionWorld } from './session-world.ts';

const dayMs = 86_400_000;

describe('FolderSweep', () => {
  let world: SessionWorld;
  let sweep: FolderSweep;
  const names = () => [...world.files.texts.keys()].map((file) => file.slice(world.folder.length + 1)).sort();

  beforeEach(() => {
    world = new SessionWorld();
    sweep = new FolderSweep(new SessionFolder(world.folder, world.files), documentTiming, world.time);
  });
  afterEach(() => world.close());

  it('removes what killed writers and askers have left, once it rests', async () => {
    const put = (name: string, text: string) => world.files.texts.set(`${world.folder}/${name}`, text);
    world.put();
    put('sandbox.one.session.x.put', '1');
    put('ask-1.json', '1');
    put('answer-1.json', '1');
    await sweep.sweep();
    assert.equal(names().length, 5);
    put('ask-1.json', 'written meanwhile');
    await sweep.sweep();
    assert.deepEqual(names(), ['ask-1.json', 'sandbox.one.session', 'store.json']);
  });

  it('remembers a sign-out for longer than any refresh token lives', async () => {
    world.write('sandbox.one', encodeSignedOut('sandbox.one', 2, world.time.now()));
    world.put({ id: 'sandbox.two' });
    await world.time.advance(69 * dayMs);
    await sweep.sweep();
    assert.ok(names().includes('sandbox.one.session'));
    await world.time.advance(2 * dayMs);
    await sweep.sweep();
    assert.deepEqual(names(), ['sandbox.two.session', 'store.json']);
  });
});
