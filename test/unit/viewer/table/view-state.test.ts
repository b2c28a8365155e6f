import assert from 'node:assert/strict';
import { columnLabels, powerUnit } from '../../../../src/viewer/data/column-labels.ts';
import { nextSort } from '../../../../src/viewer/table/next-sort.ts';
import { noViewState, readViewState } from '../../../../src/viewer/table/view-state.ts';

describe('nextSort', () => {
  const up = (column: 'energy' | 'location') => ({ column, descending: false });
  const down = (column: 'energy' | 'location') => ({ column, descending: true });

  it('goes up, down and out', () => {
    assert.deepEqual(nextSort([], 'energy', false), [up('energy')]);
    assert.deepEqual(nextSort([up('energy')], 'energy', false), [down('energy')]);
    assert.deepEqual(nextSort([down('energy')], 'energy', false), []);
  });

  it('takes the place of all others, or comes after them', () => {
    const two = [up('location'), down('energy')];
    assert.deepEqual(nextSort(two, 'energy', false), [up('energy')]);
    assert.deepEqual(nextSort([up('location')], 'energy', true), [up('location'), up('energy')]);
    assert.deepEqual(nextSort(two, 'location', true), [down('location'), down('energy')]);
    assert.deepEqual(nextSort(two, 'energy', true), [up('location')]);
  });
});

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

describe('columnLabels', () => {
  it('names a unit where one is known', () => {
    const known = columnLabels({ energyUnit: 'kWh' });
    assert.equal(known('energy'), 'Energy (kWh)');
    assert.equal(known('averagePower'), 'Average power (kW)');
    assert.equal(known('impliedCapacity'), 'Implied capacity (kWh)');
    assert.equal(known('duration'), 'Duration');
    assert.equal(columnLabels({ energyUnit: undefined })('energy'), 'Energy');
    assert.equal(powerUnit('MJ'), 'MJ/h');
  });
});
