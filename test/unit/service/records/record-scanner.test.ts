import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type ColumnBatch, type Field, fieldIndex } from '../../../../src/service/records/columns.ts';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { ServiceError } from '../../../../src/service/model/errors.ts';
import { checkRecords } from '../../../../src/service/records/record-check.ts';
import { RecordScanner } from '../../../../src/service/records/record-scanner.ts';
import { readColumns } from '../../../../src/service/records/record-stream.ts';
import { toldBy, toldOf } from './column-rows.ts';
import { bodyOf, inPieces, record } from './record-bodies.ts';

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What the scanner makes of bytes, and how many of them it has read. */
function scan(bytes: Uint8Array): { batch: ColumnBatch | undefined; end: number } {
  const writer = new ColumnWriter();
  const scanner = new RecordScanner(writer.coders);
  const end = scanner.scan(bytes, 0, bytes.length);
  const scanned = scanner.take();
  return { batch: scanned && writer.writeScanned({ firstRow: 0, scanned }), end };
}

/** Fails if the scanner says anything of the bytes that it has read that JSON.parse and the check do not. */
function assertTrue(bytes: Uint8Array): number {
  const { batch, end } = scan(bytes);
  if (!batch) {
    assert.equal(end, 0);
    return 0;
  }
  const read = bytes.subarray(0, end === bytes.length ? end : end - 1);
  const told = toldOf(JSON.parse(`[${strict.decode(read)}]`) as unknown[]);
  assert.deepEqual(toldBy([batch]), told);
  assert.deepEqual(told.problems, []);
  return batch.rows;
}

