import assert from 'node:assert/strict';
import fc from 'fast-check';
import { packBatch } from '../../../../src/records/load/pack-batch.ts';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { type ColumnBatch, codesOf } from '../../../../src/service/records/columns.ts';
import { checkRecords } from '../../../../src/service/records/record-check.ts';
import type { PackedBatch } from '../../../../src/records/load/packed-batch.ts';
import { unpackBatch } from '../../../../src/webview/data/unpack-batch.ts';
import { record } from '../../service/records/record-bodies.ts';

/** A batch's values, whatever width its codes have. */
function valuesOf(batch: ColumnBatch): object {
  const { rows, problems } = batch;
  const marks = problems.rows.byteLength / Uint32Array.BYTES_PER_ELEMENT;
  const numbers = (codes: ArrayLike<number>) => Array.from(codes);
  return {
    ...batch,
    chargeStart: numbers(new Float64Array(batch.chargeStart)),
    chargeEnd: numbers(new Float64Array(batch.chargeEnd)),
    energy: numbers(new Float64Array(batch.energy)),
    startPercentRemaining: numbers(new Float32Array(batch.startPercentRemaining)),
    endPercentRemaining: numbers(new Float32Array(batch.endPercentRemaining)),
    isPublic: numbers(new Uint8Array(batch.isPublic)),
    location: numbers(codesOf(batch.location, rows)),
    chargingType: numbers(codesOf(batch.chargingType, rows)),
    problemBits: numbers(new Uint8Array(batch.problemBits)),
    problems: {
      rows: numbers(new Uint32Array(problems.rows)),
      fields: numbers(new Uint8Array(problems.fields)),
      reasons: numbers(new Uint8Array(problems.reasons)),
      received: numbers(codesOf(problems.received, marks)),
      newReceived: problems.newReceived,
    },
  };
}

/** The batch after its way to the page, as VS Code carries it: as JSON, but for the buffers. */
function carried(batch: ColumnBatch): ColumnBatch {
  const buffers: ArrayBuffer[] = [];
  const text = JSON.stringify(packBatch(batch), (_, value: unknown) =>
    value instanceof ArrayBuffer ? { buffer: buffers.push(value.slice()) - 1 } : value,
  );
  const packed = JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'buffer' in value ? buffers[Number(value.buffer)] : value,
  ) as PackedBatch;
  return unpackBatch(packed);
}

function bytesOf(batch: ColumnBatch): number {
  let bytes = 0;
  const rest = JSON.stringify(packBatch(batch), (_, value: unknown) => {
    if (!(value instanceof ArrayBuffer)) return value;
    bytes += value.byteLength;
    return undefined;
  });
  return bytes + rest.length;
}

function batchOf(values: readonly unknown[], firstRow = 0): ColumnBatch {
  return new ColumnWriter().write(checkRecords(values, firstRow));
}

/** Records that keep to the contract, all of them different. */
function records(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, row) => {
    const start = Date.UTC(2024, 0, 1) + row * 39_123_000 + ((row * 7919) % 3600) * 1000;
    return record({
      chargeStart: new Date(start).toISOString(),
      chargeEnd: new Date(start + ((row * 104_729) % 14_400) * 1000).toISOString(),
      location: `Road ${row % 200}`,
      energy: ((row * 31) % 9000) / 100,
      startPercentRemaining: (row % 70) / 100,
      endPercentRemaining: 0.7 + (row % 30) / 100,
      isPublic: row % 3 === 0,
      chargingType: ['AC', 'DC', 'HPC'][row % 3],
    });
  });
}

