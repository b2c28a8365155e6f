import assert from 'node:assert/strict';
import { maskOfBits, rowBits } from '../../../../src/webview/data/row-bits.ts';
import { ViewModel } from '../../../../src/webview/rows/view-model.ts';
import { Selection } from '../../../../src/webview/grid/selection.ts';
import { readTablePlace } from '../../../../src/webview/table/table-place.ts';
import { storeOf } from '../stores.ts';

describe('Where in the table somebody is', () => {
  const nowhere = { active: undefined, selected: undefined, sought: undefined };

  it('is read as it was kept', () => {
    const place = { active: { position: 3, column: 'energy' }, selected: 'BQ==', sought: '' };
    assert.deepEqual(readTablePlace(JSON.parse(JSON.stringify(place))), place);
    assert.deepEqual(readTablePlace(JSON.parse(JSON.stringify(nowhere))), nowhere);
  });

  it('is nowhere in what another version has written', () => {
    const active = [null, 3, { position: -1, column: 'energy' }, { position: 0.5, column: 'energy' }, { position: 1 }];
    for (const each of [...active, { position: 1, column: 'gone' }]) {
      assert.deepEqual(readTablePlace({ active: each, selected: 3, sought: [] }), nowhere);
    }
    for (const kept of [undefined, null, 'x']) assert.deepEqual(readTablePlace(kept), nowhere);
  });

  it('has the rows that are selected, whatever their order', () => {
    const view = new ViewModel('en');
    view.setStore(storeOf({ energy: 3 }, { energy: 1 }, { energy: 2 }), true);
    let changes = 0;
    const selection = new Selection(view, () => (changes += 1));
    assert.equal(selection.bits, undefined);
    selection.toggle(0);
    selection.toggle(2);
    const bits = selection.bits ?? assert.fail();
    selection.clear();
    view.setSort([{ column: 'energy', descending: false }]);
    changes = 0;
    selection.restore(bits);
    assert.deepEqual(selection.rows(), [2, 0]);
    assert.deepEqual([selection.count, changes], [2, 1]);
  });

  it('does not hold the rows that are selected of very many', () => {
    const view = new ViewModel('en');
    view.setStore(storeOf(...Array.from({ length: 100_001 }, () => ({}))), true);
    const selection = new Selection(view, () => undefined);
    selection.only(5);
    assert.equal(selection.bits, undefined);
  });
});

describe('Bits of rows', () => {
  it('are those of the mask that they were made of', () => {
    for (const mask of [
      [],
      [1],
      [0, 1, 1, 0, 0, 0, 0, 1, 1, 0],
      Array.from({ length: 70_000 }, (_, row) => (row % 3) & 1),
    ]) {
      assert.deepEqual([...maskOfBits(rowBits(Uint8Array.from(mask)), mask.length)], mask);
    }
  });

  it('are of no row where they can’t be read', () => {
    assert.deepEqual([...maskOfBits('%', 3)], [0, 0, 0]);
    assert.deepEqual([...maskOfBits('BQ==', 12)], [1, 0, 1, ...Array.from({ length: 9 }, () => 0)]);
  });
});
