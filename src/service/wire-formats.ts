import type { WireFormat } from './model/record-reading.ts';
import { knownNames, modelForm } from './records/wire-format.ts';
import { chargeForm } from './v3/charge-form.ts';

/** The form of records with all fields, in a list like that of the model, for example in a file. */
export const fullForm: WireFormat = { ...chargeForm, lists: modelForm.lists };

const [fullNames, modelNames] = [knownNames(fullForm), knownNames(modelForm)];

/** The form that knows more of a record's fields. */
export function formOf(record: unknown): WireFormat {
  return ofVersion3(record) > 0 ? fullForm : modelForm;
}

/** Whether a record reveals its form: one without fields, or only with fields common to all forms, does not. */
export function tellsForm(record: unknown): boolean {
  return ofVersion3(record) !== 0;
}

/** How many more fields of version 3 than of the model it has; negative if it has fewer. */
function ofVersion3(record: unknown): number {
  const names = typeof record === 'object' && record !== null ? Object.keys(record) : [];
  const known = (of: ReadonlySet<string>) => names.filter((name) => of.has(name)).length;
  return known(fullNames) - known(modelNames);
}
