import { dirname, join, sep } from 'node:path';
import { IgnorePatterns } from './ignore-patterns.ts';
import { readBytes } from './read-text.ts';
import { Repository } from './repository.ts';

/** The maximum number of patterns with wildcards for one folder: each is tried on every name. */
const mostGlobs = 1_000;
/** The maximum number of pattern files, one for each parent folder: each is consulted for every name. */
const mostFiles = 200;
/** Paths are never longer than this. */
const longestPattern = 4_096;
/** The maximum number of `**` in one pattern: each is tried at every folder. */
const mostStarStars = 10;

interface Rules {
  /** With a trailing separator. */
  readonly folder: string;
  readonly patterns: IgnorePatterns;
}

/**
 * Whether git would list a file. `only-tracked`: an ignored folder of which git lists only the files that it tracks.
 */
type Verdict = 'listed' | 'only-tracked' | 'ignored';

/** Decides what git ignores in a folder. Immutable: subfolders add their own rules to a copy. */
export class Ignored {
  readonly #repository: Repository | undefined;
  /** From the folder up to its repository's root, then the rules of the repository itself. */
  readonly #innermostFirst: readonly Rules[];
  readonly #notFollowed: (file: string) => void;

  private constructor(
    repository: Repository | undefined,
    innermostFirst: readonly Rules[],
    notFollowed: (file: string) => void,
  ) {
    this.#repository = repository;
    this.#innermostFirst = innermostFirst;
    this.#notFollowed = notFollowed;
  }

  /**
   * The rules that apply to a folder, up to its repository's root. If the folder itself is ignored, no rules apply: the
   * person has named it on purpose.
   *
   * @param notFollowed called for each pattern file that is not applied, or only in part, and for an index that cannot
   * be read
   */
  static at(folder: string, notFollowed: (file: string) => void): Ignored {
    const repository = Repository.around(folder);
    const none = new Ignored(repository, [], notFollowed);
    if (!repository) return none;
    const { root, excludeFiles } = repository;
    let outer: Ignored = excludeFiles.reduce((chain, file) => chain.#with(root, file, true), none);
    const above: string[] = [];
    for (let at = folder; at !== root; at = dirname(at)) above.unshift(at);
    let at = root;
    for (const below of above) {
      outer = outer.#with(at, join(at, '.gitignore'));
      if (outer.#isIgnored(below, true)) return none;
      at = below;
    }
    return outer;
  }

  /** @param names the names of the folder's entries */
  in(folder: string, names: ReadonlySet<string>): Ignored {
    // A nested repository has its own rules.
    const isInner = names.has('.git') && folder !== this.#repository?.root;
    const outer = isInner ? Ignored.at(folder, this.#notFollowed) : this;
    return names.has('.gitignore') ? outer.#with(folder, join(folder, '.gitignore')) : outer;
  }

  of(path: string, isFolder: boolean): Verdict {
    return this.#isIgnored(path, isFolder) ? this.ofIgnored(path, isFolder) : 'listed';
  }

  /** The same for what is in an ignored folder: git lists it only if it is already tracked. */
  ofIgnored(path: string, isFolder: boolean): Verdict {
    if (!this.#isTracked(path)) return 'ignored';
    return isFolder ? 'only-tracked' : 'listed';
  }

  /** Also true for a folder that contains tracked files. */
  #isTracked(path: string): boolean {
    if (!this.#repository) return false;
    try {
      return this.#repository.tracked.has(belowOf(withSeparator(this.#repository.root), path));
    } catch {
      this.#notFollowed(join(this.#repository.root, '.git', 'index'));
      return false;
    }
  }

  /** Git's rule: the last matching pattern of the innermost file decides. */
  #isIgnored(path: string, isFolder: boolean): boolean {
    const name = path.slice(path.lastIndexOf(sep) + 1);
    for (const { folder, patterns } of this.#innermostFirst) {
      const said = patterns.says(name, belowOf(folder, path), isFolder);
      if (said) return said === 'ignored';
    }
    return false;
  }

  #with(folder: string, file: string, followsLinks = false): Ignored {
    const { text, isWhole } = readPatterns(file, followsLinks);
    const room = mostGlobs - this.#innermostFirst.reduce((sum, each) => sum + each.patterns.globs, 0);
    const patterns = new IgnorePatterns(text, this.#repository?.ignoresCase ?? false, Math.max(0, room));
    const isFollowed = this.#innermostFirst.length < mostFiles;
    if (!isWhole || patterns.leftOut > 0 || !isFollowed) this.#notFollowed(file);
    if (patterns.isEmpty || !isFollowed) return this;
    const added = { folder: withSeparator(folder), patterns };
    return new Ignored(this.#repository, [added, ...this.#innermostFirst], this.#notFollowed);
  }
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}

function belowOf(folder: string, path: string): string {
  const below = path.slice(folder.length);
  return sep === '/' ? below : below.replaceAll(sep, '/');
}

/** Like git, this does not follow links for pattern files in folders. */
function readPatterns(file: string, followsLinks: boolean): { readonly text: string; readonly isWhole: boolean } {
  try {
    const text = readBytes(file, undefined, followsLinks)?.toString('latin1').replace(/^ï»¿/, '');
    if (text === undefined || text.includes('\0')) return { text: '', isWhole: false };
    const lines = text.split('\n');
    const kept = lines.filter((line) => line.startsWith('#') || isModest(line));
    return { text: kept.join('\n'), isWhole: kept.length === lines.length };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { text: '', isWhole: code === 'ENOENT' || code === 'ENOTDIR' };
  }
}

function isModest(pattern: string): boolean {
  return pattern.length <= longestPattern && pattern.split('**', mostStarStars + 2).length <= mostStarStars + 1;
}
