import { plainText } from '../../common/text/plain-text.ts';
import { KindCounts, type UnreadKind } from '../folder/kind-counts.ts';

const most = 10;

/** The kinds of files that were not read, with their counts, so that a person can see whether code is among them. */
export function kindsLine(kinds: readonly UnreadKind[]): string {
  return `Kinds of files that were not read: ${kindsText(kinds)}.`;
}

/** The most frequent kinds, in one folder or several, and the total number of all other files. */
export function kindsText(unread: readonly UnreadKind[]): string {
  const counts = new KindCounts();
  for (const { kind, files } of unread) counts.add(kind, files);
  const kinds = counts.sorted();
  const named = kinds.slice(0, most).map(({ kind, files }) => `${plainText(kind, 40)} (${files})`);
  const more = kinds.slice(most).reduce((sum, { files }) => sum + files, 0);
  return more > 0 ? `${named.join(', ')}, … (${more})` : named.join(', ');
}
