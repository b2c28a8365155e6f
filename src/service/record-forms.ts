import type { RecordForm } from './model/record-reading.ts';
import { knownNames, modelForm } from './records/record-form.ts';
import { chargeForm } from './v3/charge-form.ts';

/** The form of records that have all fields; in a list as the model has it, such as that of a file. */
export const fullForm: RecordForm = { ...chargeForm, lists: modelForm.lists };

const [fullNames, modelNames] = [knownNames(fullForm), knownNames(modelForm)];

/** The form that knows more of a record's fields. */
export function formOf(record: unknown): RecordForm {
  const names = typeof record === 'object' && record !== null ? Object.keys(record) : [];
  const known = (of: ReadonlySet<string>) => names.filter((name) => of.has(name)).length;
  return known(fullNames) > known(modelNames) ? fullForm : modelForm;
}
