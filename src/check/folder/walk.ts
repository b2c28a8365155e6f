import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { type Language, languageOf } from '../source/languages.ts';
import { decodeText } from '../../common/text/decode-text.ts';

/** Folders that never contain a person's own source, whatever is ignored. */
const never = new Set(['.git', '.hg', '.svn', 'node_modules', '.venv', '__pycache__']);
const manifest =
  /^(?:package\.json|pyproject\.toml|setup\.py|requirements\.txt|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|.+\.csproj)$/;

/** What was found at a path. */
type Found =
  /** A file that the check reads. */
  | ({ readonly what: 'file' } & FoundFile)
  /** A file of a kind that the check does not read. */
  | { readonly what: 'other'; readonly path: string }
  | { readonly what: 'folder'; readonly path: string }
  /** A file or a folder that a `.gitignore` leaves out. */
  | { readonly what: 'ignored'; readonly path: string }
  | { readonly what: 'closed folder'; readonly path: string }
  /** A file with ignore patterns that were not applied, or only in part. */
  | { readonly what: 'not followed'; readonly path: string };

export interface FoundFile {
  readonly path: string;
  /** The innermost folder with a manifest such as package.json, or the checked folder. */
  readonly project: string;
  readonly language: Language;
}

/** The patterns of one `.gitignore`. */
interface Rules {
  /** With a trailing separator. */
  readonly folder: string;
  readonly patterns: Ignore;
  readonly count: number;
}

/** The maximum number of pattern files, one for each parent folder, and of their patterns: each is tried on every name. */
const mostFiles = 50;
const mostPatterns = 5_000;
/** Paths are never longer than this. */
const longestPattern = 4_096;
/** The maximum number of `**` in one pattern, except at its end: each is tried at every folder. */
const mostStarStars = 2;

/**
 * Yields everything below a folder except what a `.gitignore` there, or above it in its repository, leaves out. Yields
 * folders too, so that the caller can stop at any time. Does not follow links.
 */
export function* walk(start: string): Generator<Found> {
  const notFollowed = new Set<string>();
  const folders = [{ path: start, project: start, above: rulesAbove(start, notFollowed) }];
  for (let at = folders.pop(); at; at = folders.pop()) {
    const { path: folder, project, above } = at;
    const entries = entriesOf(folder);
    if (!entries) {
      yield { what: 'closed folder', path: folder };
      continue;
    }
    yield { what: 'folder', path: folder };
    // A nested repository has its own rules.
    const isInner = folder !== start && entries.some(({ name }) => name === '.git');
    const outer = isInner ? [] : above;
    const hasRules = entries.some((entry) => entry.name === '.gitignore' && !entry.isDirectory());
    const rules = hasRules ? withRulesOf(folder, outer, notFollowed) : outer;
    const own = entries.some((entry) => entry.isFile() && manifest.test(entry.name)) ? folder : project;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const isFolder = entry.isDirectory();
      if (isFolder ? never.has(entry.name) : !entry.isFile()) continue;
      const verdict = verdictOn(path, isFolder, rules);
      if (verdict === 'left out') {
        yield { what: 'ignored', path };
        continue;
      }
      if (isFolder) {
        // An outer file that leaves out what an inner one takes in would leave out all that is in it, too.
        const inside =
          verdict === 'taken in' ? rules.filter((each) => verdictOn(path, true, [each]) !== 'left out') : rules;
        folders.push({ path, project: own, above: inside });
        continue;
      }
      const language = languageOf(path);
      yield language === undefined ? { what: 'other', path } : { what: 'file', path, project: own, language };
    }
  }
  for (const path of notFollowed) yield { what: 'not followed', path };
}

/** The innermost folder around one that is a repository. */
export function repositoryOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    // Follows no link, which may lead to another host.
    if (lstatSync(join(at, '.git'), { throwIfNoEntry: false })) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** None if the folder itself is left out: the person has named it on purpose. */
