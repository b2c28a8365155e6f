import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mock } from 'node:test';
import { checkFolder } from '../../src/check/folder/check-folder.ts';
import { maxFileBytes } from '../../src/check/folder/walk.ts';
import { checkText } from '../../src/check/rules/check-text.ts';
import { freshFolder } from '../tools/lib/paths.ts';

/** Half of what the check reads: what takes more than one look at each character does not end in a test's time. */
const size = 500_000;
const filled = (piece: string, most = size) => piece.repeat(Math.ceil(most / piece.length));
/** Lets every rule look. */
const client = "import smartcar from 'smartcar';\nfetch('https://vehicle.api.smartcar.com/v3', { authorization });\n";

describe('source files that are made to stop the migration check', () => {
  for (const [name, piece] of [
    ['templates in templates', '`${'],
    ['holes that never end', '${{'],
    ['quotes that never end', `'"\``],
    ['braces that never end', '{'],
    ['empty lines', '\n'],
    ['blanks', ' '],
    ['one word', 'a'],
    ['addresses in one line', 'https://api.smartcar.com/{'],
    ['consent addresses in one line', 'connect.smartcar.com/'],
    ['paths in one line', '/vehicles/'],
    ['paths that are joined', "'/vehicles/' + id + "],
    ['calls in calls', 'new smartcar.Vehicle('],
    ['makes', 'tesla/charge/'],
    ['fields in one line', 'a.percentRemaining;'],
    ['refresh tokens in one line', 'refresh_token,'],
    ['refresh tokens line by line', 'refresh_token\n'],
    ['signatures', 'verifyPayload(.update('],
    ['slashes', '/'],
    ['comments that never end', '/*'],
    ['backslashes', '\\'],
  ] as const) {
    for (const file of ['a.ts', 'a.py', 'a.http', 'a.rb', '.env']) {
      it(`are read once in ${file}: ${name}`, () => {
        const text = client + filled(piece);
        const found = checkText(file, text, { projectUsesService: true });
        for (const { start, end } of found) assert.ok(start < end && end <= text.length);
        const text2 = filled(piece) + client;
        assert.ok(Array.isArray(checkText(file, text2, { projectUsesService: true })));
      });
    }
  }
});

/** Every pattern that the rules try on a whole file, as they check our clients. */
function triedPatterns(): RegExp[] {
  const clients = join(import.meta.dirname, '../unit/check/clients');
  const found = new Map<string, RegExp>();
  const exec = Reflect.get<RegExp, 'exec'>(RegExp.prototype, 'exec');
  let whole = '';
  const watch = mock.method(RegExp.prototype, 'exec', function (this: RegExp, text: string) {
    if (text === whole) found.set(String(this), this);
    return exec.call(this, text);
  });
  for (const file of readdirSync(clients, { withFileTypes: true })) {
    if (!file.isFile()) continue;
    whole = readFileSync(join(clients, file.name), 'utf8').replace(/ ⟦[\w-]+⟧/g, '');
    checkText(file.name.replace(/\.txt$/, ''), whole, { projectUsesService: true, hasAddress: true });
  }
  watch.mock.restore();
  return [...found.values()];
}

describe('patterns of the rules on their own words, without what ends them', () => {
  for (const pattern of triedPatterns()) {
    it(`look once at each character: ${pattern.source.slice(0, 40)}`, () => {
      const plain = pattern.source.replace(/\\[a-z]|\[(?:\\.|[^\]\\])*\]|\{[\d,]+\}|\(\?(?:<?[=!]|:)/gi, ' ');
      const words = plain.match(/[a-z0-9_]{2,}/gi) ?? [];
      const pieces = new Set(words.map((word, at) => word + (words[at + 1] ?? '')));
      for (const piece of pieces) {
        const text = filled(piece, maxFileBytes);
        for (const { index } of text.matchAll(new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`)))
          assert.ok(index < text.length);
      }
    });
  }
});

describe('a .gitignore that is made to stop the migration check', () => {
  for (const pattern of [
    `${'*a'.repeat(30)}b`,
    `${'**/'.repeat(30)}b`,
    `/${'*/'.repeat(30)}b`,
    `${'[a-'.repeat(1000)}`,
  ]) {
    it(`is read in time: ${pattern.slice(0, 12)}…`, async () => {
      const folder = await freshFolder('attack-gitignore');
      const name = `${'a'.repeat(240)}.ts`;
      writeFileSync(join(folder, name), client);
      writeFileSync(join(folder, '.gitignore'), `${pattern}\n`);
      assert.equal(checkFolder(folder).filesRead, 1);
    });
  }

  const unreadOf = (folder: string) => checkFolder(folder).unread.map(({ path }) => path);
  const files = async (patterns: string) => {
    const folder = await freshFolder('attack-gitignore');
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.gitignore'), patterns);
    for (let file = 0; file < 100; file++) writeFileSync(join(folder, `file-${file}.ts`), '');
    return folder;
  };

  for (const [name, pattern] of [
    ['a name', 'a'.repeat(900_000)],
    ['stars', '*a'.repeat(450_000)],
    ['brackets', '['.repeat(900_000)],
  ] as const) {
    it(`is left out, and named, where one pattern has 900 kB: ${name}`, async () => {
      const folder = await files(`${pattern}\nfile-1.ts\n`);
      const { filesRead, unread } = checkFolder(folder);
      assert.deepEqual([filesRead, unread], [99, [{ path: '.gitignore', why: 'rules not followed' }]]);
    });
  }

  it('has five thousand patterns tried, and is named where it has more', async () => {
    const globs = (count: number) => Array.from({ length: count }, (_, line) => `*${line}?x*\n`).join('');
    assert.deepEqual(unreadOf(await files(globs(5_000))), []);
    const folder = await files(`file-1.ts\n${globs(50_000)}file-2.ts\n`);
    assert.deepEqual(unreadOf(folder), ['.gitignore']);
    assert.equal(checkFolder(folder).filesRead, 99);
  });

  it('is followed fifty folders deep, and named below', async () => {
    const folder = await files('');
    let at = folder;
    for (let depth = 0; depth < 900; depth++) {
      at = join(at, 'd');
      mkdirSync(at);
      writeFileSync(join(at, '.gitignore'), `*.log\n/x/y\na?${depth}*\n`);
      writeFileSync(join(at, 'a.ts'), '');
    }
    const { filesRead, unread } = checkFolder(folder);
    assert.deepEqual([filesRead, unread.length], [1_000, 850]);
  });

  it('is matched in time where stars follow stars in a path', async () => {
    const most = [`${'**/'.repeat(2)}b`, `/${'d/**/'.repeat(2)}b`, `${'**/*x'.repeat(2)}`, `/${'*/'.repeat(290)}*b`];
    const folder = await files(`${most.join('\n')}\n${'**/d/'.repeat(500)}a.ts\n`);
    let at = folder;
    for (let depth = 0; depth < 300; depth++) mkdirSync((at = join(at, 'd')));
    writeFileSync(join(at, 'a.ts'), '');
    assert.equal(checkFolder(folder).filesRead, 101);
    assert.deepEqual(unreadOf(folder), ['.gitignore']);
  });
});
