import assert from 'node:assert/strict';
import { failedFiles, withSecondRun } from '../../tools/lib/outcome.ts';
import { judge } from '../../tools/lib/suites.ts';

describe('the outcome of a suite', () => {
  it('is what the suite reported', () => {
    assert.deepEqual(judge({ passed: 3, failed: 0 }, 0), { passed: 3, failed: 0 });
    assert.deepEqual(judge({ passed: 3, failed: 2 }, 2), { passed: 3, failed: 2 });
  });

  it('is a failure where the suite ended badly and reported none', () => {
    assert.deepEqual(judge({ passed: 3, failed: 0 }, 1), { passed: 3, failed: 1 });
  });

  it('is a failure where nothing ran', () => {
    assert.deepEqual(judge({ passed: 0, failed: 0 }, 0), { passed: 0, failed: 1 });
  });
});

describe('a suite whose failed files run once more', () => {
  const files = { 'a.ts': { passed: 3, failed: 1 }, 'b.ts': { passed: 5, failed: 0 } };
  const first = { passed: 8, failed: 1, files };

  it('names them', () => assert.deepEqual(failedFiles(first), ['a.ts']));

  it('counts them as they ended the second time, and the others as they were', () => {
    assert.deepEqual(withSecondRun(first, { passed: 4, failed: 0 }), { passed: 9, failed: 0 });
    assert.deepEqual(withSecondRun(first, { passed: 3, failed: 1 }), { passed: 8, failed: 1 });
  });
});
