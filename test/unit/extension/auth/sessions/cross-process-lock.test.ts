import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { CrossProcessLock } from '../../../../../src/extension/auth/sessions/session-lock.ts';
import { LimitReached, systemScheduler } from '../../../../../src/common/scheduler.ts';
import { InProcessLock, type SessionLock } from '../../../../../src/extension/auth/sessions/session-lock.ts';
import { drain, logged } from '../support.ts';

const holderScript = fileURLToPath(new URL('lock-holder.ts', import.meta.url));

const patiently = { maxWaitMs: 5_000 };

describe('CrossProcessLock', () => {
  let folder: string;
  let children: ChildProcess[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'session-lock-'));
    children = [];
  });
  afterEach(async () => {
    for (const child of children) child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  });

  const open = (name = folder) => new CrossProcessLock(name, systemScheduler);

  /** A process of its own that has the lock once this resolves. */
  async function holder(sessionId = 'one') {
    const child = spawn(process.execPath, [holderScript, folder, sessionId], { stdio: ['pipe', 'pipe', 'inherit'] });
    children.push(child);
    await once(createInterface(child.stdout), 'line');
    const ended = once(child, 'exit');
    return { child, ended };
  }

  async function isFree(lock: SessionLock, sessionId = 'one'): Promise<boolean> {
    try {
      return await lock.run(sessionId, () => Promise.resolve(true), { maxWaitMs: 0 });
    } catch (error) {
      assert.ok(error instanceof LimitReached);
      return false;
    }
  }

  it('excludes another process for as long as that one holds it', async () => {
    const lock = open();
    const { child, ended } = await holder();
    assert.equal(await isFree(lock), false);
    assert.equal(await isFree(lock, 'another'), true);
    const waiting = lock.run('one', () => Promise.resolve('in'), patiently);
    child.stdin?.write('let go\n');
    assert.equal(await waiting, 'in');
    await ended;
  });

  it('lets one at a time in, of several windows of one process too', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++inside);
      await drain();
      inside -= 1;
    };
    await Promise.all([open(), open(), open()].map((lock) => lock.run('one', work, patiently)));
    assert.equal(most, 1);
  });

  it('is free again after a failure, and stops waiting when told', async () => {
    const lock = open();
    await assert.rejects(
      lock.run('one', () => Promise.reject(new Error('no')), patiently),
      /no/,
    );
    assert.equal(await isFree(lock), true);
    await holder();
    const stop = new AbortController();
    const waiting = lock.run('one', () => Promise.resolve(), { ...patiently, signal: stop.signal });
    stop.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
  });

  it('makes its folder, and safe file names of any environment', async () => {
    const lock = open(path.join(folder, 'new'));
    for (const id of ['a%2Fb*?.uuid', `${'%2F'.repeat(100)}.uuid`]) {
      await lock.run(id, () => Promise.resolve(), patiently);
    }
    const long = `${'_2F'.repeat(100)}.uuid`.slice(-150);
    assert.deepEqual((await readdir(path.join(folder, 'new'))).sort(), [`${long}.lock`, 'a_2Fb__.uuid.lock']);
  });

  it('still excludes within the window where the folder is none', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const lock = open(file);
    const release = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const enter = () => {
      entered.resolve();
      return release.promise;
    };
    const first = lock.run('one', enter, patiently);
    await entered.promise;
    assert.equal(await isFree(lock), false);
    release.resolve();
    await first;
    assert.equal(await isFree(lock), true);
  });
});

describe('CrossProcessLock, waiting', () => {
  let folder: string;
  let pauses: number[];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'session-lock-'));
    pauses = [];
    logged.length = 0;
  });
  afterEach(async () => {
    mock.restoreAll();
    await rm(folder, { recursive: true });
  });

  function open(place = folder) {
    const scheduler = { ...systemScheduler, sleep: (ms: number) => Promise.resolve(void pauses.push(ms)) };
    return new CrossProcessLock(place, scheduler);
  }

  for (const { maxWaitMs, expected } of [
    { maxWaitMs: 0, expected: [] },
    { maxWaitMs: 40, expected: [40] },
    { maxWaitMs: 41, expected: [40, 40] },
  ]) {
    it(`gives up a lock that is held after ${expected.length} pauses in ${maxWaitMs} ms`, async () => {
      mock.method(Math, 'random', () => 0.5);
      await new CrossProcessLock(folder, systemScheduler).run(
        'one',
        () =>
          assert.rejects(
            open().run('one', () => Promise.resolve(), { maxWaitMs }),
            LimitReached,
          ),
        patiently,
      );
      assert.deepEqual(pauses, expected);
    });
  }

  it('says once that there are no locks to be had', async () => {
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const lock = open(file);
    for (let times = 0; times < 3; times++) await lock.run('one', () => Promise.resolve(), { maxWaitMs: 0 });
    assert.equal(logged.length, 1);
    assert.match(logged.join(), /^warn Sessions are locked within this window only: /);
  });
});

describe('InProcessLock', () => {
  it('goes on after a failure and after one who stopped waiting', async () => {
    const lock = new InProcessLock(systemScheduler);
    const release = Promise.withResolvers<void>();
    const first = lock.run('one', () => release.promise, patiently);
    await assert.rejects(
      lock.run('one', () => Promise.resolve(), { maxWaitMs: 0 }),
      LimitReached,
    );
    const third = lock.run('one', () => Promise.reject(new Error('third')), patiently);
    const fourth = lock.run('one', () => Promise.resolve('fourth'), patiently);
    release.resolve();
    await first;
    await assert.rejects(third, /third/);
    assert.equal(await fourth, 'fourth');
  });
});
