import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../common/is-record.ts';
import { groupBy } from '../../common/missing-in-node-20.ts';
import { canonicalJson } from '../../common/text/json-text.ts';
import { type Field, allFields } from '../records/columns.ts';
import type { RecordRow } from '../records/record-rows.ts';

/** What differs between two records: a field, or something else that they were received with. */
type Difference = Field | 'other';

/** A charge that one or both sides have. */
export interface RecordPair {
  /** When it began, in milliseconds since 1970; null if that is unknown. */
  readonly start: number | null;
  /** Its index on each side; undefined if that side lacks it. */
  readonly older?: number | undefined;
  readonly newer?: number | undefined;
  /** Empty if both sides have it and it is the same. */
  readonly different: readonly Difference[];
}

interface Entry {
  readonly index: number;
  readonly row: RecordRow;
  readonly start: number | null;
}

/**
 * Two charges of a vehicle never begin this close together, but two sources may round differently, or have clocks that
 * differ this much; in milliseconds.
 */
const close = 60_000;

/** Smaller differences result from binary fractions. */
const tolerance = 1e-6;

/**
 * Compares two sets of charge records, whatever form each was received in. Records with the same start are the same
 * charge, then those that begin within a minute of each other. If several share a start, identical ones are matched
 * first, and the rest are paired in order. Records without a start are matched only if identical. Values are compared,
 * not their spelling. The newest come first, those without a start last.
 */
export function compareRecords(older: readonly RecordRow[], newer: readonly RecordRow[]): RecordPair[] {
  const comparison = new Comparison(older[0], newer[0]);
  const [lefts, rights] = [groupBy(entriesOf(older), startOf), groupBy(entriesOf(newer), startOf)];
  const pairs: RecordPair[] = [];
  const alone: [Entry[], Entry[]] = [[], []];
  for (const start of new Set([...lefts.keys(), ...rights.keys()])) {
    const [left, right] = comparison.withoutAlike(lefts.get(start) ?? [], rights.get(start) ?? [], pairs);
    const common = start === null ? 0 : Math.min(left.length, right.length);
    for (let at = 0; at < common; at += 1) pairs.push(comparison.pair(left[at], right[at]));
    for (const entry of left.slice(common)) alone[0].push(entry);
    for (const entry of right.slice(common)) alone[1].push(entry);
  }
  for (const pair of byNearness(...alone)) pairs.push(comparison.pair(...pair));
  return pairs.sort((a, b) => (b.start ?? -Infinity) - (a.start ?? -Infinity) || 0);
}

function entriesOf(rows: readonly RecordRow[]): Entry[] {
  return rows.map((row, index) => ({ index, row, start: row.values.chargeStart as number | null }));
}

function startOf({ start }: Entry): number | null {
  return start;
}

/** How the records of two sides are compared: with the same form on both sides, everything received is. */
class Comparison {
  readonly #isSameForm: boolean;
  readonly #fields: readonly Field[];

  /** All records of a side have the form of its first. */
  constructor(older: RecordRow | undefined, newer: RecordRow | undefined) {
    const forms = [older, newer].map((row) => row?.form);
    this.#isSameForm = isDeepStrictEqual(forms[0]?.paths, forms[1]?.paths);
    this.#fields = allFields.filter((field) => forms.every((form) => form?.paths[field]));
  }

  /** At least one of the two is given. */
  pair(older: Entry | undefined, newer: Entry | undefined): RecordPair {
    return {
      start: (newer ?? older)?.start ?? null,
      ...(older && { older: older.index }),
      ...(newer && { newer: newer.index }),
      different: older && newer ? this.#differences(older.row, newer.row) : [],
    };
  }

