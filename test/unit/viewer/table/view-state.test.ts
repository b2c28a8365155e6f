import assert from 'node:assert/strict';
import { noViewState, readViewState } from '../../../../src/viewer/table/view-state.ts';

describe('readViewState', () => {
  it('gives back what was kept', () => {
    const state = {
      ...noViewState(),
      sort: [{ column: 'energy', descending: true }],
      filters: { text: 'a', ranges: { duration: { from: 1, to: 2 } }, isPublic: [1], locations: ['x', null] },
      zone: 'utc',
    };
    const read = readViewState(JSON.parse(JSON.stringify(state)));
    assert.deepEqual(JSON.parse(JSON.stringify(read)), state);
  });

  it('makes do with what another version has written', () => {
    for (const kept of [undefined, null, 3, []]) assert.deepEqual(readViewState(kept), noViewState());
    const odd = readViewState({
      sort: [{ column: 'gone' }, 1, { column: 'energy' }],
      filters: { text: 7, ranges: { location: { from: 1 }, energy: { from: 'x', to: 4 } }, isPublic: ['1'] },
      zone: 'Asia/Kolkata',
    });
    assert.deepEqual(odd.sort, [{ column: 'energy', descending: false }]);
    assert.deepEqual(odd.filters.ranges, { energy: { from: undefined, to: 4 } });
    assert.equal(odd.filters.text, undefined);
    assert.equal(odd.filters.isPublic, undefined);
    assert.equal(odd.zone, undefined);
  });
});
