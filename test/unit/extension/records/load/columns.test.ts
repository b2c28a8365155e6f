import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Field, fields, notKept } from '../../../../../src/service/records/columns.ts';
import { ColumnWriter } from '../../../../../src/service/records/column-writer.ts';
import { readColumns } from '../../../../../src/service/records/record-stream.ts';
import { ColumnStore } from '../../../../../src/viewer/data/column-store.ts';
import { bodyOf, record } from '../../../service/records/record-bodies.ts';

/** A store with the given records, sent in batches of some size. */
function storeOf(values: readonly unknown[], size = 3): ColumnStore {
  const writer = new ColumnWriter();
  const store = new ColumnStore();
  for (let from = 0; from < values.length; from += size) {
    store.append(writer.write(values.slice(from, from + size), from));
  }
  return store;
}

/** What a store says of a field; undefined is unknown. */
function valueOf(store: ColumnStore, row: number, field: Field): unknown {
  const value = store[field].at(row);
  if (field === 'location') return value === 0 ? undefined : store.locations[value];
  if (field === 'chargingType') return value === 0 ? undefined : store.chargingTypes[value];
  if (field === 'isPublic') return [false, true, undefined][value];
  if (Number.isNaN(value)) return undefined;
  return field === 'startPercentRemaining' || field === 'endPercentRemaining' ? Math.fround(value) : value;
}

const timestamps = fc.date({
  min: new Date('2000-01-01'),
  max: new Date('2099-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const anyRecord = fc.record({
  chargeStart: fc.oneof(
    timestamps.map((date) => date.toISOString()),
    fc.constant(null),
  ),
  chargeEnd: fc.oneof(
    timestamps.map((date) => date.toISOString()),
    fc.constant('soon'),
  ),
  location: fc.oneof(fc.string(), fc.constant(7)),
  energy: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constant('1')),
  isPublic: fc.oneof(fc.boolean(), fc.constant(0)),
  startPercentRemaining: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(null)),
  endPercentRemaining: fc.double({ min: 0, max: 1, noNaN: true }),
  chargingType: fc.constantFrom('AC', 'DC', null),
});

describe('columns', () => {
  it('carry every known value, and none for those that break the contract', () => {
    fc.assert(
      fc.property(fc.array(anyRecord, { maxLength: 20 }), fc.integer({ min: 1, max: 7 }), (records, size) => {
        const store = storeOf(records, size);
        assert.equal(store.rows, records.length);
        records.forEach((each, row) => {
          const time = (value: unknown) => {
            const at = typeof value === 'string' ? Date.parse(value) : NaN;
            return Number.isNaN(at) ? undefined : at;
          };
          const number = (value: unknown) => (typeof value === 'number' ? value : undefined);
          const level = (value: unknown) => (typeof value === 'number' ? Math.fround(value) : undefined);
          const expected: Record<(typeof fields)[number], unknown> = {
            chargeStart: time(each.chargeStart),
            chargeEnd: time(each.chargeEnd),
            location: typeof each.location === 'string' ? each.location : undefined,
            energy: number(each.energy),
            isPublic: typeof each.isPublic === 'boolean' ? each.isPublic : undefined,
            startPercentRemaining: level(each.startPercentRemaining),
            endPercentRemaining: level(each.endPercentRemaining),
            chargingType: each.chargingType ?? undefined,
          };
          for (const field of fields) assert.deepEqual(valueOf(store, row, field), expected[field], field);
        });
      }),
    );
  });

  it('explain each problem at its row', () => {
    const rows = Array.from({ length: 10 }, () => record());
    rows[4] = record({ energy: '12', location: null });
    rows[9] = record({ chargeEnd: '2020-01-01T00:00:00Z' });
    const store = storeOf(rows);
    assert.deepEqual(store.problemsOf(3), []);
    assert.deepEqual(
      new Set(store.problemsOf(4)),
      new Set([
        { field: 'energy', reason: 'wrong-type', received: '"12"' },
        { field: 'location', reason: 'null', received: 'null' },
      ]),
    );
    assert.equal(store.problemsOf(9)[0]?.reason, 'end-before-start');
    assert(store.hasProblem(4, 'energy') && store.hasProblem(9, 'chargeEnd'));
    assert(!store.hasProblem(4, 'chargeEnd') && !store.hasProblem(3, 'energy'));
  });

  it('tell the records that break the contract from those around them', () => {
    const values = Array.from({ length: 10 }, (_, row) => record(row === 4 || row === 9 ? { energy: 'x' } : {}));
    const store = storeOf(values);
    const marked = values.map((_, row) => row).filter((row) => store.isMarked(row));
    assert.deepEqual(marked, [4, 9]);
    assert(store.hasProblem(4, 'energy') && !store.hasProblem(4, 'location') && !store.hasProblem(3, 'energy'));
  });

  it('carry more texts than one or two bytes can number', () => {
    const rows = Array.from({ length: 70_000 }, (_, row) => record({ location: `place ${row}` }));
    const store = storeOf(rows, 2000);
    for (const row of [0, 254, 255, 256, 65_534, 65_535, 65_536, 69_999]) {
      assert.equal(valueOf(store, row, 'location'), `place ${row}`);
    }
  });

  it('take at most 40 bytes a record, in buffers of just that size', async () => {
    const rows = 10_000;
    const text = JSON.stringify({
      records: Array.from({ length: rows }, (_, row) => record({ energy: row / 7, location: `Road ${row % 300}` })),
    });
    let bytes = 0;
    for await (const batch of readColumns(bodyOf(text))) {
      for (const value of Object.values<unknown>({ ...batch, ...batch.problems, raw: undefined })) {
        if (ArrayBuffer.isView(value)) bytes += value.buffer.byteLength;
        else if (Array.isArray(value)) bytes += JSON.stringify(value).length;
      }
    }
    assert(bytes / rows <= 40, `${bytes / rows} bytes a record`);
  });

  it('keep few of the values that explain problems, and say of others that they are not kept', () => {
    const writer = new ColumnWriter();
    const store = new ColumnStore();
    const rows = Array.from({ length: 12_000 }, (_, row) => record({ energy: `value ${row}` }));
    const [batch, known] = [rows, [record({ energy: 'value 7' }), record({ energy: undefined })]].map((values, index) =>
      writer.write(values, index * rows.length),
    );
    assert(batch && known);
    assert.equal(batch.problems.newReceived.length, 10_001);
    store.append(batch);
    store.append(known);
    const received = (row: number) => store.problemsOf(row)[0]?.received;
    assert.equal(received(9999), '"value 9999"');
    assert.equal(received(10_000), notKept);
    assert.equal(received(11_999), notKept);
    assert.equal(received(12_000), '"value 7"');
    assert.equal(received(12_001), '');
  });

  it('cut a long text, and tell it from another with the same beginning', () => {
    const long = 'Road '.repeat(1000);
    const places = [`${long}1`, `${long}2`, `${long}1`];
    const store = storeOf(places.map((location) => record({ location })));
    const [first, second, third] = [0, 1, 2].map((row) => store.location.values[row]);
    assert.equal(first, third);
    assert.notEqual(first, second);
    assert.equal(valueOf(store, 0, 'location'), `${long.slice(0, 1000)}…`);
  });

  it('refuse a batch that does not continue the rows', () => {
    const batch = new ColumnWriter().write([record(), record()], 0);
    const store = new ColumnStore();
    assert.throws(() => store.append({ ...batch, firstRow: 2 }), RangeError);
    assert.equal(store.rows, 0);
    store.append(batch);
    assert.equal(store.rows, 2);
  });
});
