import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../../tools/lib/paths.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { scripts, contributes } = JSON.parse(read('package.json')) as {
  scripts: Readonly<Record<string, string>>;
  contributes: { commands: readonly { readonly title: string; readonly category: string }[] };
};
const texts = JSON.parse(read('package.nls.json')) as Readonly<Record<string, string>>;

const files = (folder: string, pattern: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => pattern.test(file) && !/JSONTestSuite|__snapshots__/.test(file));
const documents = [
  ...['README.md', 'CHANGELOG.md', 'PROGRAMS.md'],
  ...files('.github', /\.md$/),
  ...files('src', /README\.md$/),
  ...files('test', /README\.md$/),
];
const prose = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]*`/g, '');

/** The anchor of a heading, as GitHub and VS Code make it. */
function anchor(heading: string): string {
  const plain = heading.toLowerCase().replace(/[^\p{L}\p{N}\s-]/gu, '');
  return plain.trim().replace(/\s/g, '-');
}

describe('the documents', () => {
  it('have a first screen for each program of the package, and name the package of this version', () => {
    const { bin, version } = JSON.parse(read('package.json')) as { bin: object; version: string };
    const [text, names] = [read('PROGRAMS.md'), Object.keys(bin)];
    assert.deepEqual([...text.matchAll(/^## (vehicle-data-[\w-]+): /gm)].map(([, name]) => name).sort(), names.sort());
    for (const name of names) assert.match(text, new RegExp(`(npx -p PACKAGE|"PACKAGE",) "?${name}\\b`));
    const packages = documents
      .filter((file) => file !== 'CHANGELOG.md')
      .flatMap((file) => read(file).match(/explorer-[\d.]+tgz/g) ?? []);
    assert.ok(packages.length > 0);
    for (const each of packages) assert.equal(each, `explorer-${version}.tgz`);
  });

  it('begin with a README of at most 6 KB', () => {
    assert.ok(statSync(join(root, 'README.md')).size <= 6 * 1024);
  });

  it('are in each room of the source, none of which has more files than a person overlooks', () => {
    const folders = new Map<string, number>();
    for (const file of files('src', /\.ts$/)) folders.set(dirname(file), (folders.get(dirname(file)) ?? 0) + 1);
    for (const [folder, count] of folders) {
      assert.ok(existsSync(join(root, folder, 'README.md')), folder);
      assert.ok(count <= 22, `${folder}: ${count}`);
    }
  });

  it('name npm scripts that there are', () => {
    for (const file of documents) {
      for (const [named, name = ''] of read(file).matchAll(/\bnpm (?:run )?([a-z][\w:]*)/g)) {
        if (named.startsWith('npm run') || ['start', 'test'].includes(name))
          assert.ok(scripts[name], `${file}: ${named}`);
      }
    }
  });

  it('name commands by the titles of the palette', () => {
    const categories = new Set(contributes.commands.map(({ category }) => texts[category.slice(1, -1)]));
    const titles = contributes.commands.map(({ category, title }) =>
      [category, title].map((key) => texts[key.slice(1, -1)]).join(': '),
    );
    for (const file of documents) {
      for (const [, named = '', category] of prose(read(file)).matchAll(/(?:\*\*|_)((\w+ \w+): [^*_]+?)(?:\*\*|_)/g)) {
        if (categories.has(category)) assert.ok(titles.includes(named.replace(/\s+/g, ' ')), `${file}: ${named}`);
      }
    }
  });

  it('link files and headings that there are', () => {
    for (const file of documents) {
      for (const [, link = ''] of prose(read(file)).matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(link)) continue;
        const [path = '', heading] = link.split('#');
        const target = path === '' ? file : join(dirname(file), path);
        assert.ok(existsSync(join(root, target)), `${file}: ${link}`);
        if (heading === undefined) continue;
        const headings = [...read(target).matchAll(/^#+ (.+)$/gm)].map(([, text = '']) => anchor(text));
        assert.ok(headings.includes(heading), `${file}: ${link}`);
      }
    }
  });

  it('lead through the source by names that it has', () => {
    const code = files('src', /\.ts$/).map(read).join('\n');
    const [, ways = ''] = /## Three ways through the source\n([\s\S]*?)\n## /.exec(read('src/README.md')) ?? [];
    const names = [...ways.matchAll(/`([\w-]+)(?:\.(\w+))?`/g)];
    assert.ok(names.length > 20);
    for (const [, name = '', method] of names) {
      if (name.includes('-')) continue;
      const declared = new RegExp(`export (?:async )?(?:function\\*?|class) ${name}\\b[^]*?(?=\\nexport|$)`).exec(
        code.replaceAll('async function*', 'function*'),
      );
      assert.ok(declared, name);
      if (method !== undefined)
        assert.match(declared[0], new RegExp(`\\n  (?:async )?${method}[(<]`), `${name}.${method}`);
    }
  });

  it('name files of the source that there are', () => {
    const all = [...readdirSync(root), ...files('src', /\.\w+$/), ...files('test', /\.\w+$/)];
    const names = new Set(all.map((file) => basename(file)));
    for (const file of documents.filter((each) => /^(?:src|test)\//.test(each))) {
      for (const [, name = ''] of read(file).matchAll(/`(?:[\w.-]+\/)*([\w.-]+\.(?:ts|tsx|mjs|css))`/g))
        assert.ok(names.has(name), `${file}: ${name}`);
    }
  });

  it('have a line on the map for each room', () => {
    const rooms = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const named = [...read('src/README.md').matchAll(/^\| `([\w-]+)`/gm)].map(([, room]) => room);
    assert.deepEqual(named.sort(), rooms.map(({ name }) => name).sort());
  });
});
