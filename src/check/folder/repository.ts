import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isTrue, readGitConfig } from './git-config.ts';
import { readIndex } from './git-index.ts';
import { readBytes } from './read-text.ts';

/** The size of an index with several million files. */
const mostIndexBytes = 512 << 20;
/** The maximum number of configuration files that others include, which may include each other. */
const mostIncluded = 100;

/** A git repository on this disk. It is only read, and without running git, which may not be installed. */
export class Repository {
  readonly root: string;
  /** A worktree has its own folder, and shares the rest with the common one. */
  readonly #gitFolder: string;
  readonly #commonFolder: string;
  readonly #settings: ReadonlyMap<string, string>;
  #tracked: ReadonlySet<string> | undefined;

  constructor(root: string) {
    this.root = root;
    this.#gitFolder = gitFolderOf(root);
    const common = textOf(join(this.#gitFolder, 'commondir'));
    this.#commonFolder = common === undefined ? this.#gitFolder : resolve(this.#gitFolder, common.trim());
    this.#settings = new Map(settingsOf([...personalFiles(), join(this.#commonFolder, 'config')]));
  }

  /** The innermost repository that contains a folder. */
  static around(folder: string): Repository | undefined {
    for (let at = folder; ; at = dirname(at)) {
      if (existsSync(join(at, '.git'))) return new Repository(at);
      if (dirname(at) === at) return undefined;
    }
  }

  get ignoresCase(): boolean {
    return isTrue(this.#settings.get('core.ignorecase') ?? '');
  }

  /** Files with patterns for all of its folders; a later file takes precedence over an earlier one. */
  get excludeFiles(): readonly string[] {
    const ofPerson = this.#settings.get('core.excludesfile') ?? join(configFolder(), 'git/ignore');
    const ofRepository = join(this.#commonFolder, 'info/exclude');
    return ofPerson === '' ? [ofRepository] : [resolve(this.root, inHome(ofPerson)), ofRepository];
  }

  /**
   * The paths of all tracked files and of all folders that contain any, relative to the root, with slashes. Includes
   * the folders of submodules. Throws if the index cannot be read.
   */
  get tracked(): ReadonlySet<string> {
    if (!this.#tracked) {
      // Set first, so that an unreadable index is not read again.
      this.#tracked = new Set();
      this.#tracked = withFolders(this.#readIndexes());
    }
    return this.#tracked;
  }

  #readIndexes(): readonly string[] {
    const idBytes = this.#settings.get('extensions.objectformat') === 'sha256' ? 32 : 20;
    const read = (name: string) => {
      const bytes = readBytes(join(this.#gitFolder, name), mostIndexBytes, true);
      if (bytes === undefined) throw new Error('The index is no file, or too large.');
      return readIndex(bytes, idBytes);
    };
    // Nothing was ever added.
    if (!statSync(join(this.#gitFolder, 'index'), { throwIfNoEntry: false })) return [];
    const { paths, shared } = read('index');
    return shared === undefined ? paths : [...read(`sharedindex.${shared}`).paths, ...paths];
  }
}

function withFolders(paths: readonly string[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const path of paths) {
    all.add(path);
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (all.has(folder)) break;
      all.add(folder);
    }
  }
  return all;
}

/** In a worktree or a submodule, `.git` is a file that contains the path of the folder. */
function gitFolderOf(root: string): string {
  const [, named] = /^gitdir: (.+)/.exec(textOf(join(root, '.git')) ?? '') ?? [];
  return named === undefined ? join(root, '.git') : resolve(root, named.trimEnd());
}

/** The configuration files of the machine and the person, in git's order. */
function personalFiles(): readonly string[] {
  const { GIT_CONFIG_SYSTEM, GIT_CONFIG_NOSYSTEM = '', GIT_CONFIG_GLOBAL } = process.env;
  const ofSystem = isTrue(GIT_CONFIG_NOSYSTEM) ? [] : [GIT_CONFIG_SYSTEM ?? '/etc/gitconfig'];
  const ofPerson = [join(configFolder(), 'git/config'), join(homedir(), '.gitconfig')];
  return [...ofSystem, ...(GIT_CONFIG_GLOBAL === undefined ? ofPerson : [GIT_CONFIG_GLOBAL])];
}

function configFolder(): string {
  const { XDG_CONFIG_HOME = '' } = process.env;
  return XDG_CONFIG_HOME === '' ? join(homedir(), '.config') : XDG_CONFIG_HOME;
}

function* settingsOf(files: readonly string[], included = { count: 0 }): Generator<readonly [string, string]> {
  for (const file of files) {
    for (const setting of readGitConfig(textOf(file) ?? '')) {
      yield setting;
      const [name, value] = setting;
      if (name !== 'include.path' || included.count === mostIncluded) continue;
      included.count++;
      yield* settingsOf([resolve(dirname(file), inHome(value))], included);
    }
  }
}

function inHome(path: string): string {
  return path.replace(/^~(?=\/|$)/, homedir);
}

/** Undefined if there is no such file or it cannot be read: git tolerates that too. */
function textOf(file: string): string | undefined {
  try {
    return readBytes(file, undefined, true)?.toString();
  } catch {
    return undefined;
  }
}
