// What the extension keeps is this user's alone: nothing of it is written to where a link leads, or to where others write.
// Windows has neither modes nor, for users, such links.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, link, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SessionDatabase } from '../../src/extension/auth/sessions/session-database.ts';
import { CrossProcessLock } from '../../src/extension/auth/sessions/session-lock.ts';
import { SessionStore } from '../../src/extension/auth/sessions/session-store.ts';
import { tryKernelLock } from '../../src/common/kernel-lock.ts';
import { launcherOf, refreshLauncher, writeLauncher } from '../../src/extension/agents/launcher.ts';
import { isNotPrivate, isOfAnotherUser, makePrivateFolder } from '../../src/common/private-files.ts';
import { systemScheduler } from '../../src/common/scheduler.ts';
import { launchSandbox, withStartLock } from '../../src/sandbox-client/sandbox-launch.ts';
import { readPort, sharedFiles, writePort } from '../../src/sandbox-client/shared-sandbox.ts';
import { Store } from '../../src/sandbox/world/store.ts';

const refused = (error: unknown) => isNotPrivate(error);
const nothing = () => Promise.resolve();
const modeOf = async (file: string) => (await lstat(file)).mode & 0o777;

if (process.platform !== 'win32') {
  describe('files of this user alone', () => {
    let place: string;
    let folder: string;
    /** What a link leads to. */
    let victim: string;
    const at = (name: string) => path.join(folder, name);

    beforeEach(async () => {
      place = await mkdtemp(path.join(tmpdir(), 'private-files-'));
      folder = path.join(place, 'sessions');
      victim = path.join(place, 'victim');
      await mkdir(folder, { mode: 0o700 });
      await writeFile(victim, 'as it was', { mode: 0o644 });
    });
    afterEach(async () => {
      await chmod(folder, 0o700).catch(() => undefined);
      await rm(place, { recursive: true });
    });

    /** Each thing that the extension keeps: how it is opened, and under which name. */
    const kept: readonly (readonly [what: string, name: string, use: () => unknown])[] = [
      ['the sessions', 'sessions.db', () => store().put('a', '')],
      ['the sessions’ journal', 'sessions.db-journal', () => store().put('a', '')],
      ['a lock', 'a.1.lock', () => tryKernelLock(at('a.1.lock'))],
      ['the sandbox’s state', 'state.json', () => Store.open(1, at('state.json'))],
      ['the sandbox’s log', 'sandbox.log', () => launchSandbox(launch())],
    ];
    const store = () => new SessionStore(new SessionDatabase(folder));
    const launch = () => ({ script: '', port: 0, ...sharedFiles(folder) });

    const stands: readonly (readonly [what: string, make: (name: string) => unknown])[] = [
      ['a link to a file', (name) => symlink(victim, at(name))],
      ['a link to nothing', (name) => symlink(path.join(place, 'nothing'), at(name))],
      ['a link to itself', (name) => symlink(at(name), at(name))],
      ['a link over a link', (name) => symlink(victim, at('first')).then(() => symlink('first', at(name)))],
      ['a link to a folder', (name) => symlink(place, at(name))],
      ['a link to a device', (name) => symlink('/dev/null', at(name))],
      ['a pipe', (name) => execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', at(name)])],
      ['a folder', (name) => mkdir(at(name))],
    ];
    for (const [what, name, use] of kept) {
      for (const [stand, make] of stands) {
        it(`${what}: ${stand} in its place is refused, and what it leads to stays as it was`, async () => {
          await make(name);
          const before = (await readdir(place)).sort();
          await assert.rejects(async () => {
            await use();
          });
          assert.equal(await readFile(victim, 'utf8'), 'as it was');
          assert.deepEqual((await readdir(place)).sort(), before);
          assert.ok(!(await lstat(at(name))).isFile());
        });
      }
    }

    it('the port of the sandbox is not read through a link, and a link in its place gives way', async () => {
      const files = sharedFiles(folder);
      await writeFile(victim, '{"port":4000}');
      await symlink(victim, files.discoveryFile);
      assert.equal(await readPort(files), undefined);
      await writePort(files, 4001);
      assert.equal(await readFile(victim, 'utf8'), '{"port":4000}');
      assert.deepEqual(await readdir(folder), [path.basename(files.discoveryFile)]);
      assert.ok((await lstat(files.discoveryFile)).isFile());
      assert.equal(await readPort(files), 4001);
    });

    it('the sandbox’s state is not written through a link in the place of its draft', async () => {
      const store = Store.open(1, at('state.json'));
      await symlink(victim, at(`state.json.${process.pid}.tmp`));
      store.save();
      assert.equal(await readFile(victim, 'utf8'), 'as it was');
      assert.equal(Store.open(1, at('state.json')).isFresh, false);
    });

    for (const mode of [0o755, 0o750, 0o770, 0o775, 0o777, 0o1777, 0o705, 0o701]) {
      it(`a folder of mode ${mode.toString(8)} is tightened`, async () => {
        await chmod(folder, mode);
        await makePrivateFolder(folder);
        assert.equal((await stat(folder)).mode & 0o777, 0o700);
      });
    }

    const users: readonly (readonly [what: string, use: () => Promise<unknown>])[] = [
      ['a session', () => store().put('a', '')],
      ['a lock', () => new CrossProcessLock(folder, systemScheduler).run('a', nothing, { maxWaitMs: 0 })],
      ['the start of the sandbox', () => withStartLock(at('start.lock'), nothing)],
      ['the sandbox’s port', () => writePort(sharedFiles(folder), 1)],
    ];
    for (const [what, use] of users) {
      it(`${what} tightens the folder, and is of mode 600`, async () => {
        await chmod(folder, 0o777);
        await use();
        assert.equal(await modeOf(folder), 0o700);
        for (const name of await readdir(folder)) assert.equal(await modeOf(at(name)), 0o600, name);
      });
    }

    it('new folders are private with all that is made above them, and so is the sandbox’s state', async () => {
      await makePrivateFolder(path.join(place, 'new', 'inner'));
      Store.open(1, path.join(place, 'other', 'state.json'));
      for (const name of ['new', 'new/inner', 'other']) assert.equal(await modeOf(path.join(place, name)), 0o700, name);
      assert.equal(await modeOf(path.join(place, 'other', 'state.json')), 0o600);
    });

    it('a lock that others may read is tightened, while it is held', async () => {
      await writeFile(at('lock'), '', { mode: 0o644 });
      const held = tryKernelLock(at('lock'));
      await chmod(at('lock'), 0o644);
      assert.equal(tryKernelLock(at('lock')), undefined);
      assert.equal(await modeOf(at('lock')), 0o600);
      // And the second look has not let go of what the first one holds, for other processes either.
      const script = `import {tryKernelLock as l} from ${JSON.stringify(new URL('../../src/common/kernel-lock.ts', import.meta.url).href)};
      process.stdout.write(String(l(${JSON.stringify(at('lock'))}) !== undefined))`;
      assert.equal(execFileSync(process.execPath, ['--input-type=module', '-e', script]).toString(), 'false');
      held?.close();
    });

    /** What another user has put there while the folder was open to all, and may write to as long as it is theirs. */
    const plant = async (name: string) => {
      await writeFile(at(name), 'planted', { mode: 0o666 });
      await chmod(at(name), 0o666);
      execFileSync('chown', ['12345', at(name)]);
    };
    const isRoot = process.getuid?.() === 0;

    it('a file is another user’s unless it is ours, or root’s, who may do everything anyway', () => {
      const cases = [12_345, 1000, 0].map((uid) => [isOfAnotherUser({ uid }, 1000), isOfAnotherUser({ uid }, 0)]);
      assert.deepEqual(cases, [
        [true, true],
        [false, true],
        [false, false],
      ]);
      assert.equal(isOfAnotherUser({ uid: 12_345 }, undefined), isOfAnotherUser({ uid: 12_345 }));
    });

    // Only root can give files away; the rule above is the same for all.
    if (isRoot) {
      for (const [what, name, use] of kept) {
        if (name === 'state.json') continue;
        it(`${what}: a file of another user in its place is refused, and stays as it was`, async () => {
          await plant(name);
          await assert.rejects(async () => {
            await use();
          }, refused);
          assert.equal(await readFile(at(name), 'utf8'), 'planted');
        });
      }

      it('the port of the sandbox is not read from a file of another user, which gives way', async () => {
        const files = sharedFiles(folder);
        await plant(path.basename(files.discoveryFile));
        await writeFile(files.discoveryFile, '{"port":4000}');
        assert.equal(await readPort(files), undefined);
        await writePort(files, 4001);
        assert.equal((await stat(files.discoveryFile)).uid, 0);
      });
    }

    type Put = (launcher: ReturnType<typeof launcherOf>) => unknown;
    const stale: readonly (readonly [what: string, put: Put])[] = [
      ['an older one', ({ file }) => writeFile(file, 'older')],
      ['a link', ({ file }) => symlink(victim, file)],
      ['a second name of another file', ({ file }) => link(victim, file)],
      ...(isRoot
        ? ([
            ['one of another user', () => plant('vehicle-data-mcp.mjs')],
            [
              'the right one, of another user',
              ({ file, text }) => plant(path.basename(file)).then(() => writeFile(file, text)),
            ],
          ] as const satisfies [string, Put][])
        : []),
    ];
    for (const [what, put] of stale) {
      for (const write of [writeLauncher, refreshLauncher]) {
        it(`the launcher for agents takes the place of ${what} (${write.name})`, async () => {
          await chmod(folder, 0o777);
          const launcher = launcherOf('/the/server.js', '/the/sandbox', folder);
          await put(launcher);
          const { ino } = await lstat(launcher.file);
          await write(launcher);
          const now = await lstat(launcher.file);
          assert.ok(now.isFile() && now.ino !== ino && now.nlink === 1 && now.uid === process.getuid?.());
          assert.equal(now.mode & 0o777, 0o600);
          assert.equal(await readFile(launcher.file, 'utf8'), launcher.text);
          assert.equal(await readFile(victim, 'utf8'), 'as it was');
          assert.deepEqual(await readdir(folder), [path.basename(launcher.file)]);
        });
      }
    }

    it('a folder of another user is refused, whatever its mode', async function () {
      if (process.getuid?.() === 0) {
        execFileSync('chown', ['12345', folder]);
        await assert.rejects(makePrivateFolder(folder), refused);
        await assert.rejects(store().put('a', ''), refused);
        await assert.rejects(withStartLock(at('start.lock'), nothing), /Other users may write to/);
        assert.deepEqual(await readdir(folder), []);
      } else {
        // Root's own, which root alone may write to, is no worse than ours; all may write to the other one.
        await assert.rejects(makePrivateFolder(tmpdir()), refused);
      }
    });
  });
}
