import { groupBy } from '../../common/missing-in-node-20.ts';
import type { JournalEntry } from './journal.ts';
import { shownText } from './sent-request.ts';

/** A request that was sent one or more times: entries of one account that differ only in when they were sent. */
export interface Repeats {
  /** Identifies the request; stays the same as long as one of its entries is kept. */
  readonly key: string;
  readonly newest: JournalEntry;
  /** The entries before it, newest first. */
  readonly earlier: readonly JournalEntry[];
}

/** Groups entries, given newest first, by request; the result is in the order of the newest entry of each. */
export function repeatsOf(entries: readonly JournalEntry[]): Repeats[] {
  const byKey = groupBy(entries, keyOf);
  return [...byKey].flatMap(([key, [newest, ...earlier]]) => (newest ? [{ key, newest, earlier }] : []));
}

function keyOf({ operation, method, origin, path, repeatable }: JournalEntry): string {
  return JSON.stringify([operation, method, origin, shownText(path), repeatable?.sessionId]);
}
