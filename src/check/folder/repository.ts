import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { isTrue, readGitConfig } from './git-config.ts';
import { readIndex } from './git-index.ts';
import { readBytes } from './read-text.ts';

/** Of an index of some million files. */
const mostIndexBytes = 512 << 20;
/** Of configurations that include each other. */
const mostIncluded = 10;

/** A repository of git on this disk. Read and never written, and without git: it may not be installed. */
export class Repository {
  readonly root: string;
  /** A worktree has its own, and shares what is in the common one. */
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

  /** The innermost one that a folder is in. */
  static around(folder: string): Repository | undefined {
    for (let at = folder; ; at = dirname(at)) {
      if (statSync(join(at, '.git'), { throwIfNoEntry: false })) return new Repository(at);
      if (dirname(at) === at) return undefined;
    }
  }

  get ignoresCase(): boolean {
    return isTrue(this.#settings.get('core.ignorecase') ?? '');
  }

  /** What counts for all its folders; a later one goes before an earlier. */
  get excludeFiles(): readonly string[] {
    const ofPerson = this.#settings.get('core.excludesfile') ?? join(configFolder(), 'git/ignore');
    const ofRepository = join(this.#commonFolder, 'info/exclude');
    return ofPerson === '' ? [ofRepository] : [resolve(this.root, inHome(ofPerson)), ofRepository];
  }

  /**
   * Each tracked file, and each folder that has some, by its path below the root, with slashes. The folder of a submodule is
   * there as well. Throws where the index can't be read.
   */
  get tracked(): ReadonlySet<string> {
    if (!this.#tracked) {
      // It is not read again where it can't be.
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

/** A worktree and a submodule have a file there that names it. */
function gitFolderOf(root: string): string {
  const [, named] = /^gitdir: (.+)/.exec(textOf(join(root, '.git')) ?? '') ?? [];
  return named === undefined ? join(root, '.git') : resolve(root, named.trimEnd());
}

/** Those of the machine and the person, as git looks for them. */
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

function* settingsOf(files: readonly string[], depth = 0): Generator<readonly [string, string]> {
  for (const file of files) {
    for (const setting of readGitConfig(textOf(file) ?? '')) {
      yield setting;
      const [name, value] = setting;
      if (name !== 'include.path' || depth === mostIncluded) continue;
      yield* settingsOf([resolve(dirname(file), inHome(value))], depth + 1);
    }
  }
}

function inHome(path: string): string {
  return path.replace(/^~(?=\/|$)/, homedir);
}

/** Undefined where there is none, or it can't be read: git goes on without as well. */
function textOf(file: string): string | undefined {
  try {
    return readBytes(file, undefined, true)?.toString();
  } catch {
    return undefined;
  }
}
