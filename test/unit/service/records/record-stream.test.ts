import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ServiceError } from '../../../../src/service/model/errors.ts';
import { contractRecords, readColumns, readRecords } from '../../../../src/service/records/record-stream.ts';
import { bodyOf, inPieces, readAll, record } from './record-bodies.ts';

function assertFailure(error: unknown, kind: string, message: RegExp): void {
  assert(error instanceof ServiceError, `a ServiceError, not ${String(error)}`);
  assert.equal(error.kind, kind);
  assert.match(error.message, message);
  assert.notEqual(error.nextStep, '');
}

const cuts = fc.array(fc.nat(), { maxLength: 30 });

describe('readRecords', () => {
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

  it('finds the list under an escaped key, after other lists, and not under the same key further in', async () => {
    const text = `{"a":{"records":[1]},"b":["records",[2]],"\\u0072ecords" : [ {"records":[3]} ] ,"c":"records"}`;
    const { values, error } = await readAll(bodyOf(text));
    assert.equal(error, undefined);
    assert.deepEqual(values, [{ records: [3] }]);
  });

  it('names what stands beside the records, shortened, and not endlessly many', async () => {
    const namesIn = async (text: string) => {
      const found: string[] = [];
      for await (const _ of readColumns(bodyOf(text), (names) => found.push(...names))) continue;
      return found;
    };
    const good = JSON.stringify(record());
    assert.deepEqual(await namesIn(`{"records":[${good}]}`), []);
    assert.deepEqual(await namesIn(`{"next":"/2","records":[${good}],"error":null,"__proto__":1}`), [
      'next',
      'error',
      '__proto__',
    ]);
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, index) => ['x'.repeat(99 + index), index]));
    const names = await namesIn(JSON.stringify({ ...many, records: [] }));
    assert.equal(names.length, 50);
    assert.deepEqual([names[1], names[2]], ['x'.repeat(100), `${'x'.repeat(100)}…`]);
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

  it('limits a batch of huge records by its bytes', async () => {
    const text = JSON.stringify({
      records: Array.from({ length: 6 }, () => record({ location: 'x'.repeat(600_000) })),
    });
    const { batches } = await readAll(bodyOf(text));
    assert.deepEqual(
      batches.map(({ values }) => values.length),
      [1, 1, 1, 1, 1, 1],
    );
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

    it('when a record is no UTF-8', async () => {
      const bytes = Buffer.concat([
        Buffer.from(`{"records":[${one},"`),
        Buffer.from([0xc3, 0x28]),
        Buffer.from(`",${one}]}`),
      ]);
      const { values, error } = await readAll(inPieces(bytes, []));
      assert.equal(values.length, 1);
      assertFailure(error, 'contract', /Record 2/);
    });

    it('when an element is missing between or after commas', async () => {
      for (const list of [`${one},`, `${one},,${one}`, `,${one}`, ',']) {
        const { error } = await readAll(bodyOf(`{"records":[${list}]}`));
        assertFailure(error, 'contract', /not JSON/);
      }
    });

    it('when the list ends with a comma after a batch is out', async () => {
      const front = `{"records":[${one},`;
      const { values, error } = await readAll(bodyOf(`${front} ]}`, [front.length]));
      assert.equal(values.length, 1);
      assertFailure(error, 'contract', /Record 2 .*not JSON/);
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

  it('takes an empty list as a good answer', async () => {
    const { batches, error } = await readAll(bodyOf('{ "records" : [ ] }', [14, 15]));
    assert.equal(error, undefined);
    assert.deepEqual(batches, []);
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
