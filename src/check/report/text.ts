import { join } from 'node:path';
import type { FolderReport } from '../folder/check-folder.ts';
import { helpUrl } from './help.ts';
import type { ListedFinding } from './listed.ts';
import { otherFilesText } from './unread.ts';

/**
 * One line for each finding, as compilers write them, where to read more, and a total.
 *
 * @param folder as the person named it: terminals open what begins with it
 */
export function textReport(
  findings: readonly ListedFinding[],
  folder: string,
  { filesRead, otherFiles }: Pick<FolderReport, 'filesRead' | 'otherFiles'>,
): readonly string[] {
  const lines = findings.flatMap(({ path, line, column, severity, kind, what, why, advice, fix }) => [
    `${join(folder, path)}:${line}:${column}: ${severity} ${kind}: ${what} ${why} ${advice}`,
    ...(fix === undefined ? [] : [`    fix: ${fix}`]),
  ]);
  if (lines.length > 0) lines.push(`What each kind means: ${helpUrl.href}`);
  const files = new Set(findings.map(({ path }) => path)).size;
  return [...lines, [total(findings.length, files, filesRead), otherFilesText(otherFiles)].join(' ').trimEnd()];
}

function total(findings: number, files: number, filesRead: number): string {
  if (filesRead === 0) return 'No files to check. Is this the folder of your code, and does .gitignore leave it in?';
  if (findings === 0) return `No findings in ${filesRead === 1 ? '1 file' : `${filesRead} files`}.`;
  return `${findings === 1 ? '1 finding' : `${findings} findings`} in ${files} of ${filesRead} files.`;
}
