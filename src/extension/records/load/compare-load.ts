import { allFields, fieldIndex } from '../../../service/records/columns.ts';
import { type RecordRow, RowReader } from '../../../service/records/record-rows.ts';
import { compareRecords, type RecordPair } from '../../../service/comparison/compare-records.ts';
import { compareVersions, type VersionComparison } from '../../../service/comparison/compare-versions.ts';
import type { VersionReading } from '../../../service/comparison/read-version.ts';
import { type ComparedRows, type Result, results } from '../../../viewer/messages/compared-rows.ts';
import type { PageMessage } from '../../../viewer/messages/to-page.ts';

/** The records of one side, and the row of each in the load. */
interface Side {
  readonly records: RecordRow[];
  readonly rows: number[];
}

export interface LoadComparison {
  readonly compared: ComparedRows;
  readonly versions?: VersionComparison | undefined;
}

/**
 * Compares the records of the first source of a load, the older side, with those of all others.
 *
 * @param batches all of the load, in their order
 * @param readings what version 2.0 and version 3 say about the vehicle, apart from records, if versions are compared
 */
export function compareLoad(
  batches: readonly Pick<PageMessage<'batch'>, 'batch' | 'vehicle'>[],
  readings?: readonly VersionReading[],
): LoadComparison {
  const [older, newer]: [Side, Side] = [
    { records: [], rows: [] },
    { records: [], rows: [] },
  ];
  const reader = new RowReader();
  for (const { batch, vehicle = 0 } of batches) {
    const side = vehicle === 0 ? older : newer;
    for (const [index, record] of reader.read({ batch }).entries()) {
      side.records.push(record);
      side.rows.push(batch.firstRow + index);
    }
  }
  const [v2, v3] = readings ?? [];
  const versions =
    v2 &&
    v3 &&
    compareVersions(
      { ...v2, records: { ...v2.records, value: older.records } },
      { ...v3, records: { ...v3.records, value: newer.records } },
    );
  const pairs = versions?.records.pairs ?? compareRecords(older.records, newer.records);
  return { compared: rowsOf(pairs, older.rows, newer.rows), versions };
}

function rowsOf(
  pairs: readonly RecordPair[],
  olderRows: readonly number[],
  newerRows: readonly number[],
): ComparedRows {
  const count = olderRows.length + newerRows.length;
  const compared = {
    results: new Uint8Array(count),
    partners: new Int32Array(count).fill(-1),
    fields: new Uint16Array(count),
  };
  for (const { older, newer, different } of pairs) {
    const [left, right] = [olderRows[older ?? -1], newerRows[newer ?? -1]];
    const row = right ?? left ?? 0;
    if (left === undefined || right === undefined) {
      compared.results[row] = codeOf(left === undefined ? 'only-newer' : 'only-older');
      continue;
    }
    compared.results[left] = codeOf('in-pair');
    compared.partners[row] = left;
    compared.results[row] = codeOf(different.length === 0 ? 'equal' : 'changed');
    for (const name of different) {
      compared.fields[row] =
        (compared.fields[row] ?? 0) | (1 << (name === 'other' ? allFields.length : fieldIndex[name]));
    }
  }
  return compared;
}

function codeOf(result: Result): number {
  return results.indexOf(result);
}
