// Saving replaces what is in a file, and nothing else of it: not its mode, not a link to it, whatever its name.
import assert from 'node:assert/strict';
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeAtomically } from '../../src/common/files/write-file.ts';
import { writePrivate } from '../../src/common/private-files.ts';

describe('a file that is saved', () => {
  let folder: string;
  let path: string;
  const save = (at = path) => writeAtomically(at, ['new ', 'text']);
  const modeOf = async (at = path) => (await stat(at)).mode & 0o777;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'saved-files-'));
    path = join(folder, 'charges.csv');
  });
  afterEach(() => rm(folder, { recursive: true }));

  for (const mode of [0o600, 0o640, 0o644, 0o660, 0o666, 0o700, 0o755]) {
    it(`keeps mode ${mode.toString(8)}`, async () => {
      await writeFile(path, 'older');
      await chmod(path, mode);
      await save();
      assert.deepEqual([await readFile(path, 'utf8'), await modeOf()], ['new text', mode]);
      assert.deepEqual(await readdir(folder), ['charges.csv']);
    });
  }

  it('is as other new files are where there was none', async () => {
    await save();
    const other = join(folder, 'other');
    await writeFile(other, '');
    assert.equal(await modeOf(), await modeOf(other));
  });

  it('is private from its first byte where that is wanted', async () => {
    const modes: number[] = [];
    function* pieces() {
      for (const piece of ['a', 'b']) {
        modes.push(...readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777));
        yield piece;
      }
    }
    await writePrivate(path, pieces());
    assert.deepEqual([await readFile(path, 'utf8'), await modeOf()], ['ab', 0o600]);
    assert.deepEqual([...new Set(modes)], [0o600]);
  });

  const links: readonly (readonly [what: string, target: string, stored: string])[] = [
    ['beside it', 'real.csv', 'real.csv'],
    ['in another folder', 'elsewhere/real.csv', 'elsewhere/real.csv'],
    ['over a further link', 'second.csv', 'elsewhere/real.csv'],
  ];
  for (const [what, target, stored] of links) {
    it(`is written where a symbolic link leads, ${what}, and the link stays`, async () => {
      await mkdir(join(folder, 'elsewhere'));
      await writeFile(join(folder, stored), 'older', { mode: 0o600 });
      if (target === 'second.csv') await symlink(stored, join(folder, target));
      await symlink(target, path);
      await save();
      assert.equal(await readlink(path), target);
      assert.ok((await lstat(path)).isSymbolicLink());
      assert.equal(await readFile(join(folder, stored), 'utf8'), 'new text');
      assert.equal(await modeOf(join(folder, stored)), 0o600);
    });
  }

  it('is made where a symbolic link leads to nothing yet', async () => {
    await symlink('real.csv', path);
    await save();
    assert.equal(await readFile(join(folder, 'real.csv'), 'utf8'), 'new text');
    assert.equal(await readlink(path), 'real.csv');
  });

  it('is made where a link to a link leads to nothing yet', async () => {
    await mkdir(join(folder, 'elsewhere'));
    await symlink('elsewhere/second.csv', path);
    await symlink('real.csv', join(folder, 'elsewhere/second.csv'));
    await save();
    assert.equal(await readFile(join(folder, 'elsewhere/real.csv'), 'utf8'), 'new text');
    assert.deepEqual(await readdir(join(folder, 'elsewhere')), ['real.csv', 'second.csv']);
    assert.equal(await readlink(join(folder, 'elsewhere/second.csv')), 'real.csv');
  });

  it('leaves another name of the same file as it was', async () => {
    await writeFile(path, 'older');
    await link(path, join(folder, 'kept.csv'));
    await save();
    assert.equal(await readFile(join(folder, 'kept.csv'), 'utf8'), 'older');
  });

  for (const length of [200, 238, 240, 250, 255]) {
    it(`may have a name of ${length} bytes`, async () => {
      const long = join(folder, `${'ä'.repeat((length - 4) >> 1)}${length % 2 === 0 ? '' : 'x'}.csv`);
      await save(long);
      await save(long);
      assert.equal(await readFile(long, 'utf8'), 'new text');
      assert.equal((await readdir(folder)).length, 1);
    });
  }
});
