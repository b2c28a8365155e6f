import assert from 'node:assert/strict';
import { cutToBytes } from '../../../../src/common/text/cut-to-bytes.ts';

describe('cutToBytes', () => {
  for (const [text, bytes, cut] of [
    ['abc', 3, 'abc'],
    ['abc', 2, 'ab'],
    ['', 5, ''],
    ['äöü', 5, 'äö'],
    ['車車', 4, '車'],
    ['a😀😀', 8, 'a😀'],
    ['😀', 3, ''],
  ] as const) {
    it(`leaves “${cut}” of “${text}” in ${bytes} bytes`, () => assert.equal(cutToBytes(text, bytes), cut));
  }
});