const times = fc
  .date({ min: new Date('1970-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const level = fc.oneof(
  fc.integer({ min: 0, max: 100 }).map((each) => each / 100),
  fc.double({ min: 0, max: 1, noNaN: true }),
);
const place = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('Köln', 'x'.repeat(300), '},{', 'a"b', ''));

/** Records without a flaw, but for texts that JSON writes with escapes. */
const flawless = fc
  .record({
    chargeStart: times,
    chargeEnd: times,
    location: place,
    energy: fc.oneof(
      fc.integer({ min: 0, max: 50_000 }).map((each) => each / 100),
      fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
    ),
    isPublic: fc.boolean(),
    startPercentRemaining: level,
    endPercentRemaining: level,
    chargingType: fc.constantFrom('AC', 'DC', 'HPC'),
  })
  .map((each) => {
    const [chargeStart, chargeEnd] = [each.chargeStart, each.chargeEnd].sort();
    return { ...each, chargeStart, chargeEnd };
  });
const order = fc.shuffledSubarray(Object.keys(record()), { minLength: 8 });
const indent = fc.constantFrom(undefined, 1, '\t\r\n ');

function written(records: readonly object[], keys: string[], space: number | string | undefined): string {
  return records.map((each) => JSON.stringify(each, keys, space)).join(',');
}

describe('RecordScanner', () => {
  it('reads every record that is as usual, in any order of fields and with any spaces', () => {
    const usual = Array.from({ length: 50 }, (_, index) =>
      record({ energy: index / 100, location: `Köln ${index % 7}`, isPublic: index % 2 === 0 }),
    );
    fc.assert(
      fc.property(order, indent, (keys, space) => {
        assert.equal(assertTrue(Buffer.from(written(usual, keys, space))), 50);
      }),
    );
  });

  it('says of no record anything that JSON.parse and the check do not', () => {
    fc.assert(
      fc.property(fc.array(flawless, { minLength: 1, maxLength: 8 }), order, indent, (records, keys, space) => {
        assertTrue(Buffer.from(written(records, keys, space)));
      }),
      { numRuns: 1000 },
    );
  });

  it('reads nothing that JSON.parse refuses or understands in another way, whichever bytes are broken', () => {
    const edit = fc.tuple(fc.nat(), fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('[]{}",:.\\ 0159-+eEZ'))));
    const usual = [record(), record({ location: 'Köln' }), record({ energy: 0 })];
    fc.assert(
      fc.property(order, fc.array(edit, { minLength: 1, maxLength: 3 }), (keys, edits) => {
        const bytes = Buffer.from(written(usual, keys, undefined));
        for (const [at, byte] of edits) bytes[at % bytes.length] = byte;
        assertTrue(bytes);
      }),
      { numRuns: 5000 },
    );
  });

  /** What is odd, the member that is, and one that is missing. */
  const oddities: readonly (readonly [string, string, string?])[] = [
    ['a leading zero', '"energy":034.5'],
    ['a point without a digit behind it', '"energy":34.'],
    ['an exponent', '"energy":3.45e1'],
    ['a minus', '"energy":-0'],
    ['more digits than are exact', '"energy":34.567890123456789'],
    ['a level over 1', '"startPercentRemaining":1.25'],
    ['more decimals of a level than its column has', '"startPercentRemaining":0.1234567'],
    ['zeros at the end of a number', '"energy":34.50'],
    ['an energy so small that JSON.stringify would write an exponent', '"energy":0.0000001'],
    ['a time to the microsecond', '"chargeStart":"2026-11-01T18:00:00.000001Z"'],
    ['a tenth of a second', '"chargeStart":"2026-11-01T18:00:00.1Z"'],
    ['a text that is cut in its column', `"location":"${'x'.repeat(1001)}"`],
    ['an escape', '"location":"K\\u00f6ln"'],
    ['a line break in a text', '"location":"K\nln"'],
    ['a day that is not in the calendar', '"chargeStart":"2026-02-30T18:00:00Z"'],
    ['an end before the start', '"chargeEnd":"2026-10-01T18:00:00Z"'],
    ['a time without a zone', '"chargeEnd":"2026-11-01T20:30:00"'],
    ['null', '"isPublic":null'],
    ['a text for a number', '"energy":"34.5"'],
    ['a key twice', '"energy":34.5,"energy":34.5'],
    ['a field that the contract does not know', '"energy":34.5,"invoice":1'],
    ['a key twice in place of another', '"energy":34.5,"energy":34.5', 'isPublic'],
    ['a missing field', '', 'energy'],
  ];
  for (const [what, member, missing] of oddities) {
    it(`stops in front of a record with ${what}, and reads on behind it when asked to`, () => {
      const good = JSON.stringify(record());
      const rest: Record<string, unknown> = record();
      if (missing !== undefined) delete rest[missing];
      const [key = ''] = member.split(':');
      const less = JSON.stringify(rest);
      const odd = member ? less.replace(new RegExp(`${key}:("[^"]*"|[^,}]*)`), () => member) : less;
      assert.notEqual(odd, good);
      const bytes = Buffer.from([good, odd, good].join(','));
      const scanner = new RecordScanner(new ColumnWriter().coders);
      assert.equal(scanner.scan(bytes, 0, bytes.length), good.length + 1);
      assert.equal(scanner.scan(bytes, bytes.length - good.length, bytes.length), bytes.length);
      assert.equal(scanner.take()?.rows, 2);
      assert.equal(scan(Buffer.from(odd)).end, 0, 'nor does it where that is the first record');
    });
  }

  it('reads no record that is cut, nor beyond the end that it is told', () => {
    const one = Buffer.from(JSON.stringify(record({ location: 'a},{b', energy: 1 })));
    const scanner = new RecordScanner(new ColumnWriter().coders);
    assert.equal(scanner.scan(one, 0, one.length), one.length);
    for (let length = 0; length < one.length; length += 1) {
      assert.equal(scanner.scan(one.subarray(0, length), 0, length), 0, `${length} bytes`);
      assert.equal(scanner.scan(one, 0, length), 0, `up to ${length}`);
    }
  });

  it('goes on where the service changes how it writes', () => {
    const keys = Object.keys(record());
    const scanner = new RecordScanner(new ColumnWriter().coders);
    for (const way of [keys, keys.toReversed()]) {
      const bytes = Buffer.from(written([record()], way, undefined));
      assert.equal(scanner.scan(bytes, 0, bytes.length), bytes.length);
      assert.deepEqual(scanner.take()?.form.columns[0], fieldIndex[way[0] as Field]);
    }
  });

  it('has rows of one form only', () => {
    const keys = Object.keys(record());
    const scanner = new RecordScanner(new ColumnWriter().coders);
    const [bytes = assert.fail(), others = assert.fail()] = [keys, keys.toReversed()].map((way) =>
      Buffer.from(written([record()], way, undefined)),
    );
    assert.equal(scanner.scan(bytes, 0, bytes.length), bytes.length);
    assert.equal(scanner.scan(others, 0, others.length), 0);
  });

  it('refuses a text that is no UTF-8, and gives no code to a text of a record that it does not read', () => {
    const [before, after] = JSON.stringify(record({ location: '|', chargingType: 'rare' })).split('|');
    const bytes = Buffer.concat([Buffer.from(before ?? ''), Buffer.from([0xc3, 0x28]), Buffer.from(after ?? '')]);
    const writer = new ColumnWriter();
    assert.equal(new RecordScanner(writer.coders).scan(bytes, 0, bytes.length), 0);
    assert.deepEqual(writer.write(checkRecords([], 0)).newChargingTypes, []);
  });

  it('tells apart more texts than it keeps the bytes of', () => {
    const records = Array.from({ length: 10_000 }, (_, index) => record({ location: `Place ${index}` }));
    const writer = new ColumnWriter();
    const scanner = new RecordScanner(writer.coders);
    const bytes = Buffer.from(written([...records, ...records], Object.keys(record()), undefined));
    const batches: ColumnBatch[] = [];
    let rows = 0;
    for (let at = 0; at < bytes.length;) {
      at = scanner.scan(bytes, at, bytes.length);
      const scanned = scanner.take();
      assert(scanned);
      batches.push(writer.writeScanned({ firstRow: rows, scanned }));
      rows += scanned.rows;
    }
    assert.deepEqual(toldBy(batches), toldOf([...records, ...records]));
  });
});

