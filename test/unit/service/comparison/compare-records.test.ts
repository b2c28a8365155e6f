import assert from 'node:assert/strict';
import { compareRecords } from '../../../../src/service/comparison/compare-records.ts';
import type { RecordRow } from '../../../../src/service/records/record-rows.ts';
import { fullForm } from '../../../../src/service/records/wire-format.ts';
import { record } from '../records/record-bodies.ts';
import { rowsOf } from './rows.ts';

/** A record that starts so many minutes after noon. */
const at = (minutes: number, energy: unknown = 20) =>
  record({ chargeStart: new Date(Date.UTC(2026, 10, 1, 12, minutes)).toISOString(), energy });
const json = (energy: string) => JSON.stringify(record({ energy: 0 })).replace('"energy":0', `"energy":${energy}`);

/** `older-newer: fields`, by the indexes on each side. */
function pairsOf(older: readonly RecordRow[], newer: readonly RecordRow[]): string[] {
  return compareRecords(older, newer).map(
    ({ older: left = '', newer: right = '', different }) =>
      `${left}-${right}${different.length > 0 ? `: ${different.join(' ')}` : ''}`,
  );
}

async function compared(older: readonly unknown[], newer: readonly unknown[]): Promise<string[]> {
  return pairsOf(await rowsOf(older), await rowsOf(newer));
}

describe('two sets of charge records', () => {
  it('are the same in any order, with members in any order and any spaces', async () => {
    const spaced = JSON.stringify(Object.fromEntries(Object.entries(at(10)).toReversed()), undefined, 1);
    assert.deepEqual(await compared([at(10), at(20)], [at(20), spaced]), ['1-0', '0-1']);
    assert.deepEqual(await compared([], []), []);
  });

  it('differ by what was added, is gone and has changed, by start, the newest first', async () => {
    const pairs = await compared([at(50), at(30, 1), at(10)], [at(40), at(30, 2), at(50)]);
    assert.deepEqual(pairs, ['0-2', '-0', '1-1: energy', '2-']);
  });

  it('have those of one start paired with those alike, and the others in their order', async () => {
    const of = (...energies: readonly number[]) => energies.map((energy) => at(1, energy));
    assert.deepEqual((await compared(of(1, 2, 3), of(3, 1))).sort(), ['0-1', '1-', '2-0']);
    assert.deepEqual((await compared(of(1, 2), of(2, 8, 9))).sort(), ['-2', '0-1: energy', '1-0']);
    assert.deepEqual((await compared(of(1, 1), of(1))).sort(), ['0-0', '1-']);
    assert.deepEqual((await compared(of(1), of(1, 1, 1))).sort(), ['-1', '-2', '0-0']);
  });

  it('are paired by the closest start within a minute where none is the same', async () => {
    const near = (seconds: number) =>
      record({ chargeStart: new Date(Date.UTC(2026, 10, 1, 12, 0, seconds)).toISOString() });
    assert.deepEqual(await compared([near(0)], [near(30)]), ['0-0: chargeStart']);
    assert.deepEqual(await compared([near(30)], [near(0), near(30)]), ['0-1', '-0']);
    assert.deepEqual(await compared([near(0)], [near(61)]), ['-0', '0-']);
  });

  it('do not pair those without a start, which come last, unless they are alike', async () => {
    const [x, y, w] = [1, 2, 3].map((energy) => record({ chargeStart: 'soon', energy }));
    assert.deepEqual(await compared([x, y, at(9, 1)], [y, w, at(9, 2)]), ['2-2: energy', '1-0', '0-', '-1']);
    assert.deepEqual(await compared(['7', 'null', '[1,{"b":1,"a":2}]'], ['[1,{"a":2,"b":1}]']), ['2-0', '0-', '1-']);
  });

  it('differ by what the contract does not know or allow, too', async () => {
    assert.deepEqual(await compared([at(1)], [{ ...at(1), note: 'x' }]), ['0-0: other']);
    assert.deepEqual(await compared([at(1, 'much')], [at(1, 'more')]), ['0-0: energy']);
    assert.deepEqual(await compared([at(1, 'much')], [at(1, 'much')]), ['0-0']);
    assert.deepEqual(await compared([at(1)], [{ ...at(1), location: null }]), ['0-0: location']);
  });

  const alike = [
    ['"\\u00fc"', '"ü"'],
    ['100.0', '100'],
    ['1e2', '100'],
    ['1E+2', '100.00'],
    ['-0', '0.0e7'],
    ['12345678901234567890.0', '1234567890123456789e1'],
  ] as const;
  for (const [one, other] of alike) {
    it(`are the same by value: ${one} and ${other}`, async () => {
      assert.deepEqual(await compared([json(one)], [json(other)]), ['0-0']);
    });
  }

  for (const [one, other, what] of [
    ['12345678901234567890', '12345678901234567891', 'other'],
    ['0.1000000000000000055', '0.1', 'other'],
    ['1e400', '1e401', 'other'],
    ['"1"', '1', 'energy'],
    ['-1', '1', 'energy'],
  ] as const) {
    it(`are not the same: ${one} and ${other}`, async () => {
      assert.deepEqual(await compared([json(one)], [json(other)]), [`0-0: ${what}`]);
    });
  }

  it('of different forms are compared by what both have', async () => {
    const older = record({ location: 'Main St', energy: 20.5, startPercentRemaining: 0.57, chargingType: 'AC' });
    const newer = {
      ...{ startTime: older.chargeStart, endTime: older.chargeEnd, energyAdded: 20.5, id: 'r-1' },
      ...{ location: { name: 'Home', address: 'Main St' }, isPublicCharger: older.isPublic, startStateOfCharge: 57 },
      ...{ endStateOfCharge: Number(older.endPercentRemaining) * 100, connectorType: 'TYPE_2' },
    };
    const pairs = async (change: object) =>
      pairsOf(await rowsOf([older]), await rowsOf([{ ...newer, ...change }], fullForm));
    assert.deepEqual(await pairs({ chargingType: 'AC', connectorType: undefined }), ['0-0']);
    assert.deepEqual(await pairs({}), ['0-0: chargingType']);
    assert.deepEqual(await pairs({ location: { name: 'Main St', latitude: 1 }, connectorType: 'AC' }), ['0-0']);
    assert.deepEqual(await pairs({ location: { name: 'Work' }, startStateOfCharge: 0.57, connectorType: 'AC' }), [
      '0-0: location startPercentRemaining',
    ]);
    assert.deepEqual(await pairs({ energyAdded: undefined, connectorType: 'AC' }), ['0-0: energy']);
  });
});
