import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { helpPage, helpPages } from '../../../src/common/help-page.ts';
import { root } from '../../tools/lib/paths.ts';

describe('help pages', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');

  it('are in German where VS Code is, and in English everywhere else', () => {
    assert.equal(helpPage('keyring', 'de'), 'media/help/keyring.de.md');
    assert.equal(helpPage('keyring', 'de-CH'), 'media/help/keyring.de.md');
    for (const language of ['en', 'fr', 'den', ''])
      assert.equal(helpPage('keyring', language), 'media/help/keyring.md');
  });

  it('are all there, in both languages, and no other', () => {
    const expected = helpPages.flatMap((page) => [helpPage(page, 'en'), helpPage(page, 'de')]);
    assert.deepEqual(
      readdirSync(join(root, 'media/help'))
        .map((file) => `media/help/${file}`)
        .sort(),
      expected.sort(),
    );
  });

  for (const page of helpPages) {
    it(`${page}: German has each heading, table row, step and line of code`, () => {
      const shape = (language: string) =>
        read(helpPage(page, language))
          .split('\n')
          .flatMap((line) => /^(?:#+|\||-|\d+\.|```\w*)/.exec(line) ?? [])
          .join(' ');
      assert.equal(shape('de'), shape('en'));
    });

    for (const [language, file] of [
      ['en', 'package.nls.json'],
      ['de', 'package.nls.de.json'],
    ] as const) {
      it(`${page}: commands have the titles of the palette (${language})`, () => {
        const named = JSON.parse(read(file)) as Record<string, string>;
        const categories = Object.keys(named)
          .filter((key) => key.startsWith('category.'))
          .map((key) => named[key]);
        const titles = Object.values(named);
        const commands = read(helpPage(page, language)).matchAll(/_([^_:\n]+): ([^_\n]+)_/g);
        for (const [, category, title = ''] of commands) {
          if (categories.includes(category)) assert.ok(titles.includes(title), title);
        }
      });
    }
  }
});
