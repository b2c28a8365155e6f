import { groupBy } from '../../common/missing-in-node-20.ts';
import { indentedJson, sortedJson } from '../../common/text/json-text.ts';

export interface TimedRecord {
  /** When its charge began, in milliseconds since 1970; null where it does not say so. */
  readonly start: number | null;
  /** As it came. */
  readonly json: string;
}

/** How many records are on one side alone, and how many differ of those that are on both. */
export interface RecordCounts {
  readonly added: number;
  readonly gone: number;
  readonly changed: number;
  readonly same: number;
}

export interface RecordsComparison extends RecordCounts {
  /** The records of each side that are not the same on the other, by start: JSON in lines, members by name. */
  readonly left: string;
  readonly right: string;
}

/** What stands side by side, sorted for comparison. Of what is gone or added one side is there. */
interface Pair {
  readonly left: string | undefined;
  readonly right: string | undefined;
}

/**
 * Compares two sets of charge records. Those that start at the same moment are one record, unless they are several: then
 * those alike are found first, and the others are paired in their order. Of those without a start only those alike are.
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

/** Comes after all others. */
const noStart = Infinity;

function startOf({ start }: TimedRecord): number {
  return start ?? noStart;
}

/** @param paired whether what is left on both sides is the same record, changed */
function differences(lefts: readonly TimedRecord[], rights: readonly TimedRecord[], paired: boolean): Pair[] {
  const toTheLetter = withoutAlike(
    lefts.map(({ json }) => json),
    rights.map(({ json }) => json),
  );
  // Most are alike to the letter, and sorting costs.
  const [left, right] = withoutAlike(toTheLetter[0].map(sortedJson), toTheLetter[1].map(sortedJson));
  if (!paired) {
    return [
      ...left.map((text) => ({ left: text, right: undefined })),
      ...right.map((text) => ({ left: undefined, right: text })),
    ];
  }
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => ({ left: left[at], right: right[at] }));
}

/** What each side has more of than the other. */
function withoutAlike(left: readonly string[], right: readonly string[]): readonly [string[], string[]] {
  if (left.length === 1 && right.length === 1 && left[0] === right[0]) return [[], []];
  return [more(left, right), more(right, left)];
}

function more(texts: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return texts.filter((text) => {
    const count = counts.get(text) ?? 0;
    if (count > 0) counts.set(text, count - 1);
    return count === 0;
  });
}

function listOf(texts: readonly (string | undefined)[]): string {
  return `${indentedJson(`[${texts.filter((text) => text !== undefined).join(',')}]`)}\n`;
}
