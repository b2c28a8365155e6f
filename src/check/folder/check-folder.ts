import { realpathSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { checkText } from '../rules/check-text.ts';
import type { Finding } from '../rules/finding.ts';
import { mayUseService, serviceUse, usedVersions } from '../rules/mentions.ts';
import { readText } from './read-text.ts';
import { walk } from './walk.ts';

interface CheckedFile {
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly findings: readonly Finding[];
  /** See `ProjectContext` of the rules. */
  readonly hasMoved: boolean;
}

/** What was not read, or only in part: below the folder, with slashes; a folder's ends with one. */
export interface Unread {
  readonly path: string;
  readonly why: 'no text or too large' | 'no access' | 'rules not followed';
}

export interface FolderReport {
  readonly filesRead: number;
  /** Of no kind that the check reads. */
  readonly otherFiles: number;
  /** Most grave first. */
  readonly unread: readonly Unread[];
  /** Those with findings, in order of their paths. */
  readonly files: readonly CheckedFile[];
}

const weights: readonly Unread['why'][] = ['no access', 'no text or too large', 'rules not followed'];

/** Checks all files below a folder. */
export function checkFolder(folder: string): FolderReport {
  const steps = checkSteps(folder);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/**
 * The same step by step: each one yields how many files have been read, and ending early costs nothing. Two passes:
 * whether a field such as `percentRemaining` is the service's depends on whether its project uses the service at all.
 */
export function* checkSteps(folder: string): Generator<number, FolderReport, undefined> {
  let filesRead = 0;
  let otherFiles = 0;
  const unread: Unread[] = [];
  // As git sees it: what leads to the folder is no part of it.
  const root = realpathSync(folder);
  const below = (path: string) => relative(root, path).replaceAll(sep, '/');
  const candidates: { readonly path: string; readonly project: string; readonly text: string }[] = [];
  const clients = new Set<string>();
  const ofVersion2 = new Set<string>();
  const ofVersion3 = new Set<string>();
  for (const found of walk(root)) {
    yield filesRead;
    const path = below(found.path);
    if (found.what === 'other') otherFiles++;
    if (found.what === 'closed folder') unread.push({ path: `${path || '.'}/`, why: 'no access' });
    if (found.what === 'not followed') unread.push({ path, why: 'rules not followed' });
    if (found.what !== 'file') continue;
    let text: string | undefined;
    try {
      text = readText(found.path);
    } catch {
      unread.push({ path, why: 'no access' });
      continue;
    }
    if (text === undefined) {
      unread.push({ path, why: 'no text or too large' });
      continue;
    }
    filesRead++;
    if (!mayUseService(text)) continue;
    candidates.push({ ...found, text });
    if (serviceUse.test(text)) clients.add(found.project);
    const { older, newer } = usedVersions(text);
    if (older) ofVersion2.add(found.project);
    if (newer) ofVersion3.add(found.project);
  }
  const files: CheckedFile[] = [];
  for (const { path, project, text } of candidates) {
    yield filesRead;
    const hasMoved = ofVersion3.has(project) && !ofVersion2.has(project);
    const findings = checkText(path, text, { projectUsesService: clients.has(project), hasMoved });
    if (findings.length > 0) files.push({ path: below(path), text, findings, hasMoved });
  }
  const byWeight = (a: Unread, b: Unread) =>
    weights.indexOf(a.why) - weights.indexOf(b.why) || (a.path < b.path ? -1 : 1);
  return {
    filesRead,
    otherFiles,
    unread: unread.sort(byWeight),
    files: files.sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}
