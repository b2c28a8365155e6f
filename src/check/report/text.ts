import { join } from 'node:path';
import type { FolderReport, Unread } from '../folder/check-folder.ts';
import { helpUrl, type ListedFinding } from './listed.ts';
import { plainText } from '../../common/text/plain-text.ts';
import { KindCounts, type UnreadKind } from '../source/languages.ts';

/**
 * One line for each finding, as compilers print them, a link to the help, and a total.
 *
 * @param folder as the person entered it: terminals can then open paths that begin with it
 */
export function textReport(
  findings: readonly ListedFinding[],
  folder: string,
  { filesRead, ignored, unreadKinds }: Pick<FolderReport, 'filesRead' | 'ignored' | 'unreadKinds'>,
): readonly string[] {
  const lines = findings.flatMap(({ path, line, column, severity, kind, what, why, advice, fix }) => [
    `${join(folder, path)}:${line}:${column}: ${severity} ${kind}: ${what} ${why} ${advice}`,
    ...(fix === undefined ? [] : [`    fix: ${fix}`]),
  ]);
  if (lines.length > 0) lines.push(`What each kind means: ${helpUrl.href}`);
  const files = new Set(findings.map(({ path }) => path)).size;
  lines.push(total(findings.length, files, filesRead));
  if (ignored > 0)
    lines.push(`Left out by .gitignore: ${ignored === 1 ? '1 file or folder' : `${ignored} files and folders`}.`);
  return unreadKinds.length === 0 ? lines : [...lines, kindsLine(unreadKinds)];
}

function total(findings: number, files: number, filesRead: number): string {
  if (filesRead === 0) return 'No files to check. Is this the folder of your code, and does .gitignore leave it in?';
  if (findings === 0) return `No findings in ${filesRead === 1 ? '1 file' : `${filesRead} files`}.`;
  return `${findings === 1 ? '1 finding' : `${findings} findings`} in ${files} of ${filesRead} files.`;
}

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
