import { ColumnWriter } from '../../../src/service/column-writer.ts';
import { checkRecords } from '../../../src/service/record-check.ts';
import { ColumnStore } from '../../../src/webview/data/column-store.ts';
import { record } from '../service/record-bodies.ts';

/** What came in a body, as the page holds it. */
export function storeOfValues(values: readonly unknown[]): ColumnStore {
  const store = new ColumnStore();
  store.append(new ColumnWriter().write(checkRecords(values, 0)));
  return store;
}

/** A store of records that differ from a good one as told. */
export function storeOf(...changes: readonly Readonly<Record<string, unknown>>[]): ColumnStore {
  return storeOfValues(changes.map((change) => record(change)));
}
