import type { WireFormat } from '../../../../src/service/model/record-reading.ts';
import { type RecordRow, RowReader } from '../../../../src/service/records/record-rows.ts';
import { readColumns } from '../../../../src/service/records/record-stream.ts';
import { modelForm } from '../../../../src/service/records/wire-format.ts';
import { bodyOf } from '../records/record-bodies.ts';

/** Records as the service's reader reads them: each a JSON text, or a value to be written as one. */
export async function rowsOf(records: readonly unknown[], form: WireFormat = modelForm): Promise<RecordRow[]> {
  const texts = records.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  const reader = new RowReader();
  const rows: RecordRow[] = [];
  for await (const batch of readColumns(bodyOf(`{"records":[${texts.join(',')}]}`), undefined, { form })) {
    for (const row of reader.read({ batch })) rows.push(row);
  }
  return rows;
}
