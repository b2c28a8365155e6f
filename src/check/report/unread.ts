import type { Unread } from '../folder/check-folder.ts';

/** How many paths are named for each reason; the rest are counted. */
const mostNamed = 10;

const reasons: Readonly<Record<Unread['why'], string>> = {
  'no access': 'not read (not accessible)',
  'no text or too large': 'not read (larger than 1 MB, or not text)',
  'rules not followed': 'not followed, or only in part (too large, too many patterns, or not accessible)',
};

/** As a sentence. */
export function reasonOf({ why }: Unread): string {
  return `${reasons[why].replace(/^n/, 'N')}.`;
}

/** What was not read, with one line for each reason. */
export function unreadLines(unread: readonly Unread[], named: (path: string) => string): readonly string[] {
  return Object.entries(reasons).flatMap(([why, reason]) => {
    const paths = unread.filter((each) => each.why === why).map(({ path }) => named(path));
    if (paths.length === 0) return [];
    const more = paths.length - mostNamed;
    return [`${reason}: ${paths.slice(0, mostNamed).join(', ')}${more > 0 ? ` and ${more} more` : ''}`];
  });
}
