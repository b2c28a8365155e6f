import type { WireFormat } from '../../../src/service/model/record-reading.ts';
import { ColumnWriter } from '../../../src/service/records/column-writer.ts';
import { ColumnStore } from '../../../src/viewer/data/column-store.ts';
import { record } from '../service/records/record-bodies.ts';

/** What came in a body, as the page holds it. */
export function storeOfValues(values: readonly unknown[], form?: WireFormat): ColumnStore {
  const store = new ColumnStore();
  store.append(new ColumnWriter(form).write(values, 0));
  return store;
}

/** A store of records that differ from a good one as told. */
export function storeOf(...changes: readonly Readonly<Record<string, unknown>>[]): ColumnStore {
  return storeOfValues(changes.map((change) => record(change)));
}
