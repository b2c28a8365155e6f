import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chargeRecord, utcTimestamp } from '../../../../src/service/v2/contract.ts';
import { fields, reasons } from '../../../../src/service/records/columns.ts';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { otherNames, shortForm } from '../../../../src/service/records/short-texts.ts';
import { parseUtcTimestamp } from '../../../../src/service/records/utc-time.ts';
import { record } from './record-bodies.ts';

/** What is said of records. */
function problemsIn(values: readonly unknown[], firstRow = 0) {
  const { problems } = new ColumnWriter().write(values, firstRow);
  const received = ['', ...problems.newReceived];
  return Array.from(problems.rows, (row, at) => ({
    row,
    field: fields[problems.fields[at] ?? NaN],
    reason: reasons[problems.reasons[at] ?? NaN] ?? '',
    received: received[problems.received[at] ?? NaN],
  }));
}

/** `field: reason received` of each problem of one record. */
function problemsOf(value: unknown): string[] {
  return problemsIn([value], 7).map(({ row, field, reason, received }) => {
    assert.equal(row, 7);
    return `${field}: ${reason} ${received}`.trim();
  });
}

const doubts: ReadonlySet<string> = new Set(['not-a-day', 'far-off', 'end-before-start', 'not-a-fraction', 'negative']);

describe('ColumnWriter', () => {
  it('finds nothing in a record that keeps to the contract', () => {
    const { problems, problemBits, unknownFields, chargeStart, chargeEnd } = new ColumnWriter().write([record()], 0);
    assert.equal(problems.rows.length, 0);
    assert.deepEqual([...problemBits], [0]);
    assert.deepEqual(unknownFields, []);
    assert.equal(chargeStart[0], Date.UTC(2026, 10, 1, 18));
    assert.equal(chargeEnd[0], Date.UTC(2026, 10, 1, 20, 30));
    assert.deepEqual(
      problemsOf(record({ chargeStart: '2000-01-01T00:00:00Z', chargeEnd: '2099-12-31T23:59:59Z' })),
      [],
    );
  });

  const cases: readonly [string, Record<string, unknown>, string][] = [
    ['a missing field', { location: undefined }, 'location: missing'],
    ['null', { energy: null }, 'energy: null null'],
    ['a number as text', { energy: '34.5' }, 'energy: wrong-type "34.5"'],
    ['a number past all numbers', { energy: JSON.parse('1e999') }, 'energy: too-large Infinity'],
    ['a text as a list', { chargingType: ['DC'] }, 'chargingType: wrong-type […]'],
    ['true as text', { isPublic: 'true' }, 'isPublic: wrong-type "true"'],
    ['the text NaN', { energy: 'NaN' }, 'energy: wrong-type "NaN"'],
    ['a leap second', { chargeStart: '2016-12-31T23:59:60Z' }, 'chargeStart: not-a-timestamp "2016-12-31T23:59:60Z"'],
    ['a year far away', { chargeEnd: '9999-12-31T23:59:59Z' }, 'chargeEnd: far-off "9999-12-31T23:59:59Z"'],
    ['the year 2100', { chargeEnd: '2100-01-01T00:00:00Z' }, 'chargeEnd: far-off "2100-01-01T00:00:00Z"'],
    ['the 0 of a clock', { chargeStart: '1970-01-01T00:00:00Z' }, 'chargeStart: far-off "1970-01-01T00:00:00Z"'],
    [
      'a time without zone',
      { chargeStart: '2026-11-01T18:00:00' },
      'chargeStart: not-a-timestamp "2026-11-01T18:00:00"',
    ],
    ['a time as a number', { chargeStart: 1761955200000 }, 'chargeStart: wrong-type 1761955200000'],
    ['30 February', { chargeStart: '2026-02-30T18:00:00Z' }, 'chargeStart: not-a-day "2026-02-30T18:00:00Z"'],
    [
      'an end before the start',
      { chargeEnd: '2026-11-01T17:59:59Z' },
      'chargeEnd: end-before-start "2026-11-01T17:59:59Z"',
    ],
    ['a percentage', { endPercentRemaining: 75 }, 'endPercentRemaining: not-a-fraction 75'],
    ['a level below empty', { startPercentRemaining: -0.1 }, 'startPercentRemaining: not-a-fraction -0.1'],
    ['negative energy', { energy: -1 }, 'energy: negative -1'],
  ];
  for (const [what, changes, problem] of cases) {
    it(`marks ${what}`, () => assert.deepEqual(problemsOf(record(changes)), [problem]));
  }

  it('marks every field of an element that is no object', () => {
    for (const value of [null, 5, 'x', [record()]]) {
      const problems = problemsOf(value);
      assert.equal(problems.length, 8);
      assert(problems.every((problem) => problem.includes('not-a-record')));
    }
  });

  it('agrees with the schema about which records keep to the contract', () => {
    const anyRecord = fc.record(
      Object.fromEntries(
        Object.entries(record()).map(([name, good]) => [
          name,
          fc.oneof(fc.constant(good), fc.jsonValue({ maxDepth: 1 })),
        ]),
      ),
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(anyRecord), (values) => {
        const bad = new Set(
          problemsIn(values)
            .filter(({ reason }) => !doubts.has(reason))
            .map(({ row }) => row),
        );
        const expected = values.flatMap((value, row) => (chargeRecord.safeParse(value).success ? [] : [row]));
        assert.deepEqual([...bad], expected);
      }),
    );
  });

  it('gives each broken field the reason that the schema has', () => {
    const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constant('2026-11-01'), fc.constant(Infinity));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(record())), anyValue, (field, value) => {
        const odd = record({ [field]: value });
        const { error } = chargeRecord.safeParse(odd);
        const expected = error?.issues.map(({ path, code }) => `${String(path[0])} ${code}`) ?? [];
        const codes: Partial<Record<string, string>> = { 'not-a-timestamp': 'invalid_format' };
        const found = problemsIn([odd]).filter(({ reason }) => !doubts.has(reason));
        assert.deepEqual(
          found.map((problem) => `${problem.field} ${codes[problem.reason] ?? 'invalid_type'}`),
          expected,
        );
      }),
    );
  });

  it('counts fields that the contract does not know, `__proto__` among them', () => {
    const odd = JSON.parse('{"__proto__":{"energy":1},"cost":3}') as object;
    const { unknownFields } = new ColumnWriter().write([{ ...record(), cost: 1 }, odd, record()], 7);
    assert.deepEqual(unknownFields, [
      { name: 'cost', count: 2, row: 7 },
      { name: '__proto__', count: 1, row: 8 },
    ]);
  });

  it('keeps few names however many come', () => {
    const values = Array.from({ length: 200 }, (_, index) => record({ [`field${index}`]: 1 }));
    const { unknownFields } = new ColumnWriter().write(values, 0);
    assert.equal(unknownFields.length, 51);
    assert.deepEqual(unknownFields.at(-1), { name: otherNames, count: 150, row: 50 });
  });
});