  /** What is left on each side without the records that are identical on both, whose pairs it adds. */
  withoutAlike(left: readonly Entry[], right: readonly Entry[], pairs: RecordPair[]): readonly [Entry[], Entry[]] {
    // Nearly always, one charge has one start.
    if (left.length === 0 || right.length === 0 || (left.length === 1 && right.length === 1 && left[0]?.start !== null))
      return [[...left], [...right]];
    const others = groupBy(right, (entry) => this.#key(entry));
    const rest = left.filter((entry) => {
      const alike = others.get(this.#key(entry))?.shift();
      if (alike) pairs.push(this.pair(entry, alike));
      return !alike;
    });
    const unmatched = new Set([...others.values()].flat());
    return [rest, right.filter((entry) => unmatched.has(entry))];
  }

  /** The same for identical records. */
  #key({ row }: Entry): string {
    if (this.#isSameForm && row.raw !== undefined) return canonicalJson(row.raw);
    return JSON.stringify(this.#fields.map((field) => valueOf(row, field)));
  }

  #differences(older: RecordRow, newer: RecordRow): Difference[] {
    const texts = this.#isSameForm ? ([older.raw, newer.raw] as const) : [];
    if (texts[0] !== undefined && texts[0] === texts[1]) return [];
    const different = this.#fields.filter((field) => !isSame(field, older, newer));
    if (different.length > 0 || texts[0] === undefined || texts[1] === undefined) return different;
    return canonicalJson(texts[0]) === canonicalJson(texts[1]) ? [] : ['other'];
  }
}

function isSame(field: Field, older: RecordRow, newer: RecordRow): boolean {
  const [left, right] = [valueOf(older, field), valueOf(newer, field)];
  if (left === right) return true;
  if (typeof left === 'number' && typeof right === 'number') return Math.abs(left - right) < tolerance;
  if (field !== 'location') return false;
  const names = new Set(placeNames(older));
  return placeNames(newer).some((name) => names.has(name));
}

/** A value that breaks the contract counts as received; one that is null counts as missing. */
function valueOf({ values, problems }: RecordRow, field: Field) {
  if (values[field] !== null) return values[field];
  const problem = problems.find((each) => each.field === field);
  return problem && problem.reason !== 'null' ? problem.received || null : null;
}

/** What a place is called: a place that is an object may have both a name and an address. */
function placeNames({ values, form, raw }: RecordRow): readonly unknown[] {
  const others = (form.paths.location ?? []).flatMap(([name, member]) => {
    const place = member === undefined ? undefined : fieldsOf(raw)[name];
    return member !== undefined && isRecord(place) ? [place[member]] : [];
  });
  return [values.location, ...others].filter(Boolean);
}

/** The fields of a record, by their names in the API; none if it is not an object or was not kept. */
export function fieldsOf(raw: string | undefined): Readonly<Record<string, unknown>> {
  const value: unknown = raw === undefined ? undefined : JSON.parse(raw);
  return isRecord(value) ? value : {};
}

/** Pairs the records that begin closest together, and returns the others alone. */
function byNearness(left: readonly Entry[], right: readonly Entry[]): (readonly [Entry?, Entry?])[] {
  const timed = (entries: readonly Entry[]) =>
    entries.filter(({ start }) => start !== null).sort((a, b) => (a.start ?? 0) - (b.start ?? 0));
  const [lefts, rights] = [timed(left), timed(right)];
  const pairs: (readonly [Entry?, Entry?])[] = [
    ...left.filter(({ start }) => start === null).map((entry) => [entry] as const),
    ...right.filter(({ start }) => start === null).map((entry) => [undefined, entry] as const),
  ];
  for (let [at, other] = [0, 0]; at < lefts.length || other < rights.length;) {
    const [a, b] = [lefts[at], rights[other]];
    const apart = (a?.start ?? Infinity) - (b?.start ?? Infinity);
    const takesLeft = a !== undefined && (b === undefined || apart <= close);
    const takesRight = b !== undefined && (a === undefined || -apart <= close);
    pairs.push([takesLeft ? a : undefined, takesRight ? b : undefined]);
    if (takesLeft) at += 1;
    if (takesRight) other += 1;
  }
  return pairs;
}
