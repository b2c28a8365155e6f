import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { realFiles } from '../../../../../src/extension/auth/sessions/session-files.ts';
import { intentName, sessionName } from '../../../../../src/extension/auth/sessions/file-names.ts';
import { SessionFolder } from '../../../../../src/extension/auth/sessions/session-folder.ts';
import { SessionWatch } from '../../../../../src/extension/auth/sessions/session-watch.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { drain } from '../support.ts';
import { SessionWorld } from '../session-world.ts';

const id = 'sandbox.one';

/** What a window notices of what others do in the folder. */
describe('SessionWatch', () => {
  let world: SessionWorld;
  let watch: SessionWatch;
  let changes: number;
  let onChange: () => void;
  let interrupted: string[];
  let questions: string[];
  let logged: string[];

  beforeEach(() => {
    world = new SessionWorld();
    changes = 0;
    onChange = () => (changes += 1);
    [interrupted, questions, logged] = [[], [], []];
    watch = watchOver(new SessionFolder(world.folder, world.files));
  });
  afterEach(() => {
    watch.dispose();
    world.close();
  });

  const watchOver = (folder: SessionFolder) =>
    new SessionWatch({
      folder,
      onChange: () => onChange(),
      onIntent: async (stem) => void (await Promise.resolve(interrupted.push(stem))),
      onAsk: async (file) => {
        await Promise.resolve(questions.push(file));
        if (file.includes('bad')) throw new Error('no');
      },
      timing: documentTiming,
      clock: world.time,
      scheduler: world.time,
      log: {
        debug: (line) => void logged.push(line),
        info: () => undefined,
        warn: () => undefined,
        error: () => undefined,
      },
    });
  const leave = (name: string, text: string) => world.files.texts.set(`${world.folder}/${name}`, text);
  const leaveIntent = (stem: string, sentAt: number, isGivenUp?: boolean) =>
    leave(intentName(stem), JSON.stringify({ generation: 1, attempt: 'x', pid: 1, sentAt, isGivenUp }));

  describe('tells of a session that', () => {
    beforeEach(async () => {
      world.put();
      world.put({ id: 'sandbox.two' });
      await watch.look();
      assert.equal(changes, 0, 'what is there at first is no change');
    });

    for (const [what, act] of [
      ['was added', () => world.put({ id: 'sandbox.three' })],
      ['is gone', () => world.files.texts.delete(world.fileOf(id))],
      ['was written anew', () => world.put({ generation: 2 })],
    ] as const) {
      it(`${what}, once`, async () => {
        act();
        await watch.look();
        await watch.look();
        assert.equal(changes, 1);
      });
    }

    it('was written anew while it looked, by a second look', async () => {
      const looks = [watch.look(), (world.put({ generation: 2 }), watch.look())];
      await Promise.all(looks);
      assert.equal(changes, 1);
    });
  });

  it('says nothing where nothing is new, or other files are', async () => {
    world.put();
    await watch.look();
    await watch.look();
    leave('store.json', 'new');
    leave(`${id}.x.next`, 'new');
    await watch.look();
    assert.deepEqual([changes, interrupted, questions, logged], [0, [], [], []]);
  });

  it('looks every five seconds in case the file system tells nothing, until it is disposed', async () => {
    await watch.look();
    world.put();
    await world.time.advance(documentTiming.watchEveryMs);
    assert.equal(changes, 1);
    watch.dispose();
    world.put({ generation: 2 });
    const before = world.files.done.length;
    await watch.look();
    await world.time.advance(10 * documentTiming.watchEveryMs);
    assert.deepEqual([changes, world.files.done.length], [1, before]);
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
    world.files.faults.list = 'EIO';
    world.put({ generation: 2 });
    await watch.look();
    assert.deepEqual([changes, logged], [0, ["The folder of the sessions can't be read: Error EIO"]]);
    delete world.files.faults.list;
    await watch.look();
    assert.equal(changes, 1);
  });

  it('passes on each question for a key, also after one that could not be dealt with', async () => {
    world.put();
    for (const name of ['ask-bad.json', 'ask-2.json', 'sandbox.json']) leave(name, '{}');
    await watch.look();
    await drain();
    assert.deepEqual(questions, ['ask-bad.json', 'ask-2.json']);
    assert.deepEqual(logged, ["What another window left can't be dealt with: Error"]);
  });

  it('tells of a refresh that somebody sent within the time in which it can be taken over, and did not end', async () => {
    const now = world.time.now();
    leave(intentName('sandbox.torn'), '{"gen');
    leaveIntent('sandbox.late', now - documentTiming.resendWindowMs);
    leaveIntent('sandbox.soon', now - documentTiming.resendWindowMs + 1);
    leaveIntent('sandbox.ended', now, true);
    await watch.look();
    assert.deepEqual([interrupted, logged], [['sandbox.soon'], []]);
  });

  describe('on a real disk', () => {
    let place: string;
    beforeEach(async () => (place = await mkdtemp(path.join(tmpdir(), 'watch-'))));
    afterEach(() => rm(place, { recursive: true, force: true }));

    it('is told at once by the file system, and keeps no process alive for that', async () => {
      const watched = watchOver(new SessionFolder(place, realFiles));
      await watched.look();
      assert.equal(process.getActiveResourcesInfo().includes('FSEventWrap'), false);
      const told = new Promise<void>((resolve) => (onChange = resolve));
      await writeFile(path.join(place, sessionName(id)), 'new');
      await told;
      watched.dispose();
    });

    it('waits for a folder that nobody has made yet', async () => {
      const later = path.join(place, 'later');
      const folder = new SessionFolder(later, realFiles);
      const watched = watchOver(folder);
      await watched.look();
      await folder.put(sessionName('sandbox.two'), 'first');
      await watched.look();
      assert.equal(changes, 1);
      const told = new Promise<void>((resolve) => (onChange = resolve));
      await writeFile(path.join(later, sessionName(id)), 'new');
      await told;
      watched.dispose();
      assert.deepEqual(logged, []);
    });
  });
});
