import assert from 'node:assert/strict';
import { chosenRows } from '../../../../src/webview/rows/brush-filter.ts';
import { passing } from '../../../../src/webview/rows/filters.ts';
import { atOnce } from '../../../../src/webview/base/time-slices.ts';
import { storeOf } from '../stores.ts';

describe('What a brush chooses', () => {
  const store = storeOf({ energy: 1 }, { energy: 2, location: 'Home' }, { energy: 3 });
  const moreThanOne = (onLook: () => void = () => undefined) =>
    chosenRows(
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
    assert.deepEqual([...atOnce(rows(store))], [0, 1, 1]);
    assert.deepEqual([...atOnce(rows(store))], [0, 1, 1]);
    assert.equal(looks, 3);
    assert.deepEqual([...atOnce(rows(storeOf({ energy: 5 })))], [1]);
  });

  it('holds beside other filters as long as they are set', () => {
    const chosen = moreThanOne();
    const shown = (filters: Parameters<typeof passing>[1]) => [...(atOnce(passing(store, filters)) ?? [])];
    assert.deepEqual(shown({ chosen, locations: ['Home'] }), [0, 1, 0]);
    assert.deepEqual(shown({ chosen }), [0, 1, 1]);
  });
});
