import { groupBy } from '../../common/missing-in-node-20.ts';
import type { JournalEntry } from './journal.ts';
import { shownText } from './sent-request.ts';

/** What was sent at least once in the same way: requests of one account that differ by their moment alone. */
export interface Repeats {
  /** Of the request, and the same as long as one of them is there. */
  readonly key: string;
  readonly newest: JournalEntry;
  /** Those before it, newest first. */
  readonly earlier: readonly JournalEntry[];
}

/** One for each request that was sent, in the order in which they were sent last. Takes entries newest first. */
export function repeatsOf(entries: readonly JournalEntry[]): Repeats[] {
  const byKey = groupBy(entries, keyOf);
  return [...byKey].flatMap(([key, [newest, ...earlier]]) => (newest ? [{ key, newest, earlier }] : []));
}

function keyOf({ operation, method, origin, path, repeatable }: JournalEntry): string {
  return JSON.stringify([operation, method, origin, shownText(path), repeatable?.sessionId]);
}
