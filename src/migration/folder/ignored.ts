import ignore, { type Ignore } from 'ignore';
import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { readText } from './read-text.ts';

interface Rules {
  readonly folder: string;
  readonly rules: Ignore;
}

/** What `.gitignore` files leave out, from the repository's root down to a folder. Immutable: folders below add theirs. */
export class Ignored {
  readonly #chain: readonly Rules[];

  private constructor(chain: readonly Rules[]) {
    this.#chain = chain;
  }

  /** With the files of all folders above, up to the repository's root. A folder that they leave out was named on purpose. */
  static at(folder: string): Ignored {
    const above: string[] = [];
    for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
      if (dirname(at) === at) return new Ignored([]);
      above.unshift(dirname(at));
    }
    const chain = above.reduce((outer, at) => outer.in(at), new Ignored([]));
    return chain.has(folder, true) ? new Ignored([]) : chain;
  }

  in(folder: string): Ignored {
    const patterns = readPatterns(join(folder, '.gitignore'));
    return patterns === undefined ? this : new Ignored([...this.#chain, { folder, rules: ignore().add(patterns) }]);
  }

  /** As git decides: the innermost file that says anything about it. */
  has(path: string, isFolder: boolean): boolean {
    for (const { folder, rules } of this.#chain.toReversed()) {
      const below = relative(folder, path).replaceAll(sep, '/');
      const { ignored, unignored } = rules.test(isFolder ? `${below}/` : below);
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

/** Undefined where there are none. Like git, it reads none through a link. */
function readPatterns(file: string): string | undefined {
  try {
    return readText(file);
  } catch {
    return undefined;
  }
}
