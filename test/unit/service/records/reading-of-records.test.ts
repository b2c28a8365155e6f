import assert from 'node:assert/strict';
import { mock } from 'node:test';
import fc from 'fast-check';
import { ServiceError } from '../../../../src/service/model/errors.ts';
import { contractRecords, readColumns, readRecords } from '../../../../src/service/records/record-stream.ts';
import { bodyOf, inPieces, readAll, record } from './record-bodies.ts';
import type { ColumnBatch } from '../../../../src/service/records/columns.ts';
import { RecordSplitter, within } from '../../../../src/service/records/record-splitter.ts';
import { expectedReport, reportOf } from './column-rows.ts';
import { chargeForm } from '../../../../src/service/records/wire-format.ts';

function assertFailure(error: unknown, kind: string, message: RegExp): void {
  assert(error instanceof ServiceError, `a ServiceError, not ${String(error)}`);
  assert.equal(error.kind, kind);
  assert.match(error.message, message);
  assert.notEqual(error.nextStep, '');
}

const cuts = fc.array(fc.nat(), { maxLength: 30 });

describe('readRecords', () => {
  afterEach(() => mock.restoreAll());

  it('gives the values that JSON.parse gives, however the bytes are cut', async () => {
    const otherFields = fc.dictionary(
      fc.string().filter((name) => name !== 'records' && name !== 'error'),
      fc.jsonValue({ maxDepth: 2 }),
      { maxKeys: 3 },
    );
    const elements = fc.array(fc.oneof(fc.constant(record()), fc.jsonValue({ maxDepth: 3 })), { maxLength: 20 });
    const indent = fc.constantFrom(undefined, 1, '\t\r\n ');
    await fc.assert(
      fc.asyncProperty(
        otherFields,
        elements,
        otherFields,
        indent,
        cuts,
        async (front, records, back, space, places) => {
          const text = JSON.stringify({ ...front, records, ...back }, null, space);
          const whole = JSON.parse(text) as { records: unknown[] };
          const { values, error } = await readAll(bodyOf(text, places));
          assert.equal(error, undefined);
          assert.deepEqual(values, whole.records);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('refuses what JSON.parse refuses, and no more, when bytes are broken anywhere', async () => {
    const good = new TextEncoder().encode(
      JSON.stringify({ note: 'ü "[{', records: [record(), null, [1, '}'], record({ location: '\\"]é' })], more: [{}] }),
    );
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const edit = fc.tuple(
      fc.nat(good.length - 1),
      fc.oneof(fc.nat(255), fc.constantFrom(...Buffer.from('[]{}",:\\ 1'))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(edit, { maxLength: 3 }), fc.nat(good.length), cuts, async (edits, drop, places) => {
        const bytes = Uint8Array.from(good);
        for (const [at, byte] of edits) bytes[at] = byte;
        const body = edits.length === 0 ? bytes.subarray(0, good.length - drop) : bytes;
        let expected: unknown;
        try {
          expected = JSON.parse(strict.decode(body));
        } catch {
          expected = undefined;
        }
        const list = (expected as { records?: unknown } | undefined)?.records;
        const { values, error } = await readAll(inPieces(body, places));
        if (Array.isArray(list)) {
          assert.equal(error, undefined);
          assert.deepEqual(values, list);
        } else {
          assert(error instanceof ServiceError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the first record before the second chunk is asked for', async () => {
    let asked = 0;
    async function* body() {
      asked += 1;
      yield Buffer.from(`{"records":[${JSON.stringify(record())},`);
      asked += 1;
      yield Buffer.from(`${JSON.stringify(record())}]}`);
      await Promise.resolve();
    }
    const stream = readRecords(body());
    const first = await stream.next();
    assert.equal(first.done, false);
    assert.equal(asked, 1);
    await stream.return();
  });

  it('cuts one large chunk into batches and lets other work in between', async () => {
    const text = JSON.stringify({ records: Array.from({ length: 5000 }, (_, index) => record({ energy: index })) });
    const turns: number[] = [];
    const sizes: number[] = [];
    for await (const batch of readRecords(bodyOf(text))) {
      sizes.push(batch.values.length);
      setImmediate(() => turns.push(sizes.length));
    }
    assert.equal(
      sizes.reduce((sum, size) => sum + size, 0),
      5000,
    );
    assert(sizes.length > 2 && sizes.every((size) => size <= 4000), `${sizes.join()} records`);
    assert.deepEqual(turns.slice(0, 2), [1, 2], 'a turn of the event loop after each batch');
  });

  it('lets other work in while it leaves records out, of which no batch comes', async () => {
    let now = 0;
    mock.method(performance, 'now', () => (now += 20));
    const values = Array.from({ length: 5000 }, () => ({ startTime: '2026-11-01T18:00:00Z' }));
    const body = bodyOf(JSON.stringify({ attributes: { body: { values } } }));
    const reading = { form: chargeForm, judge: () => [], range: { to: 0 } };
    const ended = readRecords(body, undefined, reading).next();
    const turn = new Promise<string>((resolve) => setImmediate(resolve, 'other work'));
    assert.equal(await Promise.race([ended.then(() => 'the end'), turn]), 'other work');
    assert.equal((await ended).done, true);
  });

  describe('ends with an error, and keeps the records in front of it,', () => {
    const one = JSON.stringify(record());

    it('when the body is truncated', async () => {
      const { values, error } = await readAll(bodyOf(`{"records":[${one},${one},${one.slice(0, 40)}`, [7, 300]));
      assert.equal(values.length, 2);
      assertFailure(error, 'not-json', /is incomplete.*2 records/);
    });

    it('when the connection is lost', async () => {
      async function* body() {
        yield Buffer.from(`{"records":[${one},${one.slice(0, 10)}`);
        await Promise.resolve();
        throw new TypeError('terminated');
      }
      const { values, error } = await readAll(body());
      assert.equal(values.length, 1);
      assertFailure(error, 'network', /connection was lost.*1 record /);
    });

    it('when the transport says why it stops, with that error', async () => {
      const told = new ServiceError('Too large', {
        kind: 'too-large',
        turn: 'nobody',
        nextStep: 'Ask for less',
        sent: true,
      });
      async function* body() {
        yield Buffer.from(`{"records":[${one},`);
        await Promise.resolve();
        throw told;
      }
      const { values, error } = await readAll(body());
      assert.equal(values.length, 1);
      assert.equal(error, told);
    });

    it('when a record is no JSON, and says which', async () => {
      const { values, error } = await readAll(bodyOf(`{"records":[${one},${one},{"energy":01},${one}]}`));
      assert.equal(values.length, 2);
      assertFailure(error, 'contract', /Record 3 .*not JSON.*2 records/);
    });
  });

  it('tells apart what is no JSON and what is JSON of another shape', async () => {
    const cases: readonly [string, string, RegExp][] = [
      ['', 'not-json', /empty/],
      ['<html><body>Sign in {"records":[1]}</body></html>', 'not-json', /not JSON/],
      ['\ufeff{"records":[]}', 'not-json', /byte order mark/],
      ['{"records":[]} x', 'not-json', /not JSON/],
      ['null', 'contract', /no list of records/],
      ['"records"', 'contract', /no list of records/],
      ['[{"records":[]}]', 'contract', /no list of records/],
      ['{"records":{"0":1}}', 'contract', /no list of records/],
      ['{"date":"2026-11-01","home":1}', 'contract', /no list of records/],
      ['{"records":[1],"records":[2]}', 'contract', /more than one list/],
      ['{"records":[1],"records":[]}', 'contract', /more than one list/],
    ];
    for (const [text, kind, message] of cases) {
      const { error } = await readAll(bodyOf(text));
      assertFailure(error, kind, message);
    }
  });
});

describe('contractRecords', () => {
  it('leaves out what breaks the contract and keeps what is only in doubt', async () => {
    const doubtful = record({ chargeEnd: '2026-10-01T00:00:00Z' });
    const farOff = record({ chargeStart: '1970-01-01T00:00:00Z' });
    const text = JSON.stringify({ records: [record(), record({ energy: '1' }), doubtful, null, farOff] });
    const { batches } = await readAll(bodyOf(text));
    assert.deepEqual(batches.flatMap(contractRecords), [record(), doubtful, farOff]);
  });
});

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
});

const [from, to] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 8)];

/** The starts that are kept, as values and to the letter. */
function kept(starts: readonly unknown[], range: { from?: number; to?: number }) {
  const splitter = new RecordSplitter(chargeForm.lists);
  const values = starts.map((startTime) => ({ startTime }));
  const body = Buffer.from(JSON.stringify({ data: { attributes: { body: { values } } } }));
  const slices = [...splitter.push(body), ...splitter.end()].map(within(chargeForm, range));
  const raw = Buffer.concat(slices.flatMap((slice) => slice.raw)).toString();
  const ofRaw = JSON.parse(`[${raw.replace(/,$/, '')}]`) as unknown[];
  const found = slices.flatMap((slice) => slice.values);
  assert.deepEqual(ofRaw, found);
  return (found as { startTime?: unknown }[]).map(({ startTime }) => startTime);
}

describe('Records of a range', () => {
  it('start in it to the millisecond, however they write a second', () => {
    const second = fc.integer({ min: -2, max: 2 }).map((seconds) => seconds * 1000);
    const near = fc.tuple(fc.constantFrom(from, to), second, fc.integer({ min: -1, max: 1 }), fc.boolean());
    const moment = near.map(([edge, seconds, milliseconds, isWhole]) => {
      const text = new Date(edge + seconds + (isWhole ? 0 : milliseconds)).toISOString();
      return isWhole ? text.replace('.000Z', 'Z') : text;
    });
    // Edges are not whole seconds where the clock of an answer says so.
    const cutOff = fc.integer({ min: -1, max: 1 });
    fc.assert(
      fc.property(fc.array(moment, { maxLength: 8 }), cutOff, cutOff, (starts, early, late) => {
        const range = { from: from + early, to: to + late };
        const expected = starts.filter((start) => Date.parse(start) >= range.from && Date.parse(start) < range.to);
        assert.deepEqual(kept(starts, range), expected);
        assert.deepEqual(
          kept(starts, { from: range.from }),
          starts.filter((start) => Date.parse(start) >= range.from),
        );
        assert.deepEqual(
          kept(starts, { to: range.to }),
          starts.filter((start) => Date.parse(start) < range.to),
        );
      }),
    );
  });

  it('are those that no one can place in time, too', () => {
    const odd = ['', 'yesterday', '~', '9', '2026-11-31T00:00:00Z', '2025-02-30T00:00:00Z', 5, null, '2026-10-31'];
    assert.deepEqual(kept([...odd, '2025-01-01T00:00:00Z'], { from, to }), odd);
  });
});
