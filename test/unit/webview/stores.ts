import { ColumnWriter } from '../../../src/service/column-writer.ts';
import { checkRecords } from '../../../src/service/record-check.ts';
import { ColumnStore } from '../../../src/webview/column-store.ts';
import { record } from '../service/record-bodies.ts';

/** A store of records that differ from a good one as told. */
export function storeOf(...changes: readonly Readonly<Record<string, unknown>>[]): ColumnStore {
  const store = new ColumnStore();
  const records = changes.map((change) => record(change));
  store.append(new ColumnWriter().write(checkRecords(records, 0)));
  return store;
}
