import assert from 'node:assert/strict';
import { type ViewChange, ViewModel } from '../../../../src/viewer/rows/view-model.ts';
import { chosen, storeOf } from '../stores.ts';

const store = () =>
  storeOf(
    { energy: 5, chargingType: 'DC' },
    { energy: 3, chargingType: 'AC' },
    { energy: 5, chargingType: 'AC' },
    { energy: null, chargingType: 'DC' },
  );

function rows(view: ViewModel): number[] {
  return Array.from({ length: view.count }, (_, position) => view.rowAt(position));
}

describe('ViewModel', () => {
  let view: ViewModel;
  let changes: ViewChange[];
  beforeEach(() => {
    view = new ViewModel('en');
    changes = [];
    view.onDidChange((change) => changes.push(change));
    view.setStore(store(), true);
  });

  it('shows all in the order of the service', () => {
    assert.deepEqual(rows(view), [0, 1, 2, 3]);
    assert.equal(view.order, undefined);
    assert.equal(view.mask, undefined);
  });

  it('sorts by several columns, the first one first, and filters what is sorted', () => {
    view.setSort([
      { column: 'energy', descending: true },
      { column: 'chargingType', descending: false },
    ]);
    assert.deepEqual(rows(view), [2, 0, 1, 3]);
    view.setFilters({ ranges: { energy: { from: 5 } } });
    assert.deepEqual(rows(view), [2, 0]);
    assert.deepEqual([...(view.mask ?? [])], [1, 0, 1, 0]);
    view.setSort([]);
    assert.deepEqual(rows(view), [0, 2]);
    view.changeFilters({ ranges: undefined });
    assert.deepEqual(rows(view), [0, 1, 2, 3]);
    assert.deepEqual(changes, ['rows', 'sort', 'filters', 'sort', 'filters']);
  });

  it('shows what arrives as it comes, and in order when all of it is there', () => {
    view.setFilters({ chargingTypes: ['AC'] });
    view.setSort([{ column: 'energy', descending: false }]);
    const next = store();
    view.setStore(next, false);
    assert.deepEqual(rows(view), [0, 1, 2, 3]);
    view.setStore(next, true);
    assert.deepEqual(rows(view), [1, 2]);
  });

  it('has what a brush chooses hold for other records as well, as all filters do', () => {
    view.setFilters({ chargingTypes: ['AC'], brush: chosen(1, 1, 0, 0) });
    assert.deepEqual(rows(view), [1]);
    assert.deepEqual([...(view.maskWithout('brush') ?? [])], [0, 1, 1, 0]);
    view.setStore(store(), true);
    assert.deepEqual(rows(view), [1]);
  });

  it('tells no one who has left', () => {
    const told: ViewChange[] = [];
    const end = view.onDidChange((change) => told.push(change));
    view.setSort([]);
    end();
    view.setSort([]);
    assert.deepEqual(told, ['sort']);
  });
});
