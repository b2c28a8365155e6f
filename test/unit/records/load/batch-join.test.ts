import assert from 'node:assert/strict';
import { joinBatches } from '../../../../src/records/load/batch-join.ts';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { type ColumnBatch, fields } from '../../../../src/service/records/columns.ts';
import { checkRecords } from '../../../../src/service/records/record-check.ts';
import { ColumnStore } from '../../../../src/webview/data/column-store.ts';
import { record } from '../../service/records/record-bodies.ts';

/** The batches of a load whose records come in parts. */
function batchesOf(...parts: readonly (readonly unknown[])[]): [ColumnBatch, ...ColumnBatch[]] {
  const writer = new ColumnWriter();
  let row = 0;
  const batches = parts.map((values) => {
    const batch = writer.write(checkRecords(values, row));
    row += values.length;
    return batch;
  });
  const [first = assert.fail(), ...rest] = batches;
  return [first, ...rest];
}

function pageOf(batches: readonly ColumnBatch[]): object {
  const store = new ColumnStore();
  for (const batch of batches) store.append(batch);
  return Array.from({ length: store.rows }, (_, row) => ({
    start: store.chargeStart.at(row),
    end: store.chargeEnd.at(row),
    energy: store.energy.at(row),
    levels: [store.startPercentRemaining.at(row), store.endPercentRemaining.at(row)],
    open: store.isPublic.values[row],
    location: store.locations[store.location.values[row] ?? 0],
    type: store.chargingTypes[store.chargingType.values[row] ?? 0],
    marked: fields.filter((field) => store.hasProblem(row, field)),
    problems: store.problemsOf(row),
  }));
}

describe('batches that become one', () => {
  it('are the same to the page, with their marks, whatever width their codes have', () => {
    const places = Array.from({ length: 300 }, (_, index) => record({ location: `Place ${index}`, energy: index }));
    const bad = [record({ energy: 'x' }), 5, record({ location: null, isPublic: 'y' })];
    const batches = batchesOf([record({}), ...bad], places, [record({ location: 'Place 7' }), ...bad]);
    const joined = joinBatches(batches);
    assert.equal(joined.rows, 308);
    assert.deepEqual(pageOf([joined]), pageOf(batches));
  });

  it('go on where the earlier ones ended', () => {
    const [first, ...rest] = batchesOf([record({ location: 'A' })], [record({ energy: [] })], [record({})]);
    const [second = assert.fail(), third = assert.fail()] = rest;
    assert.deepEqual(pageOf([first, joinBatches([second, third])]), pageOf([first, second, third]));
  });

  it('have all their fields that are not in the contract, and none of what those hold', () => {
    const batches = batchesOf([record({ one: 1 })], [record({ two: 2 }), record({ one: 1 })]);
    const nothing = new ArrayBuffer(0);
    const raw = { rows: nothing, ends: nothing, bytes: nothing };
    const [first, second = assert.fail()] = batches.map((batch) => ({ ...batch, raw }));
    const joined = joinBatches([first ?? assert.fail(), second]);
    assert.deepEqual(joined.unknownFields, [
      { name: 'one', count: 1, row: 0 },
      { name: 'two', count: 1, row: 1 },
      { name: 'one', count: 1, row: 2 },
    ]);
    assert.equal('raw' in joined, false);
  });
});
