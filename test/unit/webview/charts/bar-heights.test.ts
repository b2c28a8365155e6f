import assert from 'node:assert/strict';
import { highestPerPixel } from '../../../../src/webview/charts/bar-heights.ts';

describe('Bars that are thinner than pixels', () => {
  it('leave the highest of each pixel, and nothing of what lies outside', () => {
    const times = [-1, 0, 1, 2, 3, 9, 10];
    const values = [9, 2, 5, 3, 1, 4, 9];
    const found = highestPerPixel(times, values, (time) => time / 2, 5);
    assert.deepEqual([...found], [5, 3, 0, 0, 4]);
  });
});
