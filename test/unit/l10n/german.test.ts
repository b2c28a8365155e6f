import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../tools/lib/paths.ts';
import { messagesOfCode } from './messages.ts';

type Texts = Readonly<Record<string, string>>;

const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Texts;
const { l10n } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { l10n: string };
const messages = read(join(l10n, 'bundle.l10n.de.json'));
const [english, german] = [read('package.nls.json'), read('package.nls.de.json')];
const { found, computed } = messagesOfCode();

/** What a translation must have in common with its text: holes, commands, settings, names in code. */
function invariants(text: string): string[] {
  const parts = text.match(/\{\d+\}|\(command:[^)]+\)|`[^`]+`|\$\([\w-]+\)|https?:\/\/[\w:/.]+\w/g) ?? [];
  return [...new Set(parts)].sort();
}

describe('German', () => {
  it('has every text of the code, which writes each out where it is looked up', () => {
    assert.deepEqual(computed, []);
    const missing = found.filter(({ text }) => messages[text] === undefined);
    assert.deepEqual(missing, []);
  });

  it('has no text that the code no longer has', () => {
    const known = new Set(found.map(({ text }) => text));
    assert.deepEqual(
      Object.keys(messages).filter((text) => !known.has(text)),
      [],
    );
  });

  it('has every text of the manifest, and no other', () => {
    assert.deepEqual(Object.keys(german).sort(), Object.keys(english).sort());
  });

  it('keeps holes, links, settings and addresses as they are', () => {
    const pairs = [
      ...Object.entries(messages),
      ...Object.entries(english).map(([key, text]) => [text, german[key] ?? ''] as const),
    ];
    for (const [text, translated] of pairs) assert.deepEqual(invariants(translated), invariants(text), text);
  });

  it('names commands as the palette does, in either language', () => {
    for (const [texts, manifest] of [
      [Object.keys(messages), english],
      [Object.values(messages), german],
    ] as const) {
      const entries = Object.entries(manifest);
      const categories = entries.filter(([key]) => key.startsWith('category.')).map(([, text]) => text);
      const titles = new Set(entries.filter(([key]) => key.startsWith('command.')).map(([, text]) => text));
      for (const text of texts) {
        for (const [, category = '', title = ''] of text.matchAll(/[“„]([^“”„:]+): ([^“”„]+)[”“]/g)) {
          if (categories.includes(category)) assert.ok(titles.has(title), text);
        }
      }
    }
  });

  it('has one word for one thing, of the table in CONTRIBUTING.md', () => {
    const table = readFileSync(join(root, '.github/CONTRIBUTING.md'), 'utf8');
    const rows = [...table.matchAll(/^\|[^|]+\|[^|]+\|([^|]+)\|$/gm)].map(([, words = '']) => words.trim());
    const others = rows.slice(2).flatMap((words) => words.split(', '));
    assert.ok(others.length > 10);
    const stems = others.map((word) => word.replace(/en$/, '').replace(/er (?=Host)/, 'e[mnr] '));
    const isOther = new RegExp(`\\b(?:${stems.join('|')})(?:e?[nst]?|te)\\b`, 'u');
    const pages = readdirSync(join(root, 'media/help')).filter((name) => name.endsWith('.de.md'));
    const help = pages.flatMap((name) => readFileSync(join(root, 'media/help', name), 'utf8').split('\n'));
    for (const text of [...Object.values(messages), ...Object.values(german), ...help])
      assert.doesNotMatch(text, isOther, text);
  });

  it('leaves no text empty, and speaks to the reader as VS Code does', () => {
    for (const text of [...Object.values(messages), ...Object.values(german)]) {
      assert.ok(text.trim() !== '');
      assert.doesNotMatch(text, /\b(?:du|dein|deine|deinen|deiner|dich|dir)\b/i, text);
    }
  });
});
