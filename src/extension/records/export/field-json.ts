import { type Member, membersOf } from '../../../common/text/json-text.ts';
import type { RecordPath, WireFormat } from '../../../service/model/record-reading.ts';
import { type Field, fieldKinds } from '../../../service/records/columns.ts';

type Members = readonly Member[] | undefined;

/** If several members have the same name, JSON parsers use the last. */
function jsonAt(members: Members, [name, inner]: RecordPath): string | undefined {
  const value = members?.findLast((member) => member.name === name)?.value;
  return inner === undefined || value === undefined ? value : jsonAt(membersOf(value), [inner]);
}

/**
 * The JSON that was sent for a field, unchanged; undefined if there was none. For a location or a cost it is the whole
 * object.
 */
export function fieldJson(members: Members, field: Field, { paths }: WireFormat): string | undefined {
  const isWhole = field === 'location' || field === 'cost';
  const sent = (paths[field] ?? []).map(([name, inner]) => jsonAt(members, isWhole ? [name] : [name, inner]));
  return sent.find((json) => (json ?? 'null') !== 'null') ?? sent[0];
}

/**
 * The same, if a cell can contain it. For a location, only the name; undefined if the cell has another scale or a sum.
 */
export function cellJson(members: Members, field: Field, form: WireFormat): string | undefined {
  const paths = form.paths[field] ?? [];
  if (field === 'cost' || (form.full !== 1 && fieldKinds[field] === 'fraction')) return undefined;
  if (field !== 'location' || paths[0]?.[1] === undefined) return fieldJson(members, field, form);
  return paths.map((path) => jsonAt(members, path)).find((json) => json?.startsWith('"') && json !== '""');
}
