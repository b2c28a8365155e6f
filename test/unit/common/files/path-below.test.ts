import assert from 'node:assert/strict';
import { posix, win32 } from 'node:path';
import { pathBelow } from '../../../../src/common/files/path-below.ts';

describe('a path below a folder', () => {
  for (const [folder, inner, expected] of [
    ['/a', '/a/b/c', 'b/c'],
    ['/a/', '/a', ''],
    ['/a', '/a/..b/c', '..b/c'],
    ['/a', '/a/..b', '..b'],
    ['/a/b', '/a', undefined],
    ['/a/b', '/a/bc', undefined],
    ['/a', '/a/../b', undefined],
    ['/', '/a', 'a'],
  ] as const) {
    it(`is ${expected} for ${inner} in ${folder}`, () => assert.equal(pathBelow(folder, inner, posix), expected));
  }

  for (const [folder, inner, expected] of [
    ['C:\\a', 'c:\\A\\b\\c', 'b/c'],
    ['C:\\a', 'D:\\a\\b', undefined],
    ['C:\\a', '\\\\host\\a\\b', undefined],
  ] as const) {
    it(`is ${expected} for ${inner} in ${folder} on Windows`, () =>
      assert.equal(pathBelow(folder, inner, win32), expected));
  }
});
