import { canonicalJson } from '../../../common/text/canonical-json.ts';
import { indentedJson, membersOf, sortedJson } from '../../../common/text/json-text.ts';
import { groupBy } from '../../../common/missing-in-node-20.ts';

export interface TimedRecord {
  /** When its charge started, in milliseconds since 1970; null if unknown. */
  readonly start: number | null;
  /** As received. */
  readonly json: string;
}

/** How many records are on one side only, and how many on both sides differ or are the same. */
export interface RecordCounts {
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  readonly same: number;
}

export interface RecordsComparison extends RecordCounts {
  /**
   * The records of each side that differ from the other, sorted by start: indented JSON, with members sorted by name.
   */
  readonly left: string;
  readonly right: string;
}

/** Two records to be shown side by side. If one was added or is gone, the other side is undefined. */
interface Pair {
  readonly left: string | undefined;
  readonly right: string | undefined;
}

/**
 * Compares two sets of charge records. Records with the same start are the same record. If several share a start,
 * identical ones are matched first, and the rest are paired in order. Records without a start are matched only if
 * identical. Values are compared, not their spelling.
 */
export function compareRecords(left: readonly TimedRecord[], right: readonly TimedRecord[]): RecordsComparison {
  const [lefts, rights] = [groupBy(left, startOf), groupBy(right, startOf)];
  const starts = [...new Set([...lefts.keys(), ...rights.keys()])].sort((a, b) => a - b);
  const pairs = starts.flatMap((start) =>
    differences(lefts.get(start) ?? [], rights.get(start) ?? [], start !== noStart),
  );
  const added = pairs.filter((pair) => pair.left === undefined).length;
  const gone = pairs.filter((pair) => pair.right === undefined).length;
  const changed = pairs.length - added - gone;
  return {
    ...{ added, gone, changed, same: left.length - gone - changed },
    left: listOf(pairs.map((pair) => pair.left)),
    right: listOf(pairs.map((pair) => pair.right)),
  };
}

/** Sorts after all others. */
const noStart = Infinity;

function startOf({ start }: TimedRecord): number {
  return start ?? noStart;
}

/** @param paired whether records left on both sides are changed versions of each other */
function differences(lefts: readonly TimedRecord[], rights: readonly TimedRecord[], paired: boolean): Pair[] {
  const toTheLetter = withoutAlike(
    lefts.map(({ json }) => json),
    rights.map(({ json }) => json),
    (json) => json,
  );
  // Most records are identical as text, and comparing values is expensive.
  const [left, right] = withoutAlike(...toTheLetter, canonicalJson);
  if (!paired) {
    return [
      ...left.map((text) => ({ left: sortedJson(text), right: undefined })),
      ...right.map((text) => ({ left: undefined, right: sortedJson(text) })),
    ];
  }
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => pairOf(left[at], right[at]));
}

/** A member with the same value on both sides is spelled as on the left, so that the diff does not mark it. */
function pairOf(left: string | undefined, right: string | undefined): Pair {
  const members = left === undefined ? undefined : membersOf(left);
  const others = right === undefined ? undefined : membersOf(right);
  const older = new Map(members?.map((member) => [member.name, member]));
  const isPlain = older.size === members?.length && new Set(others?.map(({ name }) => name)).size === others?.length;
  const newer = others?.map((own) => {
    const alike = older.get(own.name);
    const isAlike = alike && (alike.value === own.value || canonicalJson(alike.value) === canonicalJson(own.value));
    const { key, value } = isAlike ? alike : own;
    return `${key}:${value}`;
  });
  return {
    left: left && sortedJson(left),
    right: right && sortedJson(isPlain && newer ? `{${newer.join(',')}}` : right),
  };
}

/** The texts that each side has more often than the other, compared by a key. */
function withoutAlike(
  left: readonly string[],
  right: readonly string[],
  keyOf: (text: string) => string,
): readonly [string[], string[]] {
  const [lefts, rights] = [left, right].map((texts) => texts.map((text) => ({ text, key: keyOf(text) })));
  return [more(lefts ?? [], rights ?? []), more(rights ?? [], lefts ?? [])];
}

interface Keyed {
  readonly text: string;
  readonly key: string;
}

function more(texts: readonly Keyed[], others: readonly Keyed[]): string[] {
  const counts = new Map<string, number>();
  for (const { key } of others) counts.set(key, (counts.get(key) ?? 0) + 1);
  return texts
    .filter(({ key }) => {
      const count = counts.get(key) ?? 0;
      if (count > 0) counts.set(key, count - 1);
      return count === 0;
    })
    .map(({ text }) => text);
}

function listOf(texts: readonly (string | undefined)[]): string {
  return `${indentedJson(`[${texts.filter((text) => text !== undefined).join(',')}]`)}\n`;
}
