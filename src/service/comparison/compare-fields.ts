import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../common/is-record.ts';
import type { FieldMapping, Place } from '../field-mapping/field-mapping.ts';

/**
 * The result of comparing two values of a field. `only-v2`, `only-v3`: the other version has no value. `absent`:
 * neither has one. `other-meaning`: both have a value, with different meanings. `not-read`: one side could not be read.
 */
export type Verdict = 'equal' | 'different' | 'only-v2' | 'only-v3' | 'absent' | 'other-meaning' | 'not-read';

/** A field that moved: the result of its comparison, and its values as received. */
export interface FieldComparison {
  readonly mapping: FieldMapping;
  readonly verdict: Verdict;
  /** Undefined if there is no value; null counts as none. */
  readonly v2?: unknown;
  readonly v3?: unknown;
}

/**
 * The value of a field such as `capacity.nominal` or `availableCapacities[]`, which is the whole list. Null counts as
 * no value.
 */
export function valueAt(body: unknown, field: string): unknown {
  const names = field.replace(/\[\]$/, '').split('.');
  const found = names.reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : null), body);
  return found ?? undefined;
}

/** Compares one field in a body of each version; undefined stands for a body that was not read. */
export function compareField(
  mapping: FieldMapping,
  v2Body: unknown,
  v3Body: unknown,
  inBody: (place: Place) => string = ({ field = '' }) => field,
): FieldComparison {
  const v2 = mapping.v2 && valueAt(v2Body, inBody(mapping.v2));
  const v3 = mapping.v3 && valueAt(v3Body, inBody(mapping.v3));
  const isUnread =
    (mapping.v2 !== undefined && v2Body === undefined) || (mapping.v3 !== undefined && v3Body === undefined);
  return { mapping, verdict: isUnread ? 'not-read' : verdictOf(v2, v3), v2, v3 };
}

function verdictOf(v2: unknown, v3: unknown): Verdict {
  if (v2 === undefined) return v3 === undefined ? 'absent' : 'only-v3';
  if (v3 === undefined) return 'only-v2';
  return isDeepStrictEqual(inOrder(v2), inOrder(v3)) ? 'equal' : 'different';
}

/**
 * Sorts lists, because their order has no meaning in either version, and drops null members, which count as missing.
 */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(inOrder).sort((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  }
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, inOrder(member)]).sort());
}
