import { join } from 'node:path';
import type { FolderReport } from '../folder/check-folder.ts';
import { helpUrl } from './help.ts';
import type { ListedFinding } from './listed.ts';
import { kindsLine } from './unread-kinds.ts';

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
