import { isRecord } from '../../common/is-record.ts';
import type { PartialRecord } from '../model/vehicles.ts';
import { allFields, fieldKinds } from './columns.ts';
import { contractRecords, type RecordBatch } from './record-stream.ts';
import { valueOf } from './record-values.ts';

const fields = allFields.filter((field) => fieldKinds[field] !== 'degrees');

/**
 * The records of a batch, converted to the model: of version 2.0, those that conform to the contract; of another form,
 * all, with null for a value that is missing or has the wrong type.
 */
export function keptRecords(batch: RecordBatch): readonly PartialRecord[] {
  const { form } = batch.columns;
  if (!form) return contractRecords(batch);
  return batch.values.map((value) => {
    const record = isRecord(value) ? value : {};
    return Object.fromEntries(fields.map((field) => [field, valueOf(record, field, form)])) as PartialRecord;
  });
}
