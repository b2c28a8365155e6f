import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { noticesOf } from '../../tools/lib/notices.ts';

describe('third-party notices', () => {
  let root: string;

  beforeEach(async () => (root = await mkdtemp(join(tmpdir(), 'notices-'))));
  afterEach(() => rm(root, { recursive: true }));

  async function write(file: string, text: string): Promise<void> {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }

  it('hold each bundled package once, by its innermost folder, with the texts that it brings', async () => {
    await write('node_modules/@a/b/package.json', '{ "name": "@a/b", "version": "1.0.0", "license": "MIT" }');
    await write('node_modules/@a/b/LICENSE', 'Text of B\r\n');
    await write(
      'node_modules/@a/b/node_modules/c/package.json',
      '{ "name": "c", "version": "2.0.0", "license": "ISC" }',
    );
    await write('node_modules/@a/b/node_modules/c/licence.md', 'Text of C');
    const inputs = ['src/extension/extension.ts', 'node_modules/@a/b/x.js', 'node_modules/@a/b/y.js'];
    const text = noticesOf([...inputs, 'node_modules/@a/b/node_modules/c/z.js'], root);
    assert.deepEqual(text.match(/^\S+ [\d.]+ \(\w+\)$/gm), ['@a/b 1.0.0 (MIT)', 'c 2.0.0 (ISC)']);
    assert.ok(text.includes('\nText of B\n') && text.includes('\nText of C\n'));
  });

  it('cannot be made where a package brings no licence', async () => {
    await write('node_modules/d/package.json', '{ "name": "d", "version": "3.0.0", "license": "MIT" }');
    assert.throws(() => noticesOf(['node_modules/d/index.js'], root), /d 3\.0\.0 brings no licence/);
  });
});
