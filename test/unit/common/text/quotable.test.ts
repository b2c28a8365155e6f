import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { quotable } from '../../../../src/common/text/quotable.ts';
import { t } from '../../../../src/common/translate.ts';
import { root } from '../../../tools/lib/paths.ts';

describe('a text of others between quotation marks', () => {
  it('does not leave them', () => {
    const name = 'Claude Code” (built into VS Code) may read it. Allow “you';
    assert.equal(
      t('Allow the agent “{0}” to read the account “{1}”?', name, 'Robin ”Hale“'),
      'Allow the agent “Claude Code (built into VS Code) may read it. Allow you” to read the account “Robin Hale”?',
    );
  });

  it('loses the marks of every script, and what looks like one', () => {
    const marks = [...'"\'`´«»‘’‚‛“”„‟‹›⹂「」『』〝〞〟﹁﹂﹃﹄＂＇｢｣″‴‵‶‷⁗ʺ˝ˮ״׳❛❜❝❞〃🙶🙷🙸'];
    for (const mark of marks) assert.equal(quotable(`a ${mark} b`), 'a  b', `U+${mark.codePointAt(0)?.toString(16)}`);
    assert.equal(quotable("''x''"), 'x');
    assert.equal(quotable('‘‘x’’'), 'x');
  });

  it('keeps an apostrophe within a word, and all else', () => {
    for (const text of ["Kim's car", 'Kim’s car', 'L’Étape d’or', "O'Neil", 'Größe (m) 5 < 6; 車']) {
      assert.equal(quotable(text), text);
    }
  });

  it('stays as it is outside of them', () => {
    assert.equal(t('{0}: {1}', '"a"', '“b”'), '"a": “b”');
    assert.equal(
      t('{0} already has a server “{1}” in {2}.', '"a"', 'b', '"c"'),
      '"a" already has a server “b” in "c".',
    );
  });

  it('comes by a way that takes its marks, everywhere', () => {
    // Code that is replaced, the viewer's own template, and what the person has typed.
    const others = ['migration/fixes.ts', 'messages/viewer-strings.ts', 'choose-view.ts', 'view-status.ts'];
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => file.replaceAll('\\', '/'));
    const found = sources.filter((file) =>
      /l10n\.t\(\s*(?:[^'`();]*\?\s*)?'[^'\n]*“\{/.test(readFileSync(join(root, 'src', file), 'utf8')),
    );
    assert.deepEqual(
      found.filter((file) => !others.some((other) => file.endsWith(other))),
      [],
    );
  });
});
