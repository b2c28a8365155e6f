import type { PageMessage } from '../../../src/viewer/messages/to-page.ts';
import { fields } from '../../../src/service/records/columns.ts';
import { derivedFields } from '../../../src/viewer/data/view-columns.ts';

const vehicle = { id: 'vehicle-1', make: 'BMW', model: 'i4', year: 2024 };

/** The columns that all tables show: those of the record. */
const layout = [...fields.map((id) => ({ id })), ...derivedFields.map((id) => ({ id, hidden: true }))];

/** What the viewer's page begins with. Its texts are in English: how wide columns are by themselves depends on their names. */
export function viewerInit(): PageMessage<'init'> {
  const target = { sessionId: 'session-1', vehicle };
  return { type: 'init', language: 'en', target, energyUnit: 'kWh', layout };
}
