import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpPage } from '../../../src/common/help-page.ts';
import { root } from '../../tools/lib/paths.ts';

describe('help pages', () => {
  const pages = ['keyring', 'version-2', 'windows'] as const;
  const read = (file: string) => readFileSync(join(root, file), 'utf8');

  it('are in German where VS Code is, and in English everywhere else', () => {
    assert.equal(helpPage('keyring', 'de'), 'media/help/keyring.de.md');
    assert.equal(helpPage('keyring', 'de-CH'), 'media/help/keyring.de.md');
    for (const language of ['en', 'fr', 'den', ''])
      assert.equal(helpPage('keyring', language), 'media/help/keyring.md');
  });

  it('are all there, in both languages, and no other', () => {
    const expected = pages.flatMap((page) => [helpPage(page, 'en'), helpPage(page, 'de')]);
    assert.deepEqual(
      readdirSync(join(root, 'media/help'))
        .map((file) => `media/help/${file}`)
        .sort(),
      expected.sort(),
    );
  });

  for (const page of pages) {
    it(`${page}: German has each heading, table row, step and line of code`, () => {
      const shape = (language: string) =>
        read(helpPage(page, language))
          .split('\n')
          .flatMap((line) => /^(?:#+|\||-|\d+\.|```\w*)/.exec(line) ?? [])
          .join(' ');
      assert.equal(shape('de'), shape('en'));
    });

    it(`${page}: commands in the German text have their German titles`, () => {
      const titles = Object.values(JSON.parse(read('package.nls.de.json')) as Record<string, string>);
      for (const [, title] of read(helpPage(page, 'de')).matchAll(/_Vehicle Data: ([^_]+)_/g)) {
        assert.ok(titles.includes(title ?? ''), title);
      }
    });
  }
});
