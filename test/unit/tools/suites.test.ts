import assert from 'node:assert/strict';
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
