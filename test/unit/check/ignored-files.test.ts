// What the check leaves out, against git itself, which a clone of this repository needs anyway.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import fc from 'fast-check';
import { checkFolder } from '../../../src/check/folder/check-folder.ts';
import { walk } from '../../../src/check/folder/walk.ts';
import { freshFolder } from '../../tools/lib/paths.ts';

describe('what the migration check leaves out', () => {
  /** Of the machine nothing counts, and nothing of this process may point git elsewhere. */
  const environment: Record<string, string | undefined> = {
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: undefined,
    GIT_DIR: undefined,
    GIT_INDEX_FILE: undefined,
    GIT_WORK_TREE: undefined,
  };
  const before_: Record<string, string | undefined> = {};
  let home: string;
  let folder: string;

  before(() => {
    for (const name of [...Object.keys(environment), 'HOME', 'USERPROFILE', 'XDG_CONFIG_HOME']) {
      before_[name] = process.env[name];
    }
  });
  beforeEach(async () => {
    const place = await freshFolder('unit-ignored');
    home = join(place, 'home');
    folder = join(place, 'repository');
    set({ ...environment, HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: undefined });
    mkdirSync(home);
    git('init', '-q', folder);
  });
  after(() => set(before_));

  function set(variables: Readonly<Record<string, string | undefined>>): void {
    for (const [name, value] of Object.entries(variables)) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }
  function git(...args: readonly string[]): string {
    const cwd = existsSync(folder) ? folder : home;
    const identity = ['-c', 'user.name=a', '-c', 'user.email=a@b.test', '-c', 'protocol.file.allow=always'];
    return execFileSync('git', [...identity, ...args], { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
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
    const args = ['-C', at, 'ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    const paths = new Set(git(...args).split('\0'));
    return [...paths].filter((path) => path.endsWith('.ts')).sort();
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

  it('tells cases apart where git does', () => {
    write({ '.gitignore': 'Build/\n*.GEN.ts\n' });
    sources('build/a.ts', 'Build/b.ts', 'c.gen.ts', 'd.GEN.ts', 'e.ts');
    git('config', 'core.ignorecase', 'false');
    same(['build/a.ts', 'c.gen.ts', 'e.ts']);
    git('config', 'core.ignorecase', 'true');
    same(['e.ts']);
  });

  it('is no tracked file, also where its folder is ignored', () => {
    write({ '.gitignore': 'out/\n*.gen.ts\n' });
    sources('out/tracked.ts', 'out/other.ts', 'out/deep/er/tracked.ts', 'out/empty/other.ts', 'a.gen.ts', 'b.gen.ts');
    git('add', '-f', 'out/tracked.ts', 'out/deep/er/tracked.ts', 'a.gen.ts');
    const expected = ['a.gen.ts', 'out/deep/er/tracked.ts', 'out/tracked.ts'];
    same(expected);
    for (const version of ['4', '3', '2']) {
      git('update-index', '--index-version', version);
      same(expected);
    }
    git('add', '-f', '-N', 'out/empty/other.ts');
    same([...expected, 'out/empty/other.ts'].sort());
    git('reset', '-q', '--', 'out/empty/other.ts');
    git('update-index', '--split-index');
    git('add', '-f', 'b.gen.ts');
    same(['a.gen.ts', 'b.gen.ts', 'out/deep/er/tracked.ts', 'out/tracked.ts']);
  });

  it('is the same in a repository with IDs of 32 bytes', () => {
    rmSync(folder, { recursive: true });
    git('init', '-q', '--object-format=sha256', folder);
    write({ '.gitignore': 'out/\n' });
    sources('out/a.ts', 'out/b.ts', 'c.ts');
    git('add', '-f', 'out/a.ts');
    same(['c.ts', 'out/a.ts']);
  });

  it('is what the person and the clone exclude', () => {
    sources('a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts');
    write({ '.git/info/exclude': 'a.ts\n' });
    same(['b.ts', 'c.ts', 'd.ts', 'e.ts']);
    mkdirSync(join(home, '.config/git'), { recursive: true });
    writeFileSync(join(home, '.config/git/ignore'), 'b.ts\n');
    same(['c.ts', 'd.ts', 'e.ts']);
    writeFileSync(join(home, '.gitconfig'), '[core] ; of mine\n\texcludesFile = "~/my ignore" # there\n');
    writeFileSync(join(home, 'my ignore'), 'c.ts\n');
    same(['b.ts', 'd.ts', 'e.ts']);
    writeFileSync(join(home, '.gitconfig'), '[include]\npath = more.config\n');
    writeFileSync(join(home, 'more.config'), '[CORE]\nExcludesFile = ~/my\\\n\\ ignore\n'.replace('\\ ', ' '));
    same(['b.ts', 'd.ts', 'e.ts']);
    set({ GIT_CONFIG_GLOBAL: join(home, 'other.config') });
    writeFileSync(join(home, 'other.config'), `[core]\nexcludesfile=${join(home, 'other').replaceAll('\\', '/')}\n`);
    writeFileSync(join(home, 'other'), 'd.ts\n');
    same(['b.ts', 'c.ts', 'e.ts']);
    // What stands nearer goes before: a folder's own file, then the clone's, then the person's.
    write({ '.gitignore': '!d.ts\n!a.ts\n' });
    same(['a.ts', 'b.ts', 'c.ts', 'd.ts', 'e.ts']);
  });

  it('is the same in a worktree, in a submodule, and from a folder inside', () => {
    write({ '.gitignore': 'out/\n/only.ts\n', '.git/info/exclude': 'x.ts\n' });
    sources('out/a.ts', 'x.ts', 'b.ts', 'deep/only.ts', 'deep/x.ts', 'only.ts');
    git('add', '-f', '.gitignore', 'out/a.ts', 'b.ts', 'deep/only.ts');
    git('commit', '-q', '-m', 'a');
    same(['b.ts', 'deep/only.ts', 'out/a.ts']);
    same(['only.ts'], join(folder, 'deep'));

    const tree = join(folder, '../tree');
    git('worktree', 'add', '-q', tree);
    for (const name of ['x.ts', 'new.ts', 'out/b.ts']) writeFileSync(join(tree, name), '');
    same(['b.ts', 'deep/only.ts', 'new.ts', 'out/a.ts'], tree);

    git('submodule', '--quiet', 'add', '-f', realpathSync(folder), 'out/module');
    writeFileSync(join(folder, 'out/module/x.ts'), '');
    writeFileSync(join(folder, 'out/module/only.ts'), '');
    same(['b.ts', 'deep/only.ts', 'out/a.ts', 'x.ts'], join(folder, 'out/module'));
    // The module's own exclude file is empty, and its files are the repository's too.
    const inModule = ['b.ts', 'deep/only.ts', 'out/a.ts', 'x.ts'].map((path) => `out/module/${path}`);
    assert.deepEqual(byCheck(), ['b.ts', 'deep/only.ts', 'out/a.ts', ...inModule].sort());
  });

  it('is the same through a link to a folder, and the paths are as the person named it', () => {
    write({ '.gitignore': 'out/\n' });
    const client = "export const base = 'https://api.smartcar.com/v2.0';\n";
    write({ 'app/b.ts': client, 'app/out/a.ts': client });
    const link = join(folder, '../link');
    symlinkSync(join(folder, 'app'), link, 'junction');
    same(['b.ts'], link);
    assert.deepEqual(
      checkFolder(link).files.map(({ path }) => path),
      ['b.ts'],
    );
  });

  it('is not what an inner file takes in again, and all that is in it', () => {
    write({ '.gitignore': 'build\n*.gen.ts\n', 'sub/.gitignore': '!build/\n', 'sub/build/.gitignore': '/c.ts\n' });
    sources('build/a.ts', 'sub/build/a.ts', 'sub/build/deep/b.ts', 'sub/build/b.gen.ts', 'sub/build/c.ts');
    sources('sub/build/build/d.ts', 'sub/build/deep/build/e.ts');
    same(['sub/build/a.ts', 'sub/build/build/d.ts', 'sub/build/deep/b.ts', 'sub/build/deep/build/e.ts']);
  });

  it('is said where patterns, a list of tracked files or a folder cannot be read', () => {
    write({ '.gitignore': 'out/\n', 'deep/.gitignore': 'a.ts\0\n', '.git/index': 'DIRC and no more' });
    sources('out/a.ts', 'deep/a.ts');
    symlinkSync(join(folder, '.gitignore'), join(folder, 'out/.gitignore'));
    const { unread, filesRead } = checkFolder(folder);
    const why = 'rules not followed';
    assert.deepEqual(unread, [
      { path: '.git/index', why },
      { path: 'deep/.gitignore', why },
    ]);
    assert.equal(filesRead, 1);
  });

  it('is the same where what is called .git leads nowhere', () => {
    write({ '.gitignore': 'a.ts\n', 'inner/.gitignore': 'b.ts\n' });
    sources('a.ts', 'b.ts', 'inner/a.ts', 'inner/b.ts', 'inner/c.ts');
    symlinkSync('.git', join(folder, 'inner/.git'));
    same(['b.ts', 'inner/c.ts']);
  });

  it('is not what another repository below has rules for', () => {
    write({ '.gitignore': 'a.ts\n' });
    git('init', '-q', join(folder, 'inner'));
    write({ 'inner/.gitignore': 'b.ts\n' });
    sources('a.ts', 'b.ts', 'inner/a.ts', 'inner/b.ts', 'inner/deep/a.ts');
    same(['a.ts', 'deep/a.ts'], join(folder, 'inner'));
    assert.deepEqual(byCheck(), ['b.ts', 'inner/a.ts', 'inner/deep/a.ts']);
  });

  it('is what git ignores, whatever patterns stand where', () => {
    const names = ['a', 'b', 'ab', 'a b', '[a]', '#a', '!b', 'é'];
    const paths = names.flatMap((name) => [
      `${name}.ts`,
      `a/${name}.ts`,
      `b/${name}/x.ts`,
      `ab/a/${name}.ts`,
      `b/ab/${name}/a.ts`,
    ]);
    sources(...paths);
    const tracked = ['a/b.ts', 'b/ab/a/a.ts', 'ab/a/ab.ts'];
    git('add', '-f', ...tracked);
    const piece = fc.constantFrom(
      ...['a', 'b', 'A', 'ab', '*', '?', '**', '[ab]', '[!a]', '[^b]', '[a-b]', '[[:alpha:]]', '\\a', '\\*', '\\[a\\]'],
      ...['.ts', '*.ts', 'x.ts', 'a b', ' ', '[', '[]a]', 'é', '\\'],
    );
    const segment = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''));
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
        fc.boolean(),
        (files, ignoresCase) => {
          write(files);
          write({ '.git/config': `[core]\nrepositoryformatversion = 0\nbare = false\nignorecase = ${ignoresCase}\n` });
          assert.deepEqual(byCheck(), byGit());
        },
      ),
      { numRuns: 150, includeErrorInReport: true },
    );
  });
});
