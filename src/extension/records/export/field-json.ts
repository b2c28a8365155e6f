import { type Member, membersOf } from '../../../common/text/json-text.ts';
import type { WireFormat } from '../../../service/model/record-reading.ts';
import type { Field } from '../../../service/records/columns.ts';

/** Of members with one name, JSON means the last. */
function valueOf(members: readonly Member[] | undefined, name: string | undefined): string | undefined {
  return members?.findLast((member) => member.name === name)?.value;
}

/** The object that is the value of a member. */
function inside(members: readonly Member[] | undefined, name: string | undefined): readonly Member[] | undefined {
  const value = valueOf(members, name);
  return value === undefined ? undefined : membersOf(value);
}

/** What came for a field as JSON, to the letter; undefined where nothing did. Of a place or a cost, all of it. */
export function fieldJson(members: readonly Member[] | undefined, field: Field, form: WireFormat): string | undefined {
  const { names, otherChargingType, extra: further } = form;
  switch (field) {
    case 'id':
    case 'cost':
      return valueOf(members, further?.[field]);
    case 'currency':
      return valueOf(inside(members, further?.cost), further?.currency);
    case 'latitude':
    case 'longitude':
      return valueOf(inside(members, names.location), further?.[field]);
    case 'chargingType':
      return valueOf(members, names.chargingType) ?? valueOf(members, otherChargingType);
    default:
      return valueOf(members, names[field]);
  }
}

/** The same, where it is what the column has: of a place, what names it; of what has another scale or is a sum, nothing. */
export function cellJson(members: readonly Member[] | undefined, field: Field, form: WireFormat): string | undefined {
  const { place, full } = form;
  if (field === 'cost') return undefined;
  if (full !== 1 && (field === 'startPercentRemaining' || field === 'endPercentRemaining')) return undefined;
  if (field !== 'location' || !place) return fieldJson(members, field, form);
  const parts = inside(members, form.names.location);
  return place.map((name) => valueOf(parts, name)).find((value) => value?.startsWith('"') && value !== '""');
}
