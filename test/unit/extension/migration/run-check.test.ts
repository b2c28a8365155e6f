import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCheck } from '../../../../src/extension/migration/run-check.ts';
import { freshFolder } from '../../../tools/lib/paths.ts';

describe('a check of a folder that fails', () => {
  for (const [code, expected] of [
    ["console.error('can’t read it\\nmore'); process.exit(2)", 'can’t read it'],
    ['process.exit(3)', '3'],
    ["process.kill(process.pid, 'SIGKILL')", process.platform === 'win32' ? '1' : 'SIGKILL'],
  ] as const) {
    it(`says why: ${code}`, async () => {
      const script = join(await freshFolder('unit-run-check'), 'check.cjs');
      writeFileSync(script, code);
      await assert.rejects(runCheck(script, '.', new AbortController().signal), { message: expected });
    });
  }
});
