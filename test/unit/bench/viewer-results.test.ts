import assert from 'node:assert/strict';
import { type Measured, Results } from '../../bench/viewer/results.ts';

const scripts = { viewer: { bytes: 190_000, gzipped: 60_000 } };
const earlier: Measured = {
  node: 'v24.0.0',
  processors: 2,
  load: { before: 0.25, now: 2 },
  seconds: 600,
  sizes: [100, 10_000],
  scripts,
  found: [{ subject: 'viewer', size: 100, runs: [{ firstRow: 20 }], failures: ['over 180 s'] }],
  slowness: 2,
  looks: [1, 2, 3],
};

describe('results of the viewer bench', () => {
  it('go on with those of an earlier one', () => {
    const results = new Results([1000, 100], { ...scripts }, earlier);
    assert.equal(results.tries('viewer', 100), 2);
    assert.equal(results.tries('viewer', 1000), 0);
    results.of('viewer', 1000).runs.push({ firstRow: 30 });
    const { sizes, found, seconds, load, slowness, looks } = results.measured;
    assert.deepEqual(sizes, [100, 1000, 10_000]);
    assert.deepEqual(
      [...found],
      [...earlier.found, { subject: 'viewer', size: 1000, runs: [{ firstRow: 30 }], failures: [] }],
    );
    assert.deepEqual([load.before, slowness, looks], [0.25, 2, [1, 2, 3]]);
    assert.ok(seconds >= earlier.seconds);
  });

  it('do not go on with those of other scripts', () => {
    assert.throws(() => new Results([100], {}, earlier), /begin anew/);
  });
});
