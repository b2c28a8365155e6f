import { existsSync, statSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod';
import { checkSteps } from '../check/folder/check-folder.ts';
import { helpFile, listed, type ListedFinding } from '../check/report/listed.ts';
import { kindsText } from '../check/report/text.ts';
import { findingKinds } from '../check/rules/finding.ts';
import { localPath, realPath } from '../common/files/local-path.ts';
import { pathBelow } from '../common/files/path-below.ts';
import { asLine } from './answers.ts';
import { type CallContext, type Tool, tool } from './tool.ts';

/** A folder with more files is not a single project, and a client would not wait that long. */
const mostFiles = 100_000;
/** How long other calls wait for this one, in milliseconds. */
const sliceMs = 20;
const mostUnread = 20;
/** The maximum length of a text in an answer, in characters. */
const longestText = 1000;

/** Answers are self-explanatory, so only what a model needs to know beyond their names is described. */
const report = z.looseObject({
  filesUnread: z.number().int().describe('Larger than 1 MB, not text, or not accessible; also folders'),
  unread: z.array(z.string()).describe('Some of them, below the folder'),
  unreadKinds: z.string().optional().describe('Kinds of files that are not read, and how many'),
  help: z.string().describe('File with a section on each kind'),
  total: z.number().int().describe('Findings that were asked for, on all pages'),
  findings: z
    .array(z.looseObject({}))
    .describe('Where, what and why; instead: what version 3 has; fix: the text to put there, where that is all'),
});

/** @param opened folders that are open in VS Code, which may be on another host */
export const migrationTools = (opened: readonly string[] = []): readonly Tool[] => [
  tool({
    name: 'check_migration',
    title: 'Check Migration to Version 3',
    description:
      'Finds code in a folder of this machine that uses version 2.0 of the API, with line, reason and what version 3 has instead. Leaves out what .gitignore does; changes and sends nothing.',
    input: z.strictObject({
      folder: z.string().min(1).max(4000).describe('Absolute path'),
      kind: z.enum(findingKinds).optional().describe('Only findings of this kind'),
      path: z.string().max(4000).optional().describe('Only findings in this file or folder, absolute or below folder'),
      offset: z.number().int().min(0).max(1_000_000).default(0),
      limit: z.number().int().min(0).max(100).default(50),
    }),
    output: report,
    hints: { readOnlyHint: true },
    longestText,
    run: async ({ folder, kind, path, offset, limit }, context) => {
      const named = folderOf(folder, opened);
      const root = realPath(named);
      const within = path === undefined ? '' : below(root, named, path, opened);
      // Also compares with the path as an answer shows it, because file names are cleaned as data.
      const isWithin = (its: string) =>
        [its, asLine(its, longestText)].some((name) => within === '' || `${name}/`.startsWith(`${within}/`));
      const bySeverity = { error: 0, warning: 0, info: 0 };
      const findings: Omit<ListedFinding, 'help' | 'found'>[] = [];
      let [hasAny, total] = [false, 0];
      // Only the wanted page is kept of what may be many.
      const found = await check(root, context, (file) => {
        if (!isWithin(file.path)) return;
        hasAny = true;
        for (const { help: _, found: _t, ...finding } of listed({ files: [file] })) {
          if (kind !== undefined && finding.kind !== kind) continue;
          bySeverity[finding.severity]++;
          if (total >= offset && total < offset + limit) findings.push(finding);
          total++;
        }
      });
      if (!hasAny && !existsSync(join(root, within))) {
        throw new Error(
          `${root} has nothing at ${within}. Leave out path for all findings, with the paths that there are.`,
        );
      }
      return {
        ...{ folder: root, filesRead: found.filesRead, filesUnread: found.unread.length },
        ...(found.unreadKinds.length > 0 && { unreadKinds: kindsText(found.unreadKinds) }),
        ...{ unread: found.unread.slice(0, mostUnread).map(({ path }) => path), help: helpFile },
        ...{ total, bySeverity, findings },
      };
    },
  }),
];

/**
 * Converts an absolute path, or one relative to the folder, to the form that the check uses. Throws if it is outside
 * the folder.
 *
 * @param named the folder as the client has named it
 */
function below(root: string, named: string, path: string, opened: readonly string[]): string {
  const at = localPath(resolve(named, localPath(path, opened)), opened);
  // A name as an answer shows it is that of no file.
  const inside = existsSync(at) ? pathBelow(root, realPath(at)) : pathBelow(named, at);
  if (inside !== undefined) return inside;
  throw new Error(`${path} is not in ${root}. Give a path in that folder, or another folder.`);
}

/** Throws if there is no such folder. */
function folderOf(folder: string, opened: readonly string[]): string {
  const path = localPath(folder, opened);
  // A client's folder is not the one that this program runs in.
  if (!isAbsolute(path)) throw new Error(`${path} is not an absolute path. Give that of a folder on this machine.`);
  const root = resolve(path);
  const stats = root.includes('\0') ? undefined : statSync(root, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return root;
  throw new Error(`${root} is not a folder. Give the absolute path of a folder on this machine.`);
}

/** Runs in slices, so that other calls are answered, this one can be cancelled, and the client receives progress. */
async function check(root: string, { signal, progress }: CallContext, take: Parameters<typeof checkSteps>[1]) {
  const steps = checkSteps(root, take);
  for (let [until, taken] = [performance.now() + sliceMs, 0]; ; taken++) {
    const { done, value } = steps.next();
    if (done) return value;
    const { filesRead, left } = value;
    if (filesRead > mostFiles) {
      throw new Error(
        `${root} has more than ${mostFiles} files to read. Check the folders of its projects one by one.`,
      );
    }
    if (performance.now() < until) continue;
    progress(taken, taken + left, `${filesRead} files read${left === 0 ? '' : `, ${left} to check`}`);
    await setImmediate();
    signal.throwIfAborted();
    until = performance.now() + sliceMs;
  }
}
