import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chargeRecord, utcTimestamp } from '../../../../src/service/v2/contract.ts';
import { allFields, type Field, fields, reasons } from '../../../../src/service/records/columns.ts';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { parseUtcTimestamp } from '../../../../src/service/records/utc-time.ts';
import { chargeForm, fullForm } from '../../../../src/service/records/wire-format.ts';
import { RowReader } from '../../../../src/service/records/record-rows.ts';
import { keptRecords } from '../../../../src/service/client-reader.ts';
import { readRecords } from '../../../../src/service/records/record-stream.ts';
import { bodyOf, record } from './record-bodies.ts';

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
});

const charge = {
  id: 'CHG123',
  startTime: '2026-05-01T10:00:00Z',
  cost: { currency: 'USD', energyAmount: 10.5, otherAmount: 2 },
  location: { name: 'Home', latitude: 37.7749, longitude: -122.4194 },
};

function write(...values: readonly unknown[]) {
  const batch = new ColumnWriter(chargeForm).write(values, 0);
  return { ...batch, extra: batch.extra ?? assert.fail('no such columns') };
}

/** `field: reason received` of each problem of one record. */
function problemsOfCharge(changes: object): string[] {
  const { problems, problemBits } = write({ ...charge, ...changes });
  const received = ['', ...problems.newReceived];
  for (const field of problems.fields) assert.ok(((problemBits[0] ?? 0) >> field) & 1);
  return Array.from(
    problems.fields,
    (field, at) =>
      `${allFields[field]}: ${reasons[problems.reasons[at] ?? NaN]} ${received[problems.received[at] ?? NaN]}`,
  );
}

describe('ExtraColumnWriter', () => {
  it('writes ID, cost and coordinates of records that have them', () => {
    const { extra, problems, unknownFields } = write(charge, { ...charge, id: 'CHG124' }, charge);
    assert.deepEqual([...extra.id], [1, 2, 1]);
    assert.deepEqual(extra.newIds, ['CHG123', 'CHG124']);
    assert.deepEqual([...extra.cost], [12.5, 12.5, 12.5]);
    assert.deepEqual([...extra.currency], [1, 1, 1]);
    assert.deepEqual(extra.newCurrencies, ['USD']);
    assert.deepEqual([extra.latitude[0], extra.longitude[0]], [37.7749, -122.4194]);
    assert.equal(problems.rows.length, 0);
    assert.deepEqual(unknownFields, []);
  });

  it('takes it for no problem where a value is missing, and for unknown', () => {
    const { extra, problems } = write(
      {},
      { id: null, cost: null, location: null },
      { cost: {}, location: {} },
      { cost: { currency: null, energyAmount: null }, location: { latitude: null } },
      5,
    );
    for (const values of [extra.cost, extra.latitude, extra.longitude]) {
      assert.ok(values.every((value) => Number.isNaN(value)));
    }
    for (const codes of [extra.id, extra.currency]) assert.ok(codes.every((code) => code === 0));
    assert.deepEqual(new Set(problems.rows), new Set([4]), 'only of what is no record');
  });

  it('adds up the amounts that are there, without digits that nobody sent', () => {
    const costs = [{ energyAmount: 3 }, { otherAmount: 0 }, { energyAmount: 0.1, otherAmount: 0.2 }];
    assert.deepEqual([...write(...costs.map((cost) => ({ cost }))).extra.cost], [3, 0, 0.3]);
  });

  const cases: readonly [string, object, string[]][] = [
    ['an ID that is a number', { id: 7 }, ['id: wrong-type 7']],
    ['a cost that is no object', { cost: '12' }, ['cost: wrong-type "12"']],
    ['an amount as text', { cost: { energyAmount: '12', otherAmount: 1 } }, ['cost: wrong-type "12"']],
    ['an amount past all numbers', { cost: { energyAmount: Infinity } }, ['cost: too-large Infinity']],
    ['a negative cost', { cost: { energyAmount: -2, otherAmount: 1 } }, ['cost: negative -1']],
    ['a currency that is a number', { cost: { currency: 978 } }, ['currency: wrong-type 978']],
    ['a latitude beyond the pole', { location: { latitude: 90.1 } }, ['latitude: no-such-place 90.1']],
    ['a longitude beyond the date line', { location: { longitude: -181 } }, ['longitude: no-such-place -181']],
    ['a coordinate as text', { location: { latitude: '37', longitude: 2 } }, ['latitude: wrong-type "37"']],
    ['a place that is none', { location: 'Berlin' }, ['location: wrong-type "Berlin"']],
  ];
  for (const [what, changes, problems] of cases) {
    it(`marks ${what}`, () => assert.deepEqual(problemsOfCharge(changes), problems));
  }
});

/** What agents and other extensions get of records of version 3, and what the viewer and exports do. */
async function bothOf(records: readonly object[]) {
  const reader = new RowReader();
  const both: { kept: Readonly<Record<string, unknown>>; shown: Readonly<Record<Field, unknown>> }[] = [];
  for await (const batch of readRecords(bodyOf(JSON.stringify({ records })), undefined, { form: fullForm })) {
    const kept = keptRecords(batch);
    const rows = reader.read({ batch: batch.columns });
    both.push(...kept.map((each, row) => ({ kept: { ...each }, shown: rows[row]?.values ?? assert.fail() })));
  }
  return both;
}

const odd = fc.constantFrom(null, '', 'x', 5, true, [], {});
const orOdd = (value: fc.Arbitrary<unknown>) => fc.oneof({ weight: 3, arbitrary: value }, odd);
const text = orOdd(fc.constantFrom('DC', 'Home', 'EUR'));
const amount = orOdd(fc.constantFrom(0.1, 0.2, -3));
const some = (members: Readonly<Record<string, fc.Arbitrary<unknown>>>) => fc.record(members, { requiredKeys: [] });
const anyCharge = some({
  ...{ id: text, connectorType: text, chargingType: text, isPublicCharger: orOdd(fc.boolean()) },
  ...{ startStateOfCharge: orOdd(fc.integer({ min: 0, max: 100 })), energyAdded: amount },
  location: orOdd(some({ name: text, address: text })),
  cost: orOdd(some({ currency: text, energyAmount: amount, otherAmount: amount })),
});

describe('a charge record of version 3', () => {
  it('has the same values for agents and other extensions as in the viewer and in exports', async () => {
    const compared = [
      ...(['location', 'energy', 'isPublic', 'startPercentRemaining', 'chargingType'] as const),
      ...(['id', 'cost', 'currency'] as const),
    ];
    await fc.assert(
      fc.asyncProperty(fc.array(anyCharge, { minLength: 1, maxLength: 5 }), async (records) => {
        for (const { kept, shown } of await bothOf(records)) {
          // Columns have no empty texts.
          for (const field of compared)
            assert.equal(kept[field] === '' ? null : kept[field], shown[field] === '' ? null : shown[field], field);
        }
      }),
      { numRuns: 200 },
    );
  });
});
