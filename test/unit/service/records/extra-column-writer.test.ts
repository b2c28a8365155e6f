import assert from 'node:assert/strict';
import { allFields, reasons } from '../../../../src/service/records/columns.ts';
import { ColumnWriter } from '../../../../src/service/records/column-writer.ts';
import { chargeForm } from '../../../../src/service/records/wire-format.ts';
import { record } from './record-bodies.ts';

const charge = {
  id: 'CHG123',
  startTime: '2026-05-01T10:00:00Z',
  cost: { currency: 'USD', energyAmount: 10.5, otherAmount: 2 },
  location: { name: 'Home', latitude: 37.7749, longitude: -122.4194 },
};

function write(...values: readonly unknown[]) {
  const batch = new ColumnWriter(chargeForm).write(values, 0);
  return { ...batch, further: batch.extra ?? assert.fail('no such columns') };
}

/** `field: reason received` of each problem of one record. */
function problemsOf(changes: object): string[] {
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
    const { further, problems, unknownFields } = write(charge, { ...charge, id: 'CHG124' }, charge);
    assert.deepEqual([...further.id], [1, 2, 1]);
    assert.deepEqual(further.newIds, ['CHG123', 'CHG124']);
    assert.deepEqual([...further.cost], [12.5, 12.5, 12.5]);
    assert.deepEqual([...further.currency], [1, 1, 1]);
    assert.deepEqual(further.newCurrencies, ['USD']);
    assert.deepEqual([further.latitude[0], further.longitude[0]], [37.7749, -122.4194]);
    assert.equal(problems.rows.length, 0);
    assert.deepEqual(unknownFields, []);
  });

  it('writes nothing of it where the form has none of it', () => {
    assert.equal(new ColumnWriter().write([record()], 0).extra, undefined);
  });

  it('takes it for no problem where a value is missing, and for unknown', () => {
    const { further, problems } = write(
      {},
      { id: null, cost: null, location: null },
      { cost: {}, location: {} },
      { cost: { currency: null, energyAmount: null }, location: { latitude: null } },
      5,
    );
    for (const values of [further.cost, further.latitude, further.longitude]) {
      assert.ok(values.every((value) => Number.isNaN(value)));
    }
    for (const codes of [further.id, further.currency]) assert.ok(codes.every((code) => code === 0));
    assert.deepEqual(new Set(problems.rows), new Set([4]), 'only of what is no record');
  });

  it('adds up the amounts that are there, without digits that nobody sent', () => {
    const costs = [{ energyAmount: 3 }, { otherAmount: 0 }, { energyAmount: 0.1, otherAmount: 0.2 }];
    assert.deepEqual([...write(...costs.map((cost) => ({ cost }))).further.cost], [3, 0, 0.3]);
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
    it(`marks ${what}`, () => assert.deepEqual(problemsOf(changes), problems));
  }

  it('keeps what is in doubt, and not what is of another type', () => {
    const odd = [
      { location: { latitude: 91, longitude: '2' } },
      { cost: { energyAmount: -1 } },
      { cost: { energyAmount: 'x', otherAmount: 1 } },
    ];
    const { further } = write(...odd);
    assert.deepEqual([further.latitude[0], further.longitude[0]], [91, NaN]);
    assert.deepEqual([...further.cost], [NaN, -1, NaN]);
  });

  it('takes the ends of the scales for places', () => {
    assert.deepEqual(problemsOf({ location: { latitude: -90, longitude: 180 } }), []);
  });
});
