import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ColumnBatch } from '../../../../src/service/records/columns.ts';
import { RecordSplitter } from '../../../../src/service/records/record-splitter.ts';
import { readColumns } from '../../../../src/service/records/record-stream.ts';
import { reportOf, expectedReport } from './column-rows.ts';
import { inPieces, record } from './record-bodies.ts';

interface Split {
  /** How many records each slice has. */
  readonly sizes: readonly number[];
  readonly values: readonly unknown[];
  /** The inside of the list, as far as it was read. */
  readonly raw: string;
  readonly broken: boolean;
}

/** What becomes of the bytes of a body that comes in chunks of some size. */
function split(body: Uint8Array, size: number): Split {
  const splitter = new RecordSplitter();
  const sizes: number[] = [];
  const values: unknown[] = [];
  const raw: Uint8Array[] = [];
  const slices = function* () {
    for (let at = 0; at < body.length; at += size) yield* splitter.push(body.subarray(at, at + size));
    yield* splitter.end();
  };
  for (const slice of slices()) {
    sizes.push(slice.values.length);
    values.push(...slice.values);
    raw.push(...slice.raw);
    if (slice.broken) return { sizes, values, raw: Buffer.concat(raw).toString(), broken: true };
  }
  return { sizes, values, raw: Buffer.concat(raw).toString(), broken: false };
}

/** Bytes of a record's text, for bodies of several slices. */
const filler = 'x'.repeat(300);
const many = 1000;
const chunkSizes = [1000, 65_536, 1 << 24];

/** What could be taken for the end of a record and is none, in the same writing as true ones. */
const trap = record({ location: '},{"chargeStart":"' });

const bodies: readonly (readonly [what: string, records: readonly unknown[], space?: string])[] = [
  ['usual ones', Array.from({ length: many }, (_, energy) => record({ energy, location: filler }))],
  ['ones in lines', Array.from({ length: many }, (_, energy) => record({ energy, location: filler })), '  '],
  ['ones whose texts look like their borders', Array.from({ length: 2 * many }, () => trap)],
  [
    'ones with lists of records in them',
    Array.from({ length: many }, () => ({ ...record(), parts: [record(), record(), record()] })),
  ],
  [
    'ones with keys in changing order',
    Array.from({ length: many }, (_, index) =>
      Object.fromEntries(Object.entries({ ...record(), note: filler }).sort(() => (index % 3) - 1)),
    ),
  ],
  ['ones of other kinds', Array.from({ length: many }, (_, index) => [filler, null, index, [index], {}][index % 5])],
  ['small ones', Array.from({ length: 30_000 }, (_, index) => index)],
  ['one that is longer than a slice', [record(), record({ location: 'x'.repeat(500_000) }), record(), record()]],
  ['one', [record()]],
  ['none', []],
];

describe('RecordSplitter', () => {
  for (const [what, records, space] of bodies) {
    it(`gives ${what} as they came, in chunks of any size`, () => {
      const text = JSON.stringify({ records, more: [{ records: [1] }] }, null, space);
      const list = text.slice(
        text.indexOf('[') + 1,
        text.indexOf('],"more"') > 0 ? text.indexOf('],"more"') : undefined,
      );
      for (const size of chunkSizes) {
        const { values, raw, broken, sizes } = split(Buffer.from(text), size);
        assert.deepEqual(values, records);
        assert.equal(broken, false);
        if (space === undefined) assert.equal(raw, list);
        else assert.deepEqual(JSON.parse(`[${raw}]`), records);
        assert(
          sizes.every((each) => each <= 2000),
          `slices of ${sizes.join()}`,
        );
      }
    });
  }

  it('finds where most slices end without a look at each byte, and parses few bytes at once', () => {
    const [, records] = bodies[0] ?? assert.fail();
    const { sizes } = split(Buffer.from(JSON.stringify({ records })), 65_536);
    const bytes = JSON.stringify(records[0]).length;
    for (const size of sizes) assert(size * bytes <= 66_000, `${size} records`);
    assert(sizes.length < 12, `${sizes.length} slices`);
  });

  it('gives what is in front of an element that is no JSON, wherever it is', () => {
    const good = JSON.stringify(record({ location: filler }));
    for (const before of [0, 1, 2, 500, many]) {
      for (const bad of [good.replace('34.5', '034.5'), '', '{"a":1]', '"\u0001"', '{"location":"\\x"}']) {
        const texts = [...Array.from({ length: before }, () => good), bad, ...Array.from({ length: 500 }, () => good)];
        for (const size of chunkSizes) {
          const { values, broken, raw } = split(Buffer.from(`{"records":[${texts.join(',')}]}`), size);
          assert.deepEqual([values.length, broken], [before, true], `${bad} after ${before}`);
          assert.equal(raw, `${good},`.repeat(before));
        }
      }
    }
  });

  it('misses an element behind a comma, in a chunk of its own as well', () => {
    const good = JSON.stringify(record());
    for (const rest of [']}', ' ]}', `,${good}]}`, `],"more":[${good},${good}]}`]) {
      const front = `{"records":[${good},`;
      for (const size of [front.length, 1 << 16]) {
        const { values, broken } = split(Buffer.from(front + rest), size);
        assert.deepEqual([values.length, broken], [1, true], rest);
      }
    }
  });

  it('holds no more than what is not given out, whatever surrounds the records', () => {
    const splitter = new RecordSplitter();
    const body = Buffer.from(JSON.stringify({ records: Array.from({ length: many }, () => record()), note: filler }));
    let most = 0;
    for (let at = 0; at < body.length; at += 1000) {
      for (const _ of splitter.push(body.subarray(at, at + 1000))) continue;
      most = Math.max(most, splitter.heldBytes);
    }
    assert(most < 70_000, `${most} bytes`);
  });
});

describe('readColumns', () => {
  async function told(body: Uint8Array, cuts: readonly number[]) {
    const batches: ColumnBatch[] = [];
    for await (const batch of readColumns(inPieces(body, cuts))) batches.push(batch);
    return reportOf(batches);
  }

  it('says of any values what a look at all of them says, however the bytes are cut', async () => {
    const value = fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom<unknown>(record(), record({ energy: 1 }), trap) },
      { weight: 1, arbitrary: fc.constantFrom<unknown>(record({ energy: -1 }), record({ location: null }), 'x') },
      { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
    );
    const space = fc.constantFrom(undefined, 1, '\t\r\n ');
    const places = fc.array(fc.nat(), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(value, { maxLength: 40 }), space, places, async (values, spaces, cuts) => {
        const body = Buffer.from(JSON.stringify({ records: values }, null, spaces));
        assert.deepEqual(await told(body, cuts), expectedReport(values));
      }),
      { numRuns: 500 },
    );
  });

  it('says the same in chunks of any size', async () => {
    const values = [record(), record({ energy: -1 }), trap, record({ energy: 7 }), record()];
    const body = Buffer.from(JSON.stringify({ records: values }));
    for (let size = 1; size <= 300; size += 1) {
      const cuts = Array.from({ length: Math.ceil(body.length / size) - 1 }, (_, index) => (index + 1) * size);
      assert.deepEqual(await told(body, cuts), expectedReport(values), `chunks of ${size} bytes`);
    }
  });
});
