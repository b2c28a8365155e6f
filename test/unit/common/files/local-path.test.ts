import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localPath } from '../../../../src/common/files/local-path.ts';

describe('a path that somebody else has named', () => {
  const refused = [
    ['\\\\host\\share', '//host/share', '/\\host/share', 'file://host/share/a.ts', 'file://host/c:/a.ts'],
    ['\\\\?\\UNC\\host\\share', '//?/unc/host/share', '\\??\\UNC\\host\\share', '\\\\?\\GLOBALROOT\\Device\\Mup\\host'],
    ['\\\\.\\pipe\\a', '\\\\.\\C:\\a', '\\\\?\\Volume{1}\\a'],
    ['C:\\a\\nul', 'con', 'C:\\COM1.txt\\a', 'a/lpt9 .txt', 'C:aux', 'file:///C:/a/prn'],
  ].flat();
  for (const path of refused) {
    it(`is not ${path} on Windows`, () => {
      assert.throws(() => localPath(path, [], 'win32'), {
        message: new RegExp(`^\\S.* is on another host or a device`),
      });
    });
  }
  for (const path of [
    'C:\\a\\b',
    '\\\\?\\C:\\a',
    '//?/c:/a',
    '\\\\?\\C:',
    '/a/b',
    'console.ts',
    'a/con-1',
    'nullable',
  ]) {
    it(`may be ${path} on Windows`, () => assert.equal(localPath(path, [], 'win32'), path));
  }

  it('may be of another host where a person has opened that folder', () => {
    const opened = ['//wsl.localhost/Ubuntu/app'];
    for (const path of ['//wsl.localhost/Ubuntu/app', '//wsl.localhost/Ubuntu/app/src/a.ts'])
      assert.equal(localPath(path, opened, 'win32'), path);
    for (const path of ['//wsl.localhost/Ubuntu', '//wsl.localhost/Ubuntu/app/../b', '//host/Ubuntu/app'])
      assert.throws(() => localPath(path, opened, 'win32'), /another host/, path);
  });

  it('leads to another host by none of its links', () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'local-path-')));
    try {
      const link = (target: string, name: string) => symlinkSync(target, join(folder, name));
      link('\\\\host\\share', 'out');
      link('out', 'further');
      link('loop', 'loop');
      link('.', 'here');
      for (const name of ['out', 'out/a', 'further/a', 'here/here/out'])
        assert.throws(() => localPath(join(folder, name), [], 'win32'), /another host/, name);
      for (const name of ['here/here/a', 'loop/a', 'none/a'])
        assert.equal(localPath(join(folder, name), [], 'win32'), join(folder, name));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('is no URL of another host on any system', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      assert.throws(() => localPath('file://host/share', [], platform), platform);
  });
});
