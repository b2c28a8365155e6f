import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkFolder } from '../../src/check/folder/check-folder.ts';
import { freshFolder } from '../tools/lib/paths.ts';
import { compared, lines } from './migration-accuracy.ts';
import type { Labelled } from './migration-labels.ts';

/** Behind a line, the kind that is right there: `⟦scale⟧`, `⟦scale|moved-field⟧`; `⟦scale?⟧` where none is right too. */
const label = / ⟦([\w|-]+\??)⟧/g;

/** Precision and recall in one set of the small clients that are labelled in place. Each is checked as a folder of its own. */
export async function accuracyInClients(set: string) {
  const folder = join(import.meta.dirname, 'migration-clients', set);
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const labelled: Labelled[] = [];
  const roots = new Map<string, string>();
  for (const entry of names.filter((each) => each.isFile())) {
    const [client = '', ...below] = join(entry.parentPath, entry.name)
      .slice(folder.length + 1)
      .replace(/\.txt$/, '')
      .split(/[\\/]/);
    const path = below.length === 0 ? client : below.join('/');
    const root = roots.get(client) ?? (await freshFolder(`bench-migration-${client}`));
    roots.set(client, root);
    const marked = await readFile(join(entry.parentPath, entry.name), 'utf8');
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), marked.replace(label, ''));
    const places = marked.split('\n').flatMap((line, index) =>
      [...line.matchAll(label)].map(([, kinds = '']) => ({
        line: index + 1,
        kinds: kinds.replace('?', '').split('|'),
        isOptional: kinds.endsWith('?'),
      })),
    );
    labelled.push({ repository: client, commit: '', path, places });
  }
  const found = new Map<string, ReadonlySet<string>>();
  for (const [client, root] of roots)
    for (const { path, text, findings } of checkFolder(root).files)
      found.set(`${client} ${path}`, lines(text, findings));
  return compared(labelled, ({ repository, path }) => found.get(`${repository} ${path}`) ?? new Set());
}
