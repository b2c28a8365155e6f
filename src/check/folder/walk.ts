import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Language, languageOf } from '../source/languages.ts';
import { Ignored } from './ignored.ts';

/** Folders that never contain a person's own source, whether git tracks them or not. */
const never = new Set(['.git', '.hg', '.svn', 'node_modules', '.venv', '__pycache__']);
const manifest =
  /^(?:package\.json|pyproject\.toml|setup\.py|requirements\.txt|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|.+\.csproj)$/;

/** What was found at a path. */
export type Found =
  /** A file that the check reads. */
  | ({ readonly what: 'file' } & FoundFile)
  /** A file of a kind that the check does not read. */
  | { readonly what: 'other'; readonly path: string }
  | { readonly what: 'folder'; readonly path: string }
  | { readonly what: 'closed folder'; readonly path: string }
  /** A file with ignore patterns that were not applied, or only in part. */
  | { readonly what: 'not followed'; readonly path: string };

export interface FoundFile {
  readonly path: string;
  /** The innermost folder with a manifest such as package.json, or the checked folder. */
  readonly project: string;
  readonly language: Language;
}

/**
 * Yields everything below a folder except what git ignores. Yields folders too, so that the caller can stop at any
 * time. Does not follow links.
 */
export function* walk(start: string): Generator<Found> {
  const notFollowed = new Set<string>();
  const ignored = Ignored.at(start, (file) => void notFollowed.add(file));
  const folders = [{ path: start, project: start, above: ignored, onlyTracked: false }];
  for (let at = folders.pop(); at; at = folders.pop()) {
    const { path: folder, project, above, onlyTracked } = at;
    const entries = entriesOf(folder);
    if (!entries) {
      yield { what: 'closed folder', path: folder };
      continue;
    }
    yield { what: 'folder', path: folder };
    const names = new Set(
      entries.filter((entry) => !entry.isDirectory() || entry.name === '.git').map(({ name }) => name),
    );
    const rules = above.in(folder, names);
    // A submodule has its own rules.
    const isLeftOut = onlyTracked && !names.has('.git');
    const own = entries.some((entry) => entry.isFile() && manifest.test(entry.name)) ? folder : project;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const isFolder = entry.isDirectory();
      if (isFolder ? never.has(entry.name) : !entry.isFile()) continue;
      const verdict = isLeftOut ? rules.ofIgnored(path, isFolder) : rules.of(path, isFolder);
      if (verdict === 'ignored') continue;
      if (isFolder) {
        folders.push({ path, project: own, above: rules, onlyTracked: verdict === 'only-tracked' });
        continue;
      }
      const language = languageOf(path);
      yield language === undefined ? { what: 'other', path } : { what: 'file', path, project: own, language };
    }
  }
  for (const path of notFollowed) yield { what: 'not followed', path };
}

function entriesOf(folder: string): Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}
