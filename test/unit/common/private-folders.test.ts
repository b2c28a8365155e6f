import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isNotPrivate, makePrivateFolder } from '../../../src/common/private-files.ts';

// Elsewhere: test/attacks/private-files.test.ts.
if (process.platform === 'win32') {
  describe('a private folder on Windows', () => {
    it('is below the user’s profile, also by another case', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'private-'));
      await makePrivateFolder(path.join(folder.toUpperCase(), 'NEW'));
      await rm(folder, { recursive: true });
    });

    it('is none that belongs to the system', () =>
      assert.rejects(makePrivateFolder(process.env.SystemRoot ?? ''), isNotPrivate));
  });
}
