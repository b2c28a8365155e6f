import assert from 'node:assert/strict';
import { BatchMerger } from '../../../src/extension/records/load/batch-merger.ts';
import { extraFields } from '../../../src/service/records/columns.ts';
import { ColumnWriter } from '../../../src/service/records/column-writer.ts';
import { chargeForm } from '../../../src/service/records/wire-format.ts';
import { ColumnStore } from '../../../src/viewer/data/column-store.ts';
import { Formats } from '../../../src/viewer/formats/formats.ts';
import { CellTexts } from '../../../src/viewer/grid/cell-texts.ts';
import { sortedValues, summarizeCodes, summarizeNumbers } from '../../../src/viewer/results/column-summary.ts';
import { sortedRows } from '../../../src/viewer/rows/sort.ts';
import { copyText } from '../../../src/viewer/table/copy-text.ts';
import type { ColumnId } from '../../../src/viewer/data/view-columns.ts';
import { record } from '../service/records/record-bodies.ts';
import { storeOf, storeOfValues } from './stores.ts';

const charge = (id: string, energyAmount: number | null, currency = 'USD', latitude = 52.5) => ({
  ...{ id, startTime: '2026-05-01T10:00:00Z', cost: { currency, energyAmount } },
  location: { name: 'Home', latitude, longitude: 13.4 },
});
const store = storeOfValues(
  [charge('b', 2), charge('a', 10, 'JPY', 48.123456), charge('c', null), charge('b', 1, 'USD', 91)],
  chargeForm,
);
const cells = new CellTexts(new Formats('en', 'kWh'));

const order = (column: ColumnId, descending = false) => [...sortedRows(store, [{ column, descending }], 'en')];

describe('fields that only some records have', () => {
  it('are unknown of records without them, wherever those stand among the others', () => {
    const merger = new BatchMerger();
    const mixed = new ColumnStore(['one', 'two', 'three']);
    const batches = [
      [0, new ColumnWriter().write([record(), record()], 0)],
      [1, new ColumnWriter(chargeForm).write([charge('x', 5), charge('y', -1)], 0)],
      [0, new ColumnWriter().write([record({ energy: -1 })], 2)],
      [2, new ColumnWriter(chargeForm).write([charge('z', 7)], 0)],
    ] as const;
    for (const [vehicle, batch] of batches) mixed.append(merger.add(vehicle, batch), vehicle);
    mixed.trim();
    const rows = Array.from({ length: mixed.rows }, (_, row) => row);
    const unknown = undefined;
    assert.deepEqual(
      rows.map((row) => cells.text(mixed, row, 'id')),
      [unknown, unknown, 'x', 'y', unknown, 'z'],
    );
    assert.deepEqual(
      rows.map((row) => mixed.cost.at(row)),
      [NaN, NaN, 5, -1, NaN, 7],
    );
    assert.deepEqual(
      rows.map((row) => mixed.hasProblem(row, 'cost')),
      [false, false, false, true, false, false],
    );
    assert.deepEqual(mixed.problemsOf(3), [{ field: 'cost', reason: 'negative', received: '-1' }]);
    assert.deepEqual(
      rows.filter((row) => mixed.isMarked(row)),
      [3, 4],
    );
  });

  it('are written as the user’s language does, an amount with its currency and the digits that it has', () => {
    const text = (language: string, row: number, id: ColumnId) =>
      new CellTexts(new Formats(language, 'kWh')).text(store, row, id)?.replaceAll('\u00a0', ' ');
    assert.deepEqual([text('en', 0, 'cost'), text('de', 0, 'cost')], ['USD 2.00', '2,00 USD']);
    assert.deepEqual([text('en', 1, 'cost'), text('en', 2, 'cost')], ['JPY 10', undefined]);
    assert.deepEqual([text('en', 1, 'latitude'), text('de', 1, 'latitude')], ['48.12346', '48,12346']);
    assert.equal(cells.words(store, 1, 'latitude').detail, '48.123456');
    const odd = storeOfValues(
      [{ cost: { currency: 'Taler\u202e', energyAmount: 3 } }, { cost: { otherAmount: 1.234 } }],
      chargeForm,
    );
    assert.deepEqual([cells.text(odd, 0, 'cost'), cells.text(odd, 1, 'cost')], ['3.00 Taler', '1.23']);
    assert.equal(cells.words(odd, 1, 'cost').detail, '1.234');
  });

  it('are sorted by, unknown ones last', () => {
    assert.deepEqual(order('id'), [1, 0, 3, 2]);
    assert.deepEqual(order('id', true), [2, 0, 3, 1]);
    assert.deepEqual(order('cost'), [3, 0, 1, 2]);
    assert.deepEqual(order('cost', true), [1, 0, 3, 2]);
    assert.deepEqual(order('currency'), [1, 0, 2, 3]);
    assert.deepEqual(order('latitude'), [1, 0, 2, 3]);
    const usual = storeOf({}, {});
    for (const column of extraFields) {
      assert.deepEqual([...sortedRows(usual, [{ column, descending: true }], 'en')], [0, 1], column);
    }
  });

  it('are summed up, but for amounts of several currencies', () => {
    const total = (mask?: Uint8Array) =>
      summarizeNumbers({ store, mask }, 'cost', sortedValues({ store, mask }, 'cost')).total;
    assert.equal(total(), undefined);
    assert.equal(total(Uint8Array.of(1, 0, 1, 1)), 3);
    assert.deepEqual(summarizeCodes({ store, mask: undefined }, 'id'), { known: 4, missing: 0, distinct: 3 });
    assert.equal(summarizeNumbers({ store, mask: undefined }, 'latitude', Float64Array.of(1, 2)).total, undefined);
  });

  it('are copied so that they can be calculated with, the currency beside the amount', () => {
    const copied = { store, rows: [1, 2], columns: ['id', 'cost', 'latitude'] as const, label: String, cells };
    assert.equal(copyText('tsv', copied), 'id\tcost\tcurrency\tlatitude\na\t10\tJPY\t48.123456\nc\t\tUSD\t52.5');
    assert.deepEqual(JSON.parse(copyText('json', copied)), [
      { id: 'a', cost: 10, currency: 'JPY', latitude: 48.123456 },
      { id: 'c', cost: null, currency: 'USD', latitude: 52.5 },
    ]);
    assert.match(copyText('markdown', copied), /\| a \| JPY\u00a010 \| 48\.12346 \|/);
  });
});
