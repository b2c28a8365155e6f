// A disk that is full half way leaves a person's file as it was.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Store } from '../../src/sandbox/world/store.ts';

const program = path.join(import.meta.dirname, 'small-disk.ts');

// Windows limits no sizes.
if (process.platform !== 'win32') {
  describe('where the disk is full half way', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'full-disk-'));
    });
    afterEach(() => rm(folder, { recursive: true }));

    /** @param blocks of 512 or, in some shells, 1,024 bytes */
    const run = async (what: string, file: string, blocks: number | 'unlimited' = 8) => {
      const command = `ulimit -f ${blocks} && exec "$0" "$@"`;
      const { stdout } = await promisify(execFile)('sh', [
        '-c',
        command,
        process.execPath,
        program,
        what,
        folder,
        file,
      ]);
      return stdout.trim();
    };
    it('an export leaves the older file', async () => {
      const file = path.join(folder, 'charges.csv');
      await writeFile(file, 'older');
      assert.equal(await run('export', file), 'EFBIG');
      assert.equal(await readFile(file, 'utf8'), 'older');
      assert.deepEqual(await readdir(folder), ['charges.csv']);
    });

    for (const [what, name] of [
      ['launcher', 'vehicle-data-mcp.mjs'],
      ['window', '1.json'],
    ] as const) {
      it(`the ${what} for agents is not written in part`, async () => {
        const file = path.join(folder, name);
        assert.equal(await run(what, file), 'EFBIG');
        assert.deepEqual(await readdir(folder), []);
        assert.match(await run(what, file, 'unlimited'), /^written/, 'with room it is written');
        assert.deepEqual(await readdir(folder), [name]);
      });
    }

    it('the sandbox keeps the state that it had, whole', async () => {
      const file = path.join(folder, 'state.json');
      Store.open(1, file);
      const before = await readFile(file, 'utf8');
      assert.equal(await run('state', file), 'EFBIG');
      assert.equal(await readFile(file, 'utf8'), before);
      assert.deepEqual(await readdir(folder), ['state.json']);
    });
  });
}
