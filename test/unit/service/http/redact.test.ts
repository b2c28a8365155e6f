import assert from 'node:assert/strict';
import { safeText } from '../../../../src/service/http/redact.ts';

describe('safeText', () => {
  it('redacts each secret wherever it stands, plain or encoded, also one that begins another', () => {
    assert.equal(safeText('abc abcdef xabcx', ['abc', 'abcdef']), '[redacted] [redacted] x[redacted]x');
    assert.equal(safeText('a b/c a%20b%2Fc a+b%2Fc', ['a b/c']), '[redacted] [redacted] [redacted]');
    assert.equal(safeText('(.*) stays text: (a)', ['(.*)']), '[redacted] stays text: (a)');
  });

  it('redacts what looks like a token, and leaves words and addresses', () => {
    const token = 'eyJhbGciOiJSUzI1NiJ9_x.eyJzdWIiOiIxMjM0NTY3ODkwIn0-';
    assert.equal(safeText(`token ${token}`, []), 'token [redacted]');
    const prose = 'configuration_error_of_the_application at http://localhost:8000/exchange';
    assert.equal(safeText(prose, []), prose);
  });

  it('cuts after redacting, so that no beginning of a secret is left', () => {
    assert.equal(safeText('see secret-word-without-digits', ['secret-word-without-digits'], 14), 'see [redacted]');
  });

  it('is not troubled by empty secrets and lone surrogates', () => {
    assert.equal(safeText('text', ['', '\ud800']), 'text');
  });
});
