import ignore, { type Ignore } from 'ignore';
import { dirname, join, sep } from 'node:path';
import { readBytes } from './read-text.ts';
import { Repository } from './repository.ts';

/** Patterns that hold for one folder; a file that is made to stop the check has more, and each looks at every name. */
const mostPatterns = 10_000;
/** Files with patterns, one in each folder above: each is asked for every name. */
const mostFiles = 100;
/** No path is longer. */
const longestPattern = 4_096;

interface Rules {
  /** With a separator at its end. */
  readonly folder: string;
  readonly rules: Ignore;
  readonly patterns: number;
}

/** Whether git would list a file; `only-tracked`: a folder that it ignores, but for files in it which it tracks. */
type Verdict = 'listed' | 'only-tracked' | 'ignored';

/** What git leaves out of a folder. Immutable: folders below add their own. */
export class Ignored {
  readonly #repository: Repository | undefined;
  /** Those of the repository first, then from its root down. */
  readonly #chain: readonly Rules[];
  readonly #notFollowed: (file: string) => void;

  private constructor(
    repository: Repository | undefined,
    chain: readonly Rules[],
    notFollowed: (file: string) => void,
  ) {
    this.#repository = repository;
    this.#chain = chain;
    this.#notFollowed = notFollowed;
  }

  /**
   * What holds above a folder, up to its repository's root. A folder that is left out itself was named on purpose.
   *
   * @param notFollowed hears of each file with patterns that is not followed, or not to its end, and of an index that
   * can't be read
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
      outer = outer.#reincluding(below);
      at = below;
    }
    return outer;
  }

  /** @param names of what is in the folder */
  in(folder: string, names: ReadonlySet<string>): Ignored {
    // A repository in another one has its own rules.
    const isInner = names.has('.git') && folder !== this.#repository?.root;
    const outer = isInner ? Ignored.at(folder, this.#notFollowed) : this.#reincluding(folder);
    return names.has('.gitignore') ? outer.#with(folder, join(folder, '.gitignore')) : outer;
  }

  of(path: string, isFolder: boolean): Verdict {
    return this.#isIgnored(path, isFolder) ? this.ofIgnored(path, isFolder) : 'listed';
  }

  /** The same of what is in a folder that is left out: nothing takes it in again, unless git tracks it already. */
  ofIgnored(path: string, isFolder: boolean): Verdict {
    if (!this.#isTracked(path)) return 'ignored';
    return isFolder ? 'only-tracked' : 'listed';
  }

  /** Also for a folder with tracked files in it. */
  #isTracked(path: string): boolean {
    if (!this.#repository) return false;
    try {
      return this.#repository.tracked.has(belowOf(withSeparator(this.#repository.root), path));
    } catch {
      this.#notFollowed(join(this.#repository.root, '.git', 'index'));
      return false;
    }
  }

  /** As git decides: the last pattern of the innermost file that says anything about it. */
  #isIgnored(path: string, isFolder: boolean): boolean {
    for (let index = this.#chain.length - 1; index >= 0; index--) {
      const { folder, rules } = this.#chain[index] as Rules;
      const { ignored, unignored } = rules.test(asBytes(belowOf(folder, path)) + (isFolder ? '/' : ''));
      if (ignored || unignored) return ignored;
    }
    return false;
  }

  /**
   * With rules that know that a folder is not left out after all: where an inner file takes a folder in again that an outer
   * one leaves out, the library would go on to leave out all that is in it.
   */
  #reincluding(at: string): Ignored {
    let changes = false;
    const chain = this.#chain.map((each) => {
      const below = `${asBytes(belowOf(each.folder, at))}/`;
      if (below === '/' || !each.rules.test(below).ignored) return each;
      changes = true;
      const rules = this.#newRules()
        .add(each.rules)
        .add(`!/${below.replace(/[\\*?[\s]/g, '\\$&')}`);
      return { ...each, rules };
    });
    return changes ? new Ignored(this.#repository, chain, this.#notFollowed) : this;
  }

  #with(folder: string, file: string, followsLinks = false): Ignored {
    const { patterns, isWhole } = readPatterns(file, followsLinks);
    const room = mostPatterns - this.#chain.reduce((sum, each) => sum + each.patterns, 0);
    const isFollowed = this.#chain.length < mostFiles;
    if (!isWhole || patterns.length > room || !isFollowed) this.#notFollowed(file);
    if (patterns.length === 0 || !isFollowed) return this;
    const kept = patterns.slice(0, Math.max(0, room));
    const rules = this.#newRules().add(kept.join('\n'));
    const added = { folder: withSeparator(folder), rules, patterns: kept.length };
    return new Ignored(this.#repository, [...this.#chain, added], this.#notFollowed);
  }

  #newRules(): Ignore {
    return ignore({ ignoreCase: this.#repository?.ignoresCase ?? false });
  }
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}

function belowOf(folder: string, path: string): string {
  const below = path.slice(folder.length);
  return sep === '/' ? below : below.replaceAll(sep, '/');
}

/** A character for each byte, as git matches them: `?` is one byte of a name. */
function asBytes(path: string): string {
  return /[^ -~]/.test(path) ? Buffer.from(path).toString('latin1') : path;
}

/** Like git, it reads none of a folder's own through a link, and takes a folder or a pipe for none. */
function readPatterns(
  file: string,
  followsLinks: boolean,
): { readonly patterns: readonly string[]; readonly isWhole: boolean } {
  try {
    const text = readBytes(file, undefined, followsLinks)?.toString('latin1').replace(/^ï»¿/, '');
    if (text === undefined || text.includes('\0')) return { patterns: [], isWhole: false };
    const lines = text.split('\n').filter((line) => line !== '' && line !== '\r');
    const patterns = lines.filter(({ length }) => length <= longestPattern);
    return { patterns, isWhole: lines.every((line) => line.length <= longestPattern || line.startsWith('#')) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { patterns: [], isWhole: code === 'ENOENT' || code === 'ENOTDIR' };
  }
}