describe('readColumns', () => {
  it('says what JSON.parse and the check say, of good records and others, however the bytes are cut', async () => {
    const odd = fc.constantFrom<object>(
      record({ energy: -1 }),
      record({ location: null }),
      record({ invoice: 7 }),
      record({ location: '},{' }),
      { chargeStart: 'never' },
    );
    const records = fc.array(fc.oneof({ weight: 8, arbitrary: flawless }, { weight: 1, arbitrary: odd }), {
      minLength: 1,
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(records, fc.array(fc.nat(), { maxLength: 4 }), async (values, cuts) => {
        const batches: ColumnBatch[] = [];
        for await (const batch of readColumns(bodyOf(JSON.stringify({ records: values }), cuts))) batches.push(batch);
        assert.deepEqual(toldBy(batches), toldOf(values));
      }),
      { numRuns: 500 },
    );
  });

  it('says the same in chunks of any size, of good records and others', async () => {
    const values = [record(), record({ energy: -1 }), record({ location: 'a},{b' }), record({ energy: 7 }), record()];
    const body = Buffer.from(JSON.stringify({ records: values }));
    const told = toldOf(values);
    for (let size = 1; size <= 300; size += 1) {
      const cuts = Array.from({ length: Math.ceil(body.length / size) - 1 }, (_, index) => (index + 1) * size);
      const batches: ColumnBatch[] = [];
      for await (const batch of readColumns(inPieces(body, cuts))) batches.push(batch);
      assert.deepEqual(toldBy(batches), told, `chunks of ${size} bytes`);
    }
  });

  it('refuses a comma with no record behind it where leaps begin anew there', async () => {
    const good = JSON.stringify(record());
    for (const rest of [']}', ' ]}', `,${good}]}`, `],"more":[${good},${good}]}`]) {
      const front = `{"records":[${good},`;
      let rows = 0;
      await assert.rejects(
        async () => {
          for await (const batch of readColumns(bodyOf(front + rest, [front.length]))) rows += batch.rows;
        },
        (error) => error instanceof ServiceError && error.message.includes('Record 2'),
      );
      assert.equal(rows, 1);
    }
  });

  it('keeps what it has read in front of a record that is no JSON, however far into a body', async () => {
    const good = JSON.stringify(record());
    const body = Buffer.from(`{"records":[${`${good},`.repeat(3000)}${good.replace('34.5', '034.5')},${good}]}`);
    let rows = 0;
    await assert.rejects(
      async () => {
        for await (const batch of readColumns(inPieces(body, [60_000, 300_000]))) rows += batch.rows;
      },
      (error) => error instanceof ServiceError && error.message.includes('Record 3001'),
    );
    assert.equal(rows, 3000);
  });

  it('lets other work in after judging, writing and keeping a batch: where all are bad, each takes its time', async () => {
    const stream = readColumns(bodyOf(JSON.stringify({ records: [record({ energy: -1 })] })));
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const { done } = await stream.next();
    clearImmediate(next);
    assert.equal(done, false);
    assert.equal(turns, 3);
    await stream.return();
  });
});
