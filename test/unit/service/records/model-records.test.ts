import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RowReader } from '../../../../src/service/records/record-rows.ts';
import type { Field } from '../../../../src/service/records/columns.ts';
import { keptRecords } from '../../../../src/service/records/model-records.ts';
import { readRecords } from '../../../../src/service/records/record-stream.ts';
import { fullForm } from '../../../../src/service/records/wire-format.ts';
import { bodyOf } from './record-bodies.ts';

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
const record = some({
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
      fc.asyncProperty(fc.array(record, { minLength: 1, maxLength: 5 }), async (records) => {
        for (const { kept, shown } of await bothOf(records)) {
          // Columns have no empty texts.
          for (const field of compared)
            assert.equal(kept[field] === '' ? null : kept[field], shown[field] === '' ? null : shown[field], field);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('is in the place that its name says, or else its address', async () => {
    const [named, ...others] = await bothOf([
      { location: { name: 'Home', address: 'Main St' } },
      { location: { name: '', address: 'Main St' } },
      { location: { name: null, address: 'Main St' } },
    ]);
    assert.deepEqual(named?.kept.location, 'Home');
    assert.deepEqual(
      others.map(({ kept }) => kept.location),
      ['Main St', 'Main St'],
    );
  });

  it('has the kind of charging from the first of both fields that has one', async () => {
    const both = await bothOf([
      { connectorType: null, chargingType: 'DC' },
      { connectorType: 'CCS', chargingType: 'DC' },
    ]);
    assert.deepEqual(
      both.map(({ shown }) => shown.chargingType),
      ['DC', 'CCS'],
    );
  });
});
