import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isMissing, isTaken, nameOf, realFiles } from '../../../../../src/extension/auth/sessions/session-files.ts';

/** The disk that sessions lie on, as it is. */
describe('realFiles', () => {
  let place: string;
  beforeEach(async () => (place = await mkdtemp(path.join(tmpdir(), 'files-'))));
  afterEach(() => rm(place, { recursive: true }));

  const at = (name: string) => path.join(place, name);

  it('writes over the start of a file and leaves what is beyond, however long the text', async () => {
    const long = 'ü'.repeat(200_000);
    await writeFile(at('a'), `${'x'.repeat(400_000)}beyond`);
    const file = await realFiles.open(at('a'), 'r+');
    await file.write(long);
    await file.sync();
    await file.close();
    assert.equal(await realFiles.read(at('a')), `${long}beyond`);
  });

  it('makes a new file only where there is none', async () => {
    await (await realFiles.open(at('a'), 'wx')).close();
    await assert.rejects(realFiles.open(at('a'), 'wx'), isTaken);
    await assert.rejects(realFiles.open(at('b'), 'r+'), isMissing);
  });

  it('holds no file open that was closed', async () => {
    const file = await realFiles.open(at('a'), 'wx');
    await file.close();
    await assert.rejects(file.write('late'), { code: 'EBADF' });
    await assert.rejects(file.sync(), { code: 'EBADF' });
  });

  it('makes renames durable in a folder that is there', async () => {
    await realFiles.syncFolder(place);
    if (process.platform !== 'win32') await assert.rejects(realFiles.syncFolder(at('none')), isMissing);
  });

  it('gives a file a second name, but none that is taken', async () => {
    await writeFile(at('a'), 'one');
    await writeFile(at('b'), 'two');
    await realFiles.link(at('a'), at('c'));
    await assert.rejects(realFiles.link(at('a'), at('b')), isTaken);
    await assert.rejects(realFiles.link(at('none'), at('d')), isMissing);
    assert.deepEqual([await readFile(at('b'), 'utf8'), await readFile(at('c'), 'utf8')], ['two', 'one']);
  });

  it('removes a file, and minds none that is gone', async () => {
    await writeFile(at('a'), '');
    await realFiles.remove(at('a'));
    await realFiles.remove(at('a'));
    assert.deepEqual(await readdir(place), []);
  });

  it('tells a file from a folder and from a link, and when it was written', async () => {
    await writeFile(at('a'), '');
    await mkdir(at('b'));
    await symlink(at('a'), at('c'), 'file');
    const facts = await Promise.all(['a', 'b', 'c'].map((name) => realFiles.facts(at(name))));
    assert.deepEqual(
      facts.map(({ kind, isOwn }) => [kind, isOwn]),
      [
        ['file', true],
        ['folder', true],
        ['other', true],
      ],
    );
    assert.equal(facts[0]?.writtenAt, (await stat(at('a'))).mtimeMs);
  });

  // Windows keeps others out by other means.
  (process.getuid ? describe : () => undefined)('keeps other users out', () => {
    it('makes folders and files that only their owner may read or write', async () => {
      await realFiles.makeFolder(at('deep/er'));
      await (await realFiles.open(at('deep/er/a'), 'wx')).close();
      const modes = await Promise.all(
        ['deep', 'deep/er', 'deep/er/a'].map(async (name) => (await stat(at(name))).mode),
      );
      assert.deepEqual(
        modes.map((mode) => mode & 0o777),
        [0o700, 0o700, 0o600],
      );
    });

    it('tells what they may write', async () => {
      await writeFile(at('a'), '');
      for (const [mode, isOpen] of [
        [0o644, false],
        [0o620, true],
        [0o602, true],
      ] as const) {
        await chmod(at('a'), mode);
        assert.equal((await realFiles.facts(at('a'))).isOpenToOthers, isOpen, mode.toString(8));
      }
    });

    const { getuid } = process;
    afterEach(() => void (process.getuid = getuid));

    it('tells what is not of this user', async () => {
      await writeFile(at('a'), '');
      const { uid } = await stat(at('a'));
      process.getuid = () => uid + 1;
      assert.equal((await realFiles.facts(at('a'))).isOwn, false);
    });

    it('believes nothing of owners and modes where there is no such thing', async () => {
      await writeFile(at('a'), '');
      await chmod(at('a'), 0o666);
      delete process.getuid;
      const { isOwn, isOpenToOthers } = await realFiles.facts(at('a'));
      assert.deepEqual([isOwn, isOpenToOthers], [true, false]);
    });
  });
});

describe('a failure of the disk', () => {
  const error = (code?: unknown) => Object.assign(new TypeError('the token is …'), code === undefined ? {} : { code });

  it('is told by its name and code, without its message', () => {
    assert.equal(nameOf(error('EIO')), 'TypeError EIO');
    assert.equal(nameOf(error()), 'TypeError');
    assert.equal(nameOf(error(7)), 'TypeError');
    assert.equal(nameOf('the token is …'), 'string');
  });

  it('says that a file is missing, or there already, only by its code', () => {
    assert.deepEqual([isMissing(error('ENOENT')), isTaken(error('EEXIST'))], [true, true]);
    for (const other of [error('EIO'), error(), { code: 'ENOENT' }, { code: 'EEXIST' }, undefined]) {
      assert.deepEqual([isMissing(other), isTaken(other)], [false, false]);
    }
  });
});