const oddNumbers = fc.constantFrom(NaN, -0, 0, Infinity, -Infinity, 5e-324, 2 ** 53, 2 ** 53 + 2, 1.7e308, 0.1 + 0.2);
const hundredths = fc.integer({ min: -99_999, max: 99_999 }).map((number) => number / 100);
const minutes = fc.integer({ min: 0, max: 40_000_000 }).map((number) => number * 60_000);
/** Columns of one kind of values, and of kinds mixed: the first may be packed, the second may not. */
const columnOf = (rows: number) => {
  const kinds = [hundredths, minutes, fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), fc.double(), oddNumbers];
  const gappy = [...kinds, fc.oneof(...kinds)].map((kind) => fc.oneof(kind, fc.constant(NaN)));
  const array = (values: fc.Arbitrary<number>) => fc.array(values, { minLength: rows, maxLength: rows });
  return fc.oneof(...[...kinds, ...gappy].map(array));
};
const codesUpTo = (max: number, rows: number) => fc.array(fc.nat(max), { minLength: rows, maxLength: rows });
const bytesFor = (rows: number) => codesUpTo(255, rows).map((codes) => Uint8Array.from(codes).buffer);
const codesFor = (rows: number) =>
  fc.oneof(
    bytesFor(rows),
    codesUpTo(0xffff, rows).map((codes) => Uint16Array.from(codes).buffer),
    codesUpTo(0xffff_ffff, rows).map((codes) => Uint32Array.from(codes).buffer),
  );
const unknownField = fc.record({ name: fc.string(), count: fc.nat(), row: fc.nat() }, { noNullPrototype: true });
const anyBatch: fc.Arbitrary<ColumnBatch> = fc.tuple(fc.nat(40), fc.nat(12)).chain(([rows, marks]) => {
  const doubles = columnOf(rows).map((values) => Float64Array.from(values).buffer);
  const floats = columnOf(rows).map((values) => Float32Array.from(values).buffer);
  const words = fc.array(fc.string(), { maxLength: 3 });
  return fc.record({
    firstRow: fc.nat(),
    rows: fc.constant(rows),
    chargeStart: doubles,
    chargeEnd: doubles,
    energy: doubles,
    startPercentRemaining: floats,
    endPercentRemaining: floats,
    isPublic: bytesFor(rows),
    location: codesFor(rows),
    chargingType: codesFor(rows),
    problemBits: bytesFor(rows),
    newLocations: words,
    newChargingTypes: words,
    problems: fc.record({
      rows: codesUpTo(0xffff_ffff, marks).map((codes) => Uint32Array.from(codes).buffer),
      fields: bytesFor(marks),
      reasons: bytesFor(marks),
      received: codesFor(marks),
      newReceived: words,
    }),
    unknownFields: fc.array(unknownField, { maxLength: 2 }),
  });
});

describe('a batch on its way to the page', () => {
  it('has all its values there, of any kind and in any mix', () => {
    fc.assert(
      fc.property(anyBatch, (batch) => {
        assert.deepEqual(valuesOf(carried(batch)), valuesOf(batch));
      }),
      { numRuns: 500 },
    );
  });

  it('may be empty, or of records that are wrong in all they have', () => {
    for (const values of [[], [null, 5, {}], [record({ energy: -0 })], [record(), { chargeStart: 1 }, record()]]) {
      const batch = batchOf(values, 7);
      assert.deepEqual(valuesOf(carried(batch)), valuesOf(batch));
    }
  });

  it('has the values that just fit in 32 bits, beside an unknown one and without', () => {
    const most = 2 ** 32 - 1;
    for (const energies of [
      [0, most - 1, null],
      [0, most, null],
      [0, most],
      [0, most + 1],
      [-(2 ** 31), 2 ** 31 - 1],
    ]) {
      const batch = batchOf(energies.map((energy) => record({ energy })));
      assert.deepEqual(valuesOf(carried(batch)), valuesOf(batch));
    }
  });

  it('takes nine bytes a record where times, energies and levels have as many digits as is usual', () => {
    const batch = batchOf(records(6000));
    assert.deepEqual(valuesOf(carried(batch)), valuesOf(batch));
    assert(bytesOf(batch) / 6000 <= 9, `${bytesOf(batch) / 6000} bytes a record`);
  });

  it('takes no more for the other columns where one has values of many digits', () => {
    const batch = batchOf(records(6000).map((one, row) => ({ ...one, energy: (row + 1) / 3 })));
    assert(bytesOf(batch) / 6000 <= 9 + 8, `${bytesOf(batch) / 6000} bytes a record`);
  });

  it('is refused by the page if its bytes are not as many as it says', () => {
    const packed = packBatch(batchOf(records(40)));
    assert('numbers' in packed.energy);
    const short = { ...packed.energy, numbers: packed.energy.numbers.slice(4) };
    assert.throws(() => unpackBatch({ ...packed, energy: short }), RangeError);
    assert.throws(() => unpackBatch({ ...packed, rows: 80 }), RangeError);
  });
});
