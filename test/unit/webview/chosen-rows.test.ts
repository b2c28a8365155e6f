import assert from 'node:assert/strict';
import { chosenRows } from '../../../src/webview/data/chosen-rows.ts';
import { atOnce } from '../../../src/webview/base/slices.ts';
import { storeOf } from './stores.ts';

describe('What a brush chooses', () => {
  const store = storeOf({ energy: 1 }, { energy: 2 }, { energy: 3 });

  it('is looked for among the rows of the chart, and once', () => {
    let looks = 0;
    const data = { store, mask: Uint8Array.of(1, 1, 0) };
    const { rows } = chosenRows(data, 'more than 1', (row) => {
      looks += 1;
      return store.energy.at(row) > 1;
    });
    assert.equal(looks, 0);
    assert.deepEqual([...atOnce(rows())], [0, 1, 0]);
    assert.deepEqual([...atOnce(rows())], [0, 1, 0]);
    assert.equal(looks, 2);
  });
});
