import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SessionDatabase, type SessionRows } from '../../../../../src/extension/auth/sessions/session-database.ts';
import { SessionStore } from '../../../../../src/extension/auth/sessions/session-store.ts';
import { SessionWatch } from '../../../../../src/extension/auth/sessions/session-watch.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { drain, logged } from '../support.ts';
import { SessionWorld } from '../session-world.ts';

const id = 'sandbox.one';

/** What a window notices of what others do in the folder. */
describe('SessionWatch', () => {
  let world: SessionWorld;
  let watch: SessionWatch;
  let changes: number;
  let onChange: () => void;
  let interrupted: string[];

  beforeEach(() => {
    world = new SessionWorld();
    changes = 0;
    onChange = () => (changes += 1);
    interrupted = [];
    logged.length = 0;
    watch = watchOver(world.rows, world.folder);
  });
  afterEach(() => {
    watch.dispose();
    world.close();
  });

  const watchOver = (rows: SessionRows, folder: string) =>
    new SessionWatch({
      store: new SessionStore(rows),
      folder,
      onChange: () => onChange(),
      onIntent: async (id) => {
        await Promise.resolve(interrupted.push(id));
        if (id.includes('bad')) throw new Error('no');
      },
      timing: documentTiming,
      clock: world.time,
      scheduler: world.time,
    });
  const leaveIntent = (id: string, sentAt: number, isGivenUp?: boolean) =>
    world.rows.texts.set(`intent ${id}`, JSON.stringify({ generation: 1, pid: 1, sentAt, isGivenUp }));

  describe('tells of a session that', () => {
    beforeEach(async () => {
      world.put();
      world.put({ id: 'sandbox.two' });
      await watch.look();
      assert.equal(changes, 0, 'what is there at first is no change');
    });

    for (const [what, act] of [
      ['was added', () => world.put({ id: 'sandbox.three' })],
      ['is gone', () => world.rows.texts.delete(`session ${id}`)],
      ['was written anew', () => world.put({ generation: 2 })],
    ] as const) {
      it(`${what}, once`, async () => {
        act();
        await watch.look();
        await watch.look();
        assert.equal(changes, 1);
      });
    }
  });

  it('says nothing where nothing is new, or other rows are', async () => {
    world.put();
    await watch.look();
    await watch.look();
    world.rows.texts.set(`alternate ${id} 2`, 'new');
    await watch.look();
    assert.deepEqual([changes, interrupted, logged], [0, [], []]);
  });

  it('looks every five seconds in case the file system tells nothing, until it is disposed', async () => {
    await watch.look();
    world.put();
    await world.time.advance(documentTiming.watchEveryMs);
    assert.equal(changes, 1);
    watch.dispose();
    world.put({ generation: 2 });
    const before = world.rows.done.length;
    await watch.look();
    await world.time.advance(10 * documentTiming.watchEveryMs);
    assert.deepEqual([changes, world.rows.done.length], [1, before]);
    assert.equal(await ticksAfterwards(), false);
  });

  /** Whether anything is left that would wake up some day. */
  const ticksAfterwards = () =>
    world.time.runUntil(new Promise(() => undefined)).then(
      () => true,
      () => false,
    );

  it('goes on after a folder that could not be read, and notes it', async () => {
    world.put();
    await watch.look();
    world.rows.faults.add('read');
    world.put({ generation: 2 });
    await watch.look();
    assert.deepEqual([changes, logged], [0, ["debug The stored sessions can't be read: Error EIO"]]);
    world.rows.faults.clear();
    await watch.look();
    assert.equal(changes, 1);
  });

  it('tells of a refresh that somebody sent within the time in which it can be taken over, and did not end', async () => {
    const now = world.time.now();
    leaveIntent('sandbox.late', now - documentTiming.resendWindowMs);
    leaveIntent('sandbox.soon', now - documentTiming.resendWindowMs + 1);
    leaveIntent('sandbox.ended', now, true);
    leaveIntent('sandbox.bad', now);
    await watch.look();
    await drain();
    const failed = "debug What another window left can't be dealt with: Error";
    assert.deepEqual([interrupted, logged], [['sandbox.soon', 'sandbox.bad'], [failed]]);
  });

  describe('on a real disk', () => {
    let place: string;
    beforeEach(async () => (place = await mkdtemp(path.join(tmpdir(), 'watch-'))));
    afterEach(() => rm(place, { recursive: true, force: true }));

    it('is told at once by the file system, also of a folder that was made later, and keeps no process alive', async () => {
      const folder = path.join(place, 'later');
      const rows = new SessionDatabase(folder);
      const watched = watchOver(rows, folder);
      await watched.look();
      await rows.write((each) => each.put('session', 'sandbox.two', 'first'));
      await watched.look();
      assert.equal(changes, 1);
      assert.equal(process.getActiveResourcesInfo().includes('FSEventWrap'), false);
      const told = new Promise<void>((resolve) => (onChange = resolve));
      await rows.write((each) => each.put('session', id, 'new'));
      await told;
      watched.dispose();
      assert.deepEqual(logged, []);
    });
  });
});
