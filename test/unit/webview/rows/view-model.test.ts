import assert from 'node:assert/strict';
import { runToEnd } from '../../../../src/webview/base/time-slices.ts';
import { type ViewChange, ViewModel } from '../../../../src/webview/rows/view-model.ts';
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

  it('arranges many rows in its own time, by what was asked for last', async () => {
    const many = Array.from({ length: 50_000 }, (_, row) => ({ energy: (row * 7919) % 1009 }));
    view.setStore(storeOf(...many), true);
    changes = [];
    const arranged = new Promise<void>((resolve) => {
      view.onDidChange(() => {
        const [first] = rows(view);
        if (view.count < 200 && view.store.energy.at(first ?? 0) === 2) resolve();
      });
    });
    view.setSort([{ column: 'location', descending: true }]);
    view.setSort([{ column: 'energy', descending: true }]);
    view.setFilters({ ranges: { energy: { from: 1000 } } });
    view.setFilters({ ranges: { energy: { to: 0 } } });
    view.changeFilters({ ranges: { energy: { from: 1, to: 2 } } });
    assert.equal(view.sort[0]?.column, 'energy');
    await arranged;
    const energies = rows(view).map((row) => view.store.energy.at(row));
    assert.deepEqual(
      energies,
      many
        .map(({ energy }) => energy)
        .filter((energy) => energy === 1 || energy === 2)
        .sort((a, b) => b - a),
    );
    assert.ok(changes.includes('sort') && changes.includes('filters'));
  });

  it('has what a brush chooses hold for other records as well, as all filters do', () => {
    view.setFilters({ chargingTypes: ['AC'], brush: chosen(1, 1, 0, 0) });
    assert.deepEqual(rows(view), [1]);
    assert.deepEqual([...(runToEnd(view.maskWithout('brush')) ?? [])], [0, 1, 1, 0]);
    view.setStore(store(), true);
    assert.deepEqual(rows(view), [1]);
  });

  it('calls back once it is arranged, at once if it is', async () => {
    let calls = 0;
    view.whenArranged(() => (calls += 1));
    assert.equal(calls, 1);
    view.setSort([{ column: 'energy', descending: true }]);
    view.setStore(storeOf(...Array.from({ length: 50_000 }, (_, row) => ({ energy: row }))), true);
    const first = await new Promise<number>((resolve) => view.whenArranged(() => resolve(view.rowAt(0))));
    assert.equal(first, 49_999);
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
