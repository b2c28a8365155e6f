import { isRecord } from '../../../common/is-record.ts';
import type { JsonPath } from '../../../common/text/json-text.ts';
import { fullForm, knownNames, modelForm } from '../../../service/records/wire-format.ts';

/** A list of charge records somewhere in a JSON value. */
export interface RecordList {
  readonly path: JsonPath;
  /** Names of the fields next to the list. */
  readonly beside: readonly string[];
  /** Whether the structure around the list shows that it is of version 3. */
  readonly isVersion3: boolean;
}

/** How deeply a list may be nested, and how many elements of an array are searched. */
const [mostDepth, mostElements] = [8, 1000];

/** Names that objects other than charges have too. */
const usual = ['id', 'location', 'cost'];
const names = new Set([...knownNames(modelForm), ...knownNames(fullForm)].filter((name) => !usual.includes(name)));

/** Whether a value is a charge record of either version, with or without its vehicle. */
export function isChargeRecord(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.keys(value).some((name) => names.has(name)) || ('vehicle' in value && 'record' in value);
}

/**
 * The lists of charge records in a response of either version, with or without an envelope: `records`, and `values` if
 * they are charges or belong to a signal whose code says so.
 */
export function recordLists(value: unknown, path: JsonPath = []): readonly RecordList[] {
  if (path.length > mostDepth || isChargeRecord(value)) return [];
  if (Array.isArray(value)) {
    return value.slice(0, mostElements).flatMap((each, at) => recordLists(each, [...path, at]));
  }
  if (!isRecord(value)) return [];
  const { attributes } = value;
  const code = isRecord(attributes) && typeof attributes.code === 'string' ? attributes.code : undefined;
  const ofSignal =
    code !== undefined && isRecord(attributes) && isRecord(attributes.body) ? attributes.body.values : undefined;
  if (code?.includes('chargerecords') && isRecord(attributes) && isRecord(attributes.body) && Array.isArray(ofSignal)) {
    return [
      {
        path: [...path, 'attributes', 'body', 'values'],
        beside: besideOf(attributes.body, 'values'),
        isVersion3: true,
      },
    ];
  }
  for (const [name, isVersion3] of [
    ['records', false],
    ['values', true],
  ] as const) {
    const list = value[name];
    if (Array.isArray(list) && areCharges(list)) {
      return [{ path: [...path, name], beside: besideOf(value, name), isVersion3 }];
    }
  }
  return Object.entries(value).flatMap(([name, each]) => recordLists(each, [...path, name]));
}

/** An empty list may be one of charges; otherwise the first element that is an object decides. */
function areCharges(list: readonly unknown[]): boolean {
  const first: unknown = list.find((each) => isRecord(each));
  return first === undefined ? list.length === 0 : isChargeRecord(first) || Object.keys(first as object).length === 0;
}

function besideOf(value: object, list: string): readonly string[] {
  return Object.keys(value).filter((name) => name !== list);
}
