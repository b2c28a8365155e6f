import { ColumnWriter } from '../../../src/service/column-writer.ts';
import { checkRecords } from '../../../src/service/record-check.ts';
import { ColumnStore } from '../../../src/webview/column-store.ts';

/** Records as the page holds them. */
export function storeOf(values: readonly unknown[]): ColumnStore {
  const store = new ColumnStore();
  store.append(new ColumnWriter().write(checkRecords(values, 0)));
  return store;
}