function rulesAbove(start: string, notFollowed: Set<string>): readonly Rules[] {
  const root = repositoryOf(start) ?? start;
  const folders: string[] = [];
  for (let at = start; at !== root; at = dirname(at)) folders.unshift(at);
  let rules: readonly Rules[] = [];
  for (const folder of folders) {
    rules = withRulesOf(dirname(folder), rules, notFollowed);
    if (verdictOn(folder, true, rules) === 'left out') return [];
  }
  return rules;
}

/** Git's rule: the last matching pattern of the innermost file decides. */
function verdictOn(path: string, isFolder: boolean, innermostFirst: readonly Rules[]) {
  for (const { folder, patterns } of innermostFirst) {
    const below = path.slice(folder.length);
    const { ignored, unignored } = patterns.test(
      `${sep === '/' ? below : below.replaceAll(sep, '/')}${isFolder ? '/' : ''}`,
    );
    if (ignored || unignored) return ignored ? 'left out' : 'taken in';
  }
  return undefined;
}

function withRulesOf(folder: string, outer: readonly Rules[], notFollowed: Set<string>): readonly Rules[] {
  const file = join(folder, '.gitignore');
  const lines = patternsIn(file);
  const room = outer.length < mostFiles ? mostPatterns - outer.reduce((sum, { count }) => sum + count, 0) : 0;
  const kept = lines?.filter(isModest).slice(0, Math.max(0, room)) ?? [];
  if (kept.length !== lines?.length) notFollowed.add(file);
  if (kept.length === 0) return outer;
  // As git is set up where file systems do not tell cases apart.
  const patterns = ignore({ ignorecase: process.platform === 'win32' || process.platform === 'darwin' }).add(kept);
  return [{ folder: folder.endsWith(sep) ? folder : folder + sep, patterns, count: kept.length }, ...outer];
}

/** Undefined if the file is a link, too large, no text, or cannot be read. */
function patternsIn(file: string): readonly string[] | undefined {
  try {
    // Windows follows a link as soon as it is opened.
    const text = lstatSync(file).isFile() ? readBytes(file)?.toString() : undefined;
    if (text === undefined || text.includes('\0')) return undefined;
    // Several folders of any name one after the other are what one such is.
    const lines = text
      .replace(/^\ufeff/, '')
      .replace(/(?<=^!?|\/)(?:\*\*\/){2,}/gm, '**/')
      .split(/\r?\n/);
    return lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : undefined;
  }
}

function isModest(pattern: string): boolean {
  if (pattern.length > longestPattern) return false;
  return pattern.replace(/\/\*\*$/, '').split('**', mostStarStars + 2).length <= mostStarStars + 1;
}

function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** Larger files are data, or were generated. */
export const maxFileBytes = 1_000_000;

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Does not follow links, and does not wait for the writer of a pipe. Windows has neither flag. */
const flags = O_RDONLY | ((O_NOFOLLOW as number | undefined) ?? 0) | ((O_NONBLOCK as number | undefined) ?? 0);

/** The bytes of a file; undefined if it is too large or not a regular file. Throws if it cannot be read. */
function readBytes(path: string): Buffer | undefined {
  const file = openSync(path, flags);
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > maxFileBytes) return undefined;
    // Files of /proc have no size, and some of them no end.
    if (stats.size === 0 && readSync(file, Buffer.alloc(1)) > 0) return undefined;
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * The text of a file as an editor counts it: without its byte order mark, and with each line ending in a line feed,
 * which a carriage return may precede. Undefined if it is too large or not text. Throws if it cannot be read.
 */
export function readText(path: string): string | undefined {
  const bytes = readBytes(path);
  if (bytes === undefined || (bytes.includes(0) && !isMarkedUtf16(bytes))) return undefined;
  // In older encodings each byte is a character, and what the check looks for is the same in all of them.
  const text = decodeText(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
  return text.includes('\0') ? undefined : text.replace(/\r(?!\n)/g, '\n');
}

function isMarkedUtf16([first, second]: Uint8Array): boolean {
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}
