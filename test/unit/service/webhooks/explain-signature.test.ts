import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import {
  explainSignature,
  isRight,
  type KnownKey,
  rewrittenBodies,
} from '../../../../src/service/webhooks/explain-signature.ts';

const token: KnownKey = { name: 'the token', value: 'f1b2c3d4-0000-4000-8000-00000000000a', role: 'token' };
const older: KnownKey = { name: 'the older token', value: 'f1b2c3d4-0000-4000-8000-00000000000b', role: 'older' };
const id: KnownKey = { name: 'the application ID', value: 'f1b2c3d4-0000-4000-8000-00000000000c', role: 'other' };
const keys = [token, older, id];
const body = '{ "a": 78.0, "b": 1e2, "c": "\\u00e9 ü <\\/", "10": 1 }';
const hmac = (key: string | Buffer, of: string | Buffer = body, algorithm = 'sha256') =>
  createHmac(algorithm, key).update(of);
const explain = (signature: string, of: string | Buffer = body) => {
  const origin = explainSignature(Buffer.from(of), signature, keys);
  return origin && [origin.key.name, ...origin.mistakes];
};

describe('explanation of a signature', () => {
  it('says that it is right, and of which token', () => {
    assert.deepEqual(explain(hmac(token.value).digest('hex')), ['the token']);
    const right = explainSignature(Buffer.from(body), hmac(token.value).digest('hex'), keys);
    assert.ok(right && isRight(right));
  });

  it('names the wrong key', () => {
    for (const key of [older, id]) {
      const origin = explainSignature(Buffer.from(body), hmac(key.value).digest('hex'), keys);
      assert.deepEqual([origin?.key, origin?.mistakes], [key, []]);
      assert.ok(origin && !isRight(origin));
    }
  });

  it('names the library that wrote the body again', () => {
    for (const { writer, text } of rewrittenBodies(body)) {
      assert.deepEqual(explain(hmac(token.value, text).digest('hex')), ['the token', writer]);
    }
  });

  for (const [mistake, signed] of [
    ['indented', JSON.stringify(JSON.parse(body), null, 2)],
    ['newline added', `${body}\n`],
    ['quoted', JSON.stringify(body)],
    ['no body', ''],
    ['not the text', '[object Object]'],
    ['not the text', JSON.stringify(Buffer.from(body))],
    // As Python's str(bytes) is.
    ['not the text', `b'{ "a": 78.0, "b": 1e2, "c": "\\\\u00e9 \\xc3\\xbc <\\\\/", "10": 1 }'`],
    ['line ends changed', undefined],
    ['trimmed', undefined],
    ['byte order mark removed', undefined],
  ] as const) {
    it(`names what became of the body: ${mistake}, ${signed?.slice(0, 20)}`, () => {
      if (signed !== undefined)
        return assert.deepEqual(explain(hmac(token.value, signed).digest('hex')), ['the token', mistake]);
      const [sent = '', used = ''] = {
        'line ends changed': ['{\r\n}', '{\n}'],
        trimmed: ['{} ', '{}'],
        'byte order mark removed': ['\ufeff[', '['],
      }[mistake];
      assert.deepEqual(explain(hmac(token.value, used).digest('hex'), sent), ['the token', mistake]);
    });
  }

  it('names what was done to the key', () => {
    const { value } = token;
    for (const end of ['\n', '\r', '\r\n']) {
      assert.deepEqual(explain(hmac(value + end).digest('hex')), ['the token', 'key with newline']);
    }
    for (const quoted of [`"${value}"`, `'${value}'`]) {
      assert.deepEqual(explain(hmac(quoted).digest('hex')), ['the token', 'key with quotes']);
    }
    assert.deepEqual(explain(hmac(value.toUpperCase()).digest('hex')), ['the token', 'key in other case']);
    assert.deepEqual(explain(hmac(value.replaceAll('-', '')).digest('hex')), ['the token', 'key without hyphens']);
    assert.deepEqual(explain(hmac(Buffer.from(value.replaceAll('-', ''), 'hex')).digest('hex')), [
      'the token',
      'key decoded',
    ]);
    const spaced = [{ ...token, value: ` ${value}` }];
    const found = explainSignature(Buffer.from(body), hmac(value).digest('hex'), spaced);
    assert.deepEqual(found?.mistakes, ['key trimmed']);
  });

  it('names another hash', () => {
    const { value } = token;
    assert.deepEqual(explain(hmac(body, value).digest('hex')), ['the token', 'exchanged']);
    assert.deepEqual(explain(hmac(value, body, 'sha1').digest('hex')), ['the token', 'SHA-1']);
    assert.deepEqual(explain(hmac(value, body, 'sha512').digest('hex')), ['the token', 'SHA-512']);
    for (const text of [value + body, body + value]) {
      assert.deepEqual(explain(createHash('sha256').update(text).digest('hex')), ['the token', 'no HMAC']);
    }
  });

  it('names how it is written', () => {
    const hex = hmac(token.value).digest('hex');
    assert.deepEqual(explain(hex.toUpperCase()), ['the token', 'upper case']);
    assert.deepEqual(explain(hmac(token.value).digest('base64')), ['the token', 'Base64']);
    assert.deepEqual(explain(hmac(token.value).digest('base64url')), ['the token', 'Base64']);
    // As .NET's BitConverter writes it.
    assert.deepEqual(explain(hex.toUpperCase().replace(/..(?!$)/g, '$&-')), ['the token', 'hyphens']);
    assert.deepEqual(explain(`sha256=${hex}`), ['the token', 'prefix']);
    assert.deepEqual(explain(` ${hex}\n`), ['the token', 'spaces']);
    assert.deepEqual(explain(`"${hex}"`), ['the token', 'quotes']);
  });

  it('names several mistakes, and the fewest that lead there', () => {
    const signature = hmac(id.value, JSON.stringify(JSON.parse(body))).digest('base64');
    assert.deepEqual(explain(signature), ['the application ID', 'JSON.stringify', 'Base64']);
    assert.deepEqual(explain(hmac(token.value, '{}').digest('hex'), '{}'), ['the token']);
  });
});

describe('JSON as libraries write it again', () => {
  const written = (json: string) => rewrittenBodies(json).map(({ writer, text }) => [writer, text]);

  it('changes numbers, escapes, spaces and order as each of them does', () => {
    // Node and Python wrote theirs; the others follow their documentation.
    assert.deepEqual(written(body), [
      ['JSON.stringify', '{"10":1,"a":78,"b":100,"c":"é ü </"}'],
      ['json.dumps', '{"a": 78.0, "b": 100.0, "c": "\\u00e9 \\u00fc </", "10": 1}'],
      ['JSON.generate', '{"a":78.0,"b":100.0,"c":"é ü </","10":1}'],
      ['json.dumps', '{"a": 78.0, "b": 100.0, "c": "é ü </", "10": 1}'],
      ['json.dumps', '{"a":78.0,"b":100.0,"c":"\\u00e9 \\u00fc </","10":1}'],
      ['json_encode', '{"a":78,"b":100,"c":"\\u00e9 \\u00fc <\\/","10":1}'],
      ['json.Marshal', '{"10":1,"a":78,"b":100,"c":"é ü \\u003c/"}'],
      ['Gson', '{"a":78.0,"b":1e2,"c":"é ü \\u003c/","10":1}'],
      ['System.Text.Json', '{"a":78.0,"b":1e2,"c":"\\u00E9 \\u00FC \\u003C/","10":1}'],
    ]);
  });
});
