import { type Member, membersOf } from '../../../common/text/json-text.ts';
import type { WireFormat } from '../../../service/model/record-reading.ts';
import type { Field } from '../../../service/records/columns.ts';

/** If several members have the same name, JSON parsers use the last. */
function valueOf(members: readonly Member[] | undefined, name: string | undefined): string | undefined {
  return members?.findLast((member) => member.name === name)?.value;
}

/** The members of the object that is a member's value. */
function inside(members: readonly Member[] | undefined, name: string | undefined): readonly Member[] | undefined {
  const value = valueOf(members, name);
  return value === undefined ? undefined : membersOf(value);
}

/**
 * The JSON that was sent for a field, unchanged; undefined if there was none. For a location or a cost it is the whole
 * object.
 */
export function fieldJson(members: readonly Member[] | undefined, field: Field, form: WireFormat): string | undefined {
  const { names, otherChargingType, extra } = form;
  switch (field) {
    case 'id':
    case 'cost':
      return valueOf(members, extra?.[field]);
    case 'currency':
      return valueOf(inside(members, extra?.cost), extra?.currency);
    case 'latitude':
    case 'longitude':
      return valueOf(inside(members, names.location), extra?.[field]);
    case 'chargingType':
      return valueOf(members, names.chargingType) ?? valueOf(members, otherChargingType);
    default:
      return valueOf(members, names[field]);
  }
}

/**
 * The same, if a cell can contain it. For a location, only the name; undefined if the cell has another scale or a sum.
 */
export function cellJson(members: readonly Member[] | undefined, field: Field, form: WireFormat): string | undefined {
  const { place, full } = form;
  if (field === 'cost') return undefined;
  if (full !== 1 && (field === 'startPercentRemaining' || field === 'endPercentRemaining')) return undefined;
  if (field !== 'location' || !place) return fieldJson(members, field, form);
  const parts = inside(members, form.names.location);
  return place.map((name) => valueOf(parts, name)).find((value) => value?.startsWith('"') && value !== '""');
}
