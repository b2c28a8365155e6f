import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { languageOf } from '../source/languages.ts';
import { Ignored } from './ignored.ts';

/** Never a person's own source, whether git knows it or not. */
const never = new Set(['.git', '.hg', '.svn', 'node_modules', '.venv', '__pycache__']);
const manifest =
  /^(?:package\.json|pyproject\.toml|setup\.py|requirements\.txt|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|.+\.csproj)$/;

export interface FoundFile {
  readonly path: string;
  /** The innermost folder with a manifest such as package.json, or the folder that is checked. */
  readonly project: string;
}

/**
 * Every file that the check reads, without what git ignores, and undefined for each folder, so that whoever walks can
 * stop. Links are not followed; folders that can't be read are left out.
 */
export function* walk(folder: string, project = folder, above = Ignored.at(folder)): Generator<FoundFile | undefined> {
  yield undefined;
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return;
  }
  const ignored = above.in(folder);
  const own = entries.some((entry) => entry.isFile() && manifest.test(entry.name)) ? folder : project;
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!never.has(entry.name) && !ignored.has(path, true)) yield* walk(path, own, ignored);
    } else if (entry.isFile() && languageOf(path) !== undefined && !ignored.has(path, false)) {
      yield { path, project: own };
    }
  }
}
