import assert from 'node:assert/strict';
import { summary } from '../../../../src/extension/migration/summary.ts';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../../../../src/extension/window/run-program.ts';
import { freshFolder } from '../../../tools/lib/paths.ts';

describe('what the person is told of the migration check of a workspace', () => {
  const total = { findings: 0, files: 0, fixes: 0, filesRead: 7, unread: [], unreadKinds: '' };
  const reasons = 'Not read, or only in part (too large, not text or not accessible)';

  it('is how much was found, or checked', () => {
    assert.equal(summary(total), 'No uses of version 2.0 found. Files checked: 7.');
    const found = (findings: number, files: number, fixes: number) => summary({ ...total, findings, files, fixes });
    assert.equal(found(1, 1, 1), 'One place has to change for version 3.');
    assert.equal(found(3, 1, 0), '3 places in one file have to change for version 3.');
    const places = '3 places in 2 files have to change for version 3.';
    assert.equal(found(3, 2, 1), `${places} One of them has an automatic fix.`);
    assert.equal(found(3, 2, 2), `${places} 2 of them can be fixed at once.`);
    assert.equal(found(3, 2, 3), `${places} All of them can be fixed at once.`);
  });

  it('names files that were not read', () => {
    for (const findings of [0, 1]) {
      const one = summary({ ...total, findings, unread: ['a.json'] });
      assert.ok(one.endsWith(`. ${reasons}: a.json.`), one);
      const more = summary({ ...total, findings, unread: ['a.json', 'b.cs', 'c.cs'] });
      assert.ok(more.endsWith(`. ${reasons}: a.json and 2 more.`), more);
    }
  });

  it('names the kinds of files that are not checked', () => {
    const said = summary({ ...total, unreadKinds: '.png (3)', unread: ['a.json'] });
    assert.match(
      said,
      /7\. Kinds of files that are not checked: \.png \(3\)\. Not read, or only in part \(.+a\.json\.$/,
    );
  });
});

describe('a check of a folder that fails', () => {
  for (const [code, expected] of [
    ["console.error('can’t read it\\nmore'); process.exit(2)", 'can’t read it'],
    ['process.exit(3)', '3'],
    ["process.kill(process.pid, 'SIGKILL')", process.platform === 'win32' ? '1' : 'SIGKILL'],
  ] as const) {
    it(`says why: ${code}`, async () => {
      const script = join(await freshFolder('unit-run-check'), 'check.cjs');
      writeFileSync(script, code);
      await assert.rejects(
        runProgram(script, ['.'], { signal: new AbortController().signal, onMessage: () => undefined }),
        { message: expected },
      );
    });
  }
});
