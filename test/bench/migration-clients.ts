import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkFolder } from '../../src/check/folder/check-folder.ts';
import { type FindingKind, severities } from '../../src/check/rules/finding.ts';
import { placesIn } from '../../src/check/source/source-file.ts';
import { freshFolder } from '../tools/lib/paths.ts';

/** What is labelled in one file of a client. */
interface Labelled {
  readonly client: string;
  readonly path: string;
  readonly places: readonly Place[];
}

interface Place {
  readonly line: number;
  /** Any of these is right. */
  readonly kinds: readonly string[];
  /** A finding is right here, and none is right too. */
  readonly isOptional: boolean;
}

/** Line and kind of each finding of a file. */
type Found = ReadonlySet<string>;

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
    labelled.push({ client, path, places });
  }
  const found = new Map<string, ReadonlySet<string>>();
  for (const [client, root] of roots)
    for (const { path, text, findings } of checkFolder(root).files)
      found.set(`${client} ${path}`, lines(text, findings));
  return compared(labelled, ({ client, path }) => found.get(`${client} ${path}`) ?? new Set());
}

function compared(labelled: readonly Labelled[], find: (file: Labelled) => Found) {
  const missed: string[] = [];
  const wrong: string[] = [];
  let places = 0;
  let right = 0;
  for (const file of labelled) {
    const found = new Set(find(file));
    for (const { line, kinds, isOptional } of perFile(file, found)) {
      const hits = kinds.map((kind) => `${line} ${kind}`).filter((each) => found.delete(each));
      if (isOptional) continue;
      places++;
      if (hits.length > 0) right++;
      else missed.push(`${file.client} ${file.path}:${line} ${kinds.join('|')}`);
    }
    wrong.push(...[...found].map((each) => `${file.client} ${file.path}:${each}`));
  }
  const precision = right / (right + wrong.length);
  const recall = right / places;
  return { places, precision, recall, missed, wrong, met: precision >= 0.97 && recall >= 0.95 };
}

/** Infos of one kind are one for a whole file: the first that is found stands for all that are labelled. */
function perFile({ places }: Labelled, found: Set<string>): Labelled['places'] {
  const isInfo = (kind = '') => severities[kind as FindingKind] === 'info';
  const [first, ...more] = [...found].filter((each) => isInfo(each.split(' ')[1]));
  for (const each of more) found.delete(each);
  const labelled = places.filter(({ kinds }) => kinds.every(isInfo));
  const info = labelled.find(({ isOptional }) => !isOptional) ?? labelled[0];
  if (info === undefined) return places;
  const line = first === undefined ? info.line : Number.parseInt(first, 10);
  return [...places.filter((each) => !labelled.includes(each)), { ...info, line }];
}

function lines(text: string, findings: readonly { start: number; kind: string }[]): Found {
  const place = placesIn(text);
  return new Set(findings.map(({ start, kind }) => `${place(start).line} ${kind}`));
}