describe('shortForm', () => {
  it('is short whatever the value', () => {
    for (const value of ['x'.repeat(1_000_000), Array(1000).fill(1), { a: 'x'.repeat(1000) }]) {
      assert(shortForm(value).length < 100);
    }
  });
});

describe('parseUtcTimestamp', () => {
  it('reads no text that the schema refuses, and of those it takes leaves out only days that do not exist', () => {
    const edit = fc.tuple(
      fc.nat(32),
      fc.constantFrom('', '0', '1', '3', '6', '9', ':', '-', '.', 'T', 'Z', ' ', '٣', '00'),
    );
    const seeds = fc.constantFrom(
      '2026-11-01T18:00:00Z',
      '2026-02-28T23:59:59.5Z',
      '2024-12-31T00:00:00.123456789Z',
      '1999-10-30T09:09:09+00:00',
    );
    fc.assert(
      fc.property(seeds, fc.array(edit, { maxLength: 3 }), (seed, edits) => {
        let text = seed;
        for (const [at, put] of edits) text = text.slice(0, at) + put + text.slice(at + 1);
        const exists = () => new Date(`${text.slice(0, 10)}T00:00:00Z`).toISOString().startsWith(text.slice(0, 10));
        assert.equal(!Number.isNaN(parseUtcTimestamp(text)), utcTimestamp.safeParse(text).success && exists());
      }),
      { numRuns: 5000 },
    );
  });

  it('agrees with Date.parse on every day of the calendar', () => {
    const time = fc.date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, fc.constantFrom(0, 1, 2, 3, 6, 9), (date, digits) => {
        const fraction =
          digits === 0 ? '' : `.${String(date.getUTCMilliseconds()).padStart(3, '0').padEnd(9, '7').slice(0, digits)}`;
        const text = `${date.toISOString().slice(0, 19)}${fraction}Z`;
        assert.equal(parseUtcTimestamp(text), Date.parse(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('knows leap years', () => {
    assert.equal(parseUtcTimestamp('2024-02-29T00:00:00Z'), Date.UTC(2024, 1, 29));
    assert.equal(parseUtcTimestamp('2000-02-29T00:00:00Z'), Date.UTC(2000, 1, 29));
    assert(Number.isNaN(parseUtcTimestamp('2026-02-29T00:00:00Z')));
    assert(Number.isNaN(parseUtcTimestamp('1900-02-29T00:00:00Z')));
    assert(Number.isNaN(parseUtcTimestamp('2026-11-31T00:00:00Z')));
  });
});
