import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Field, fields } from '../../../src/service/columns.ts';
import { ColumnWriter } from '../../../src/service/column-writer.ts';
import { checkRecords } from '../../../src/service/record-check.ts';
import { ColumnStore } from '../../../src/webview/column-store.ts';
import { sortedRows } from '../../../src/webview/sort.ts';
import { record } from '../service/record-bodies.ts';

function storeOf(values: readonly unknown[]): ColumnStore {
  const store = new ColumnStore();
  store.append(new ColumnWriter().write(checkRecords(values, 0)));
  return store;
}

/** Array.sort as the judge: stable, unknown values last. */
function expectedRows(
  values: readonly unknown[],
  compare: (a: never, b: never) => number,
  descending: boolean,
): number[] {
  return values
    .map((value, row) => ({ value: value as never, row }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
      return descending ? compare(b.value, a.value) : compare(a.value, b.value);
    })
    .map(({ row }) => row);
}

const { compare } = new Intl.Collator('en', { numeric: true });
const numbers = (a: number, b: number) => a - b;
const texts = (a: string, b: string) => compare(a, b);
const times = (a: string, b: string) => Date.parse(a) - Date.parse(b);
const timestamp = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const fraction = fc.integer({ min: 0, max: 100 }).map((percent) => percent / 100);

const values: Record<Field, [fc.Arbitrary<unknown>, (a: never, b: never) => number]> = {
  chargeStart: [timestamp, times],
  chargeEnd: [timestamp, times],
  location: [fc.oneof(fc.string(), fc.constantFrom('Road 2', 'Road 10', 'road 2', 'é', 'e')), texts],
  energy: [fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.constantFrom(0, -0, 1, -1)), numbers],
  isPublic: [fc.boolean(), (a: boolean, b: boolean) => Number(a) - Number(b)],
  startPercentRemaining: [fraction, numbers],
  endPercentRemaining: [fraction, numbers],
  chargingType: [fc.constantFrom('AC', 'DC', ''), texts],
};

describe('sortedRows', () => {
  for (const field of fields) {
    it(`orders by ${field} as Array.sort does, either way`, () => {
      const [value, compareValues] = values[field];
      fc.assert(
        fc.property(
          fc.array(fc.oneof({ weight: 5, arbitrary: value }, fc.constant(null)), { maxLength: 60 }),
          fc.boolean(),
          (list, descending) => {
            const store = storeOf(list.map((each) => record({ [field]: each })));
            const rows = sortedRows(store, [{ column: field, descending }], 'en');
            assert.deepEqual([...rows], expectedRows(list, compareValues, descending));
          },
        ),
      );
    });
  }
});
