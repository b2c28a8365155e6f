import { checkRecords } from '../../src/service/records/record-check.ts';

/** As many records at once as the viewer's host checks. */
const batchSize = 2000;

/** Checks a whole list as the extension checks what arrives: what is posted to other tables is judged by the same rules. */
export function checkAll(records: readonly unknown[]): void {
  for (let first = 0; first < records.length; first += batchSize) {
    checkRecords(records.slice(first, first + batchSize), first);
  }
}
