import assert from 'node:assert/strict';
import { failureLine } from '../../tools/lib/outcome.ts';
import { judge } from '../../tools/lib/suites.ts';

describe('the outcome of a suite', () => {
  it('is what the suite reported', () => {
    assert.deepEqual(judge({ passed: 3, failures: [] }, 0), { passed: 3, failures: [] });
    assert.deepEqual(judge({ passed: 3, failures: ['a: no'] }, 1), { passed: 3, failures: ['a: no'] });
  });

  it('is a failure where the suite ended badly and reported none', () => {
    assert.equal(judge({ passed: 3, failures: [] }, 1).failures.length, 1);
  });

  it('is a failure where nothing ran', () => {
    assert.equal(judge({ passed: 0, failures: [] }, 0).failures.length, 1);
  });

  it('names what failed in a line, whatever was thrown', () => {
    assert.equal(failureLine('a', new Error('no:\n\n1 !== 2')), 'a: no: 1 !== 2');
    assert.equal(failureLine('a', { message: 'from another process' }), 'a: from another process');
    assert.equal(failureLine('a', undefined), 'a: undefined');
  });
});
