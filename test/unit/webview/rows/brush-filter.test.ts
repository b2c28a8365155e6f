import assert from 'node:assert/strict';
import { brushFilter } from '../../../../src/webview/rows/brush-filter.ts';
import { passing } from '../../../../src/webview/rows/filters.ts';
import { runToEnd } from '../../../../src/webview/base/time-slices.ts';
import { storeOf } from '../stores.ts';

describe('What a brush chooses', () => {
  const store = storeOf({ energy: 1 }, { energy: 2, location: 'Home' }, { energy: 3 });
  const moreThanOne = (onLook: () => void = () => undefined) =>
    brushFilter(
      () => 'more than 1',
      ({ energy }) =>
        (row) => {
          onLook();
          return energy.at(row) > 1;
        },
    );

  it('is looked for among all rows, and once in the same ones', () => {
    let looks = 0;
    const { rows } = moreThanOne(() => (looks += 1));
    assert.equal(looks, 0);
    assert.deepEqual([...runToEnd(rows(store))], [0, 1, 1]);
    assert.deepEqual([...runToEnd(rows(store))], [0, 1, 1]);
    assert.equal(looks, 3);
    assert.deepEqual([...runToEnd(rows(storeOf({ energy: 5 })))], [1]);
  });

  it('holds beside other filters as long as they are set', () => {
    const brush = moreThanOne();
    const shown = (filters: Parameters<typeof passing>[1]) => [...(runToEnd(passing(store, filters)) ?? [])];
    assert.deepEqual(shown({ brush, locations: ['Home'] }), [0, 1, 0]);
    assert.deepEqual(shown({ brush }), [0, 1, 1]);
  });
});
