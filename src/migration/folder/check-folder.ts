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

export interface FolderReport {
  readonly filesRead: number;
  /** Files that are too large, no text, or can't be read: below the folder, with slashes. */
  readonly unread: readonly string[];
  /** Those with findings, in order of their paths. */
  readonly files: readonly CheckedFile[];
}

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
  const unread: string[] = [];
  const below = (path: string) => relative(folder, path).replaceAll(sep, '/');
  const candidates: { readonly path: string; readonly project: string; readonly text: string }[] = [];
  const clients = new Set<string>();
  const ofVersion2 = new Set<string>();
  const ofVersion3 = new Set<string>();
  for (const found of walk(folder)) {
    yield filesRead;
    if (found === undefined) continue;
    let text: string | undefined;
    try {
      text = readText(found.path);
    } catch {
      // Said below.
    }
    if (text === undefined) {
      unread.push(below(found.path));
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
  return { filesRead, unread, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}
