import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainText, quotable } from '../../../../src/common/text/plain-text.ts';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '../../../../src/common/translate.ts';
import { root } from '../../../tools/lib/paths.ts';
import { accountLabel, makeName, modelName, vehicleName } from '../../../../src/common/vehicle-names.ts';

describe('plainText', () => {
  it('turns controls, escape sequences and line ends into single spaces', () => {
    assert.equal(plainText('  a\r\nb\u0000\u001b[31mc\u0085\u2028d  '), 'a b [31mc d');
  });

  it('takes out characters that reorder or hide text', () => {
    assert.equal(plainText('gpj\u202eexe.\u2066x\u2069 \u200bzero\ufeffwidth'), 'gpj exe. x zero width');
  });

  it('keeps letters of every script and joined emoji', () => {
    assert.equal(plainText('Škoda 速 👩‍🔧'), 'Škoda 速 👩‍🔧');
  });

  it('cuts by characters, never through one', () => {
    assert.equal(plainText('🚗🚗🚗🚗', 3), '🚗🚗…');
    assert.equal(plainText('🚗🚗🚗', 3), '🚗🚗🚗');
  });

  it('gives one well-formed line of at most the length asked for, whatever comes in', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 2, max: 40 }), (text, maxLength) => {
        const line = plainText(text, maxLength);
        assert.ok(line.isWellFormed());
        assert.ok([...line].length <= maxLength);
        assert.doesNotMatch(line, /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });
});

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
    // Code that is replaced, and what the person has typed.
    const others = ['migration/fixes.ts', 'choose-view.ts'];
    const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') || file.endsWith('.tsx'))
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

describe('accountLabel', () => {
  it('leaves the environment out where it stands at the end, and only there', () => {
    assert.equal(accountLabel('Owner 1234 (sandbox)', 'sandbox', 60), 'Owner 1234');
    assert.equal(accountLabel('Owner 1234 (staging)', 'sandbox', 60), 'Owner 1234 (staging)');
    assert.equal(accountLabel('(sandbox) of mine', 'sandbox', 60), '(sandbox) of mine');
  });

  it('is plain text of the length that there is room for', () => {
    assert.equal(accountLabel('Owner\u202e of a very long name (x)', 'x', 9), 'Owner of…');
  });
});

describe('makeName', () => {
  for (const [spelled, shown] of [
    ['BMW', 'BMW'],
    ['MINI', 'MINI'],
    ['FORD', 'Ford'],
    ['TESLA', 'Tesla'],
    ['MERCEDES-BENZ', 'Mercedes-Benz'],
    ['LAND_ROVER', 'Land Rover'],
    ['hyundai', 'Hyundai'],
    ['ŠKODA', 'Škoda'],
    ['McLaren', 'McLaren'],
  ] as const) {
    it(`shows ${spelled} as ${shown}`, () => assert.equal(makeName(spelled), shown));
  }

  it('names a vehicle on one line whatever the service sends', () => {
    assert.equal(modelName({ make: 'TESLA', model: 'Model 3' }), 'Tesla Model 3');
    assert.equal(modelName({ make: '', model: 'report.json' }), 'report.json');
    assert.equal(vehicleName({ make: 'BMW', model: 'i4\u202e\n', year: 2023 }), 'BMW i4 (2023)');
  });
});
