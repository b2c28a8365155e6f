// What the check leaves out, against git itself, which a clone of this repository needs anyway.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import fc from 'fast-check';
import { checkFolder } from '../../../src/check/folder/check-folder.ts';
import { walk } from '../../../src/check/folder/walk.ts';
import { freshFolder } from '../../tools/lib/paths.ts';

/** Names are compared by characters, git does it by bytes: both are the same in ASCII. */
describe('what the migration check leaves out', () => {
  let folder: string;

  beforeEach(async () => {
    folder = join(await freshFolder('unit-ignored'), 'repository');
    mkdirSync(folder);
    git('init', '-q', folder);
  });

  function git(...args: readonly string[]): string {
    // Of the machine nothing counts, and nothing of this process may point git elsewhere.
    const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
    return execFileSync('git', args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  }
  /** Files by their paths below the repository. */
  function write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }
  const sources = (...paths: readonly string[]) => write(Object.fromEntries(paths.map((path) => [path, ''])));

  function byGit(at = folder): string[] {
    const paths = git('-C', at, 'ls-files', '-z', '--others', '--exclude-standard').split('\0');
    return paths.filter((path) => path.endsWith('.ts')).sort();
  }
  function byCheck(at = folder): string[] {
    const root = realpathSync(at);
    return [...walk(root)]
      .flatMap((found) => (found.what === 'file' ? [relative(root, found.path).replaceAll(sep, '/')] : []))
      .filter((path) => path.endsWith('.ts'))
      .sort();
  }
  function same(expected: readonly string[], at?: string): void {
    assert.deepEqual(byGit(at), expected, 'by git');
    assert.deepEqual(byCheck(at), expected, 'by the check');
  }

  it('is what files above say, seen from a folder inside', () => {
    write({ '.gitignore': 'out/\n/only.ts\n', 'deep/.gitignore': '!x.ts\n', 'deep/er/.gitignore': 'y.ts\n' });
    sources('out/a.ts', 'b.ts', 'only.ts', 'deep/only.ts', 'deep/er/only.ts', 'deep/er/y.ts', 'deep/er/out/a.ts');
    same(['b.ts', 'deep/er/only.ts', 'deep/only.ts']);
    same(['only.ts'], join(folder, 'deep/er'));
    // The person has named it on purpose.
    assert.deepEqual(byCheck(join(folder, 'out')), ['a.ts']);
  });

  it('is the same through a link to a folder, and the paths are as the person named it', () => {
    write({ '.gitignore': 'out/\n' });
    const client = "export const base = 'https://api.smartcar.com/v2.0';\n";
    write({ 'app/b.ts': client, 'app/out/a.ts': client, 'app/out/b.ts': client });
    const link = join(folder, '../link');
    symlinkSync(join(folder, 'app'), link, 'junction');
    same(['b.ts'], link);
    const { files, ignored } = checkFolder(link);
    assert.deepEqual([files.map(({ path }) => path), ignored], [['b.ts'], 1]);
  });

  it('is the same for any number of folders of any name in a row, and said where they stand apart', () => {
    write({ '.gitignore': '**/**/**/**/*.ts\n!**/**/**/c.ts\n', 'b/.gitignore': '**/a/**/b/**/c/**/a.ts\n' });
    sources('deep/er/a.ts', 'b/c.ts');
    same(['b/c.ts']);
    assert.deepEqual(checkFolder(folder).unread, [{ path: 'b/.gitignore', why: 'rules not followed' }]);
  });

  it('is an ignored file that git tracks too, and no file that only this machine excludes', () => {
    write({ '.gitignore': 'a.ts\n', '.git/info/exclude': 'b.ts\n' });
    sources('a.ts', 'b.ts');
    git('add', '-f', 'a.ts');
    assert.deepEqual(byCheck(), ['b.ts']);
  });

  it('is said where patterns cannot be read', () => {
    write({ '.gitignore': 'out/\n', 'deep/.gitignore': 'a.ts\0\n' });
    sources('out/a.ts', 'deep/a.ts');
    symlinkSync(join(folder, '.gitignore'), join(folder, 'out/.gitignore'));
    const { unread, filesRead } = checkFolder(folder);
    assert.deepEqual([unread, filesRead], [[{ path: 'deep/.gitignore', why: 'rules not followed' }], 1]);
  });

  it('is not what another repository below has rules for', () => {
    write({ '.gitignore': 'a.ts\n' });
    git('init', '-q', join(folder, 'inner'));
    write({ 'inner/.gitignore': 'b.ts\n' });
    sources('a.ts', 'b.ts', 'inner/a.ts', 'inner/b.ts', 'inner/deep/a.ts');
    same(['a.ts', 'deep/a.ts'], join(folder, 'inner'));
    assert.deepEqual(byCheck(), ['b.ts', 'inner/a.ts', 'inner/deep/a.ts']);
    // A link is looked at, and not where it leads: on Windows, that may be another host.
    rmSync(join(folder, 'inner/.git'), { recursive: true });
    symlinkSync('\\\\host\\share', join(folder, 'inner/.git'));
    assert.deepEqual(byCheck(), ['b.ts', 'inner/a.ts', 'inner/deep/a.ts']);
    assert.deepEqual(byCheck(join(folder, 'inner/deep')), ['a.ts']);
  });

  it('is what git ignores, whatever patterns stand where', () => {
    if (process.platform !== 'linux') return;
    const names = ['a', 'b', 'ab', 'a b', '[a]', '#a', '!b'];
    const paths = names.flatMap((name) => [
      `${name}.ts`,
      `a/${name}.ts`,
      `b/${name}/x.ts`,
      `ab/a/${name}.ts`,
      `b/ab/${name}/a.ts`,
    ]);
    sources(...paths);
    const piece = fc.constantFrom(
      ...['a', 'b', 'A', 'ab', '*', '?', '[ab]', '[!a]', '[^b]', '[a-b]', '[[:alpha:]]', '\\a', '\\*', '\\[a\\]'],
      ...['.ts', '*.ts', 'x.ts', 'a b', ' ', '[', '[]a]', '\\'],
    );
    const pieces = fc.array(piece, { minLength: 1, maxLength: 3 }).map((each) => each.join(''));
    // Only as a whole name: git compares what precedes the first wildcard apart, and so takes `a**/b` for more.
    const segment = fc.oneof({ arbitrary: pieces, weight: 5 }, fc.constant('**'));
    const pattern = fc
      .tuple(
        fc.constantFrom('', '', '!', '#', '\\!', '\\#'),
        fc.constantFrom('', '', '/', '**/'),
        fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/')),
        fc.constantFrom('', '', '/', '/*', '/**', ' ', '\\ ', '  ', '/ '),
        fc.constantFrom('\n', '\n', '\r\n', '\n\n'),
      )
      .map((parts) => parts.join(''));
    const patterns = fc.array(pattern, { maxLength: 5 }).map((lines) => lines.join(''));
    fc.assert(
      fc.property(
        fc.record({ '.gitignore': patterns, 'a/.gitignore': patterns, 'b/ab/.gitignore': patterns }),
        (files) => {
          write(files);
          // The check says of which file it doesn't follow all patterns.
          fc.pre([...walk(realpathSync(folder))].every(({ what }) => what !== 'not followed'));
          assert.deepEqual(byCheck(), byGit());
        },
      ),
      { numRuns: 150, includeErrorInReport: true },
    );
  });
});
