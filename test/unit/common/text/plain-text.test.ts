import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainText } from '../../../../src/common/text/plain-text.ts';

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
