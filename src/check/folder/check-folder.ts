import { relative, sep } from 'node:path';
import { basename, extname } from 'node:path/posix';
import { realPath } from '../../common/files/local-path.ts';
import { checkText } from '../rules/check-text.ts';
import type { Finding, ProjectContext } from '../rules/finding.ts';
import { classesIn, declarationsTaken, followed, importedNames, type Module } from '../rules/imports.ts';
import {
  isBase,
  mayUseService,
  type Meaning,
  type Names,
  namesOf,
  ofContract,
  readsAttributes,
  serviceUse,
  usedVersions,
} from '../rules/known-names.ts';
import { ownRoutes } from '../rules/paths.ts';
import { isMinified, KindCounts, kindOfFile, type Language, type UnreadKind } from '../source/languages.ts';
import { type FoundFile, readText, walk } from './walk.ts';
import { writtenFields } from '../rules/fields.ts';
import { SourceFile } from '../source/source-file.ts';

interface CheckedFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly text: string;
  readonly findings: readonly Finding[];
  /** What the rules knew about its project. */
  readonly context: ProjectContext;
}

/**
 * What was not read, or only in part. The path is relative to the folder, with slashes; that of a folder ends with one.
 */
export interface Unread {
  readonly path: string;
  readonly why: 'no text or too large' | 'no access' | 'rules not followed';
}

export interface FolderReport {
  readonly filesRead: number;
  /** How many files and folders a `.gitignore` leaves out; what is in such a folder is not counted. */
  readonly ignored: number;
  /** Most serious first. */
  readonly unread: readonly Unread[];
  /** Kinds of files that the check does not read, the most frequent first. */
  readonly unreadKinds: readonly UnreadKind[];
  /** Files with findings, sorted by path. */
  readonly files: readonly CheckedFile[];
}

const weights: readonly Unread['why'][] = ['no access', 'no text or too large', 'rules not followed'];

/** Checks all files below a folder. */
export function checkFolder(folder: string): FolderReport {
  const files: CheckedFile[] = [];
  const steps = checkSteps(folder, (file) => files.push(file));
  for (;;) {
    const { done, value } = steps.next();
    if (done) return { ...value, files };
  }
}

/** How far a check is. */
interface CheckProgress {
  readonly filesRead: number;
  /** How many of these are still to be checked, once all are read. */
  readonly left: number;
}

/**
 * The same in steps, between which the caller can stop, and with no more than one file's text in memory. There are two
 * passes, because whether a field such as `percentRemaining` belongs to the service depends on whether the project uses
 * the service at all.
 *
 * @param take receives the files with findings, by path
 */
export function* checkSteps(
  folder: string,
  take: (file: CheckedFile) => void,
): Generator<CheckProgress, Omit<FolderReport, 'files'>, undefined> {
  let filesRead = 0;
  let ignored = 0;
  const unread: Unread[] = [];
  const kinds = new KindCounts();
  // Its repository is around the real folder, and links in the path to it are not part of it.
  const root = realPath(folder);
  const below = (path: string) => relative(root, path).replaceAll(sep, '/');
  const candidates: FoundFile[] = [];
  /** Files that may use an SDK client or an address of another file: they are read again once that is known. */
  const others: FoundFile[] = [];
  const projects = new Map<string, Project>();
  const projectOf = (path: string) => {
    const project = projects.get(path) ?? new Project();
    projects.set(path, project);
    return project;
  };
  for (const found of walk(root)) {
    yield { filesRead, left: 0 };
    const path = below(found.path);
    if (found.what === 'ignored') ignored++;
    if (found.what === 'other') kinds.add(kindOfFile(path));
    if (found.what === 'closed folder') unread.push({ path: `${path || '.'}/`, why: 'no access' });
    if (found.what === 'not followed') unread.push({ path, why: 'rules not followed' });
    if (found.what !== 'file') continue;
    const { language } = found;
    let text: string | undefined;
    try {
      text = readText(found.path);
    } catch {
      unread.push({ path, why: 'no access' });
      continue;
    }
    if (text === undefined) {
      // An image with an unknown extension should not be reported as an unreadable text file.
      if (language === 'text') kinds.add(kindOfFile(path));
      else unread.push({ path, why: 'no text or too large' });
      continue;
    }
    if (isMinified(text, language)) {
      kinds.add('.min.js');
      continue;
    }
    filesRead++;
    if (/(?:^|\/)smartcar(?:\/__init__)?\.py$/.test(path)) projectOf(found.project).hasOwnSdk = true;
    const isCandidate = mayUseService(text);
    const mayBeOther = ofContract.test(text);
    if (mayBeOther) projectOf(found.project).addRoutes(text, language);
    if (!isCandidate) {
      if (mayBeOther || followed.has(language)) others.push(found);
      continue;
    }
    candidates.push(found);
    projectOf(found.project).add(path, text, language);
  }
  for (const [index, found] of others.entries()) {
    yield { filesRead, left: others.length - index + candidates.length };
    const project = projects.get(found.project);
    if (!project?.isClient && !project?.modules.length) continue;
    const text = readAgain(found.path);
    if (text === undefined) continue;
    if (
      (project.isClient && ofContract.test(text)) ||
      (followed.has(found.language) && mayImport(text, project.modules))
    )
      candidates.push(found);
  }
  const placed = candidates.map((found) => ({ ...found, below: below(found.path) }));
  placed.sort((a, b) => (a.below < b.below ? -1 : 1));
  for (const [index, { below: path, ...found }] of placed.entries()) {
    yield { filesRead, left: placed.length - index };
    const text = readAgain(found.path);
    if (text === undefined) continue;
    const context = projects.get(found.project)?.contextOf(path, text, found.language) ?? { projectUsesService: false };
    const findings = checkText(path, text, context);
    if (findings.length > 0) take({ path, text, findings, context });
  }
  const byWeight = (a: Unread, b: Unread) =>
    weights.indexOf(a.why) - weights.indexOf(b.why) || (a.path < b.path ? -1 : 1);
  return {
    filesRead,
    ignored,
    unread: unread.sort(byWeight),
    unreadKinds: kinds.sorted(),
  };
}

