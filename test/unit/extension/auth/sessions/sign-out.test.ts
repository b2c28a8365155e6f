import assert from 'node:assert/strict';
import {
  alternateName,
  intentName,
  nextName,
  sessionName,
} from '../../../../../src/extension/auth/sessions/file-names.ts';
import { SessionFolder } from '../../../../../src/extension/auth/sessions/session-folder.ts';
import { readRecord } from '../../../../../src/extension/auth/sessions/session-record.ts';
import { SignOuts } from '../../../../../src/extension/auth/sessions/sign-out.ts';
import { documentTiming } from '../../../../../src/extension/auth/sessions/session-durations.ts';
import { assertNoSecretSeen, drain, log } from '../support.ts';
import { SessionWorld } from '../session-world.ts';

const id = 'sandbox.one';

describe('SignOuts', () => {
  let world: SessionWorld;
  let signOuts: SignOuts;
  let warnings: number;

  beforeEach(() => {
    world = new SessionWorld();
    warnings = 0;
    signOuts = new SignOuts({
      folder: new SessionFolder(world.folder, world.files),
      lock: world.lock,
      replicas: { delete: (each) => Promise.resolve(void world.secrets.values.delete(`replica.store.${each}`)) },
      timing: documentTiming,
      clock: world.time,
      log: { ...log, warn: (message) => (log.warn(message), (warnings += 1)) },
    });
  });
  afterEach(() => {
    world.close();
    assertNoSecretSeen();
  });

  const mark = () => {
    const record = readRecord(world.files.texts.get(world.fileOf(id)) ?? '');
    assert.ok(record?.kind === 'signed-out', 'no mark');
    return record;
  };
  const leave = (name: string) => world.files.texts.set(`${world.folder}/${name}`, 'left');
  const names = () => [...world.files.texts.keys()].map((file) => file.slice(world.folder.length + 1)).sort();

  it('leave a mark that is newer than the session, with its id and time, and then are done', async () => {
    world.put({ generation: 5 });
    await signOuts.signOut(id);
    const { generation, ...rest } = mark();
    assert.ok(generation > 5);
    assert.deepEqual(rest, { v: 1, signedOut: true, kind: 'signed-out', id, at: world.time.now() });
    assert.deepEqual([signOuts.has(id), signOuts.has('sandbox.two'), warnings], [true, false, 0]);
    const done = world.files.done.length;
    await signOuts.retry();
    assert.equal(world.files.done.length, done, 'it was not finished');
  });

  it('leave one newer than the mark that is there, and one where there is no file', async () => {
    await signOuts.signOut(id);
    const { generation } = mark();
    assert.ok(generation > 0);
    await signOuts.signOut(id);
    assert.ok(mark().generation > generation);
    assert.equal(warnings, 0);
  });

  it('leave one in place of a file that is torn or can not be read', async () => {
    world.write(id, '{"v":1,"header":');
    await signOuts.signOut(id);
    assert.ok(mark().generation > 0);
    world.put({ generation: 3 });
    world.files.faults.read = 'EIO';
    await signOuts.signOut(id);
    delete world.files.faults.read;
    assert.equal(mark().id, id);
  });

  it('take what refreshes have left along, and nothing of another session', async () => {
    world.put();
    world.put({ id: 'sandbox.two' });
    for (const each of [id, 'sandbox.two']) {
      leave(nextName(each, 'killed'));
      leave(alternateName(each, 2));
      leave(intentName(each));
      world.secrets.values.set(`replica.store.${each}`, 'copy');
    }
    await signOuts.signOut(id);
    assert.deepEqual(
      names().filter((name) => name.startsWith(id)),
      [sessionName(id)],
    );
    assert.equal(names().filter((name) => name.startsWith('sandbox.two')).length, 4);
    assert.deepEqual(
      [...world.secrets.values.keys()].filter((name) => name.startsWith('replica.')),
      ['replica.store.sandbox.two'],
    );
  });

  it('hold at once beside a refresh, and mark again what it stores meanwhile', async () => {
    world.put();
    const release = Promise.withResolvers<void>();
    const refresh = world.lock.run(id, () => release.promise, { maxWaitMs: 0 });
    const signedOut = signOuts.signOut(id);
    await drain();
    assert.equal(mark().id, id);
    world.put({ generation: 2 });
    release.resolve();
    await Promise.all([refresh, signedOut]);
    assert.ok(mark().generation > 2);
    assert.equal(warnings, 0);
  });

  it('do not wait for a refresh that goes on and on, say so, and are finished after it', async () => {
    world.put();
    const release = Promise.withResolvers<void>();
    const refresh = world.lock.run(id, () => release.promise, { maxWaitMs: 0 });
    const start = world.time.now();
    await world.time.runUntil(signOuts.signOut(id));
    assert.equal(world.time.now() - start, documentTiming.signOutWaitMs);
    assert.equal(warnings, 1);
    await world.time.runUntil(signOuts.retry());
    assert.equal(warnings, 2);
    assert.equal(world.time.now() - start, documentTiming.signOutWaitMs, 'a later try waits for nothing');
    world.put({ generation: 2 });
    release.resolve();
    await refresh;
    await signOuts.retry();
    assert.ok(mark().generation > 2);
    const done = world.files.done.length;
    await signOuts.retry();
    assert.equal(world.files.done.length, done);
  });
});