/** Undefined if the file has been deleted since it was first read and counted. */
function readAgain(path: string): string | undefined {
  try {
    return readText(path);
  } catch {
    return undefined;
  }
}

/** Collects what the files of one project say about each other. */
class Project {
  readonly modules: Module[] = [];
  hasOwnSdk = false;
  isClient = false;
  readonly #written = new Set<string>();
  readonly #routes = new Set<string>();
  /** Undefined for a name with two meanings. */
  readonly #shared = new Map<string, Meaning | undefined>();
  #hasAddress = false;
  #isOfVersion2 = false;
  #isOfVersion3 = false;
  #readsAttributes = false;

  /** @param path relative to the checked folder, with slashes */
  add(path: string, text: string, language: Language): void {
    const isClient = serviceUse.test(text);
    this.isClient ||= isClient;
    this.#hasAddress ||= /(?<![.\w])(?:vehicle\.)?api\.smartcar\.com/.test(text);
    this.#readsAttributes ||= readsAttributes.test(text);
    const { older, newer } = usedVersions(text);
    this.#isOfVersion2 ||= older;
    this.#isOfVersion3 ||= newer;
    const file = new SourceFile(text, language);
    const names = exported(file, older || newer || isClient);
    // Copied, because a part of a text keeps the whole of it in memory.
    const module = structuredClone({ path, names, classes: classesIn(text) });
    if (!followed.has(language)) {
      for (const [name, meaning] of module.names) {
        const isDoubtful = this.#shared.has(name) && this.#shared.get(name) !== meaning;
        if (isBase(meaning)) this.#shared.set(name, isDoubtful ? undefined : meaning);
      }
      return;
    }
    for (const name of writtenFields(file)) this.#written.add(name);
    if (names.size > 0) this.modules.push(module);
  }

  addRoutes(text: string, language: Language): void {
    if (text.includes('/vehicles'))
      for (const route of structuredClone(ownRoutes(new SourceFile(text, language)))) this.#routes.add(route);
  }

  contextOf(path: string, text: string, language: Language): ProjectContext {
    const isFollowed = followed.has(language) && this.modules.length > 0;
    const shared = new Map<string, Meaning>();
    for (const [name, meaning] of this.#shared) if (meaning !== undefined) shared.set(name, meaning);
    return {
      projectUsesService: this.isClient,
      hasAddress: this.#hasAddress,
      ownRoutes: this.#routes,
      hasOwnSdk: this.hasOwnSdk,
      hasMoved: this.#isOfVersion3 && !this.#isOfVersion2,
      imported: isFollowed ? importedNames(path, { text, language }, this.modules) : shared,
      written: this.#written,
      readsAttributes: this.#readsAttributes,
    };
  }
}

/** The names that other files may import: clients, vehicles and URLs, if the file uses the service. */
function exported(file: SourceFile, usesService: boolean): Names {
  if (!usesService) return new Map();
  return new Map([...namesOf(file, undefined)].filter(([, meaning]) => meaning !== 'server' && meaning !== 'http'));
}

/**
 * Whether a text may import one of the modules: it mentions the file name or a class of it, or, as Kotlin does for what
 * is in no class, imports one of its names.
 */
function mayImport(text: string, modules: readonly Module[]): boolean {
  const taken = declarationsTaken(text);
  return modules.some(({ path, classes, names }) => {
    const name = basename(path, extname(path));
    const isFolder = name === 'index' || name === '__init__';
    return (
      isFolder ||
      text.includes(name) ||
      classes.some((each) => text.includes(each)) ||
      taken.some((each) => names.has(each.name))
    );
  });
}
