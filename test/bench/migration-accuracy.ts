import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { checkFolder } from '../../src/check/folder/check-folder.ts';
import { placesIn } from '../../src/check/source/lines.ts';
import { checkText } from '../../src/check/rules/check-text.ts';
import { type FindingKind, severities } from '../../src/check/rules/finding.ts';
import { freshFolder } from '../tools/lib/paths.ts';
import { type Labelled, readLabels } from './migration-labels.ts';

/** Line and kind of each finding of a file. */
type Found = ReadonlySet<string>;

const readable =
  '*.js *.jsx *.mjs *.cjs *.ts *.tsx *.py *.java *.kt *.go *.rb *.cs *.php *.sh *.http *.yml *.yaml *.json'
    .split(' ')
    .concat(
      '*.env',
      '*.env.*',
      '*.gitignore',
      '*pyproject.toml',
      '*requirements.txt',
      '*pom.xml',
      '*go.mod',
      '*Gemfile',
    );

/**
 * Precision and recall of the three sets of labels, in copies of public clients: git directories `OWNER+NAME/repo`. Of the
 * first set the labelled files alone are checked; of the others, whole repositories, as a person checks them.
 */
export async function accuracy(corpus: string) {
  const first = compared(readLabels('migration-labels.txt'), ({ repository, commit, path }) => {
    if (path === '') return new Set();
    const text = execFileSync('git', [...git(corpus, repository), 'show', `${commit}:${path}`], { encoding: 'utf8' });
    return lines(text, checkText(path, text, { projectUsesService: true }));
  });
  const second = await ofWholeClients(corpus, 'migration-labels-blind.txt');
  const third = await ofWholeClients(corpus, 'migration-labels-third.txt');
  return { first, second, third, met: first.met && second.met && third.met };
}

async function ofWholeClients(corpus: string, name: string) {
  const labels = readLabels(name);
  const found = new Map<string, Found>();
  const clients = new Map(labels.map((each) => [`${each.repository} ${each.commit}`, each]));
  for (const [client, { repository, commit }] of clients) {
    const folder = await freshFolder('bench-migration-client');
    const archive = [...git(corpus, repository), 'archive', commit, '--', ...present(corpus, repository, commit)];
    const tar = execFileSync('git', archive, { maxBuffer: 1e9 });
    execFileSync('tar', ['x', '-C', folder], { input: tar });
    for (const { path, text, findings } of checkFolder(folder).files)
      found.set(`${client} ${path}`, lines(text, findings));
  }
  const key = ({ repository, commit, path }: Labelled) => `${repository} ${commit} ${path}`;
  const known = new Set(labels.map(key));
  const unlabelled = [...found.keys()]
    .filter((each) => !known.has(each))
    .map((each): Labelled => {
      const [repository = '', commit = '', ...path] = each.split(' ');
      return { repository, commit, path: path.join(' '), places: [] };
    });
  return compared([...labels, ...unlabelled], (each) => found.get(key(each)) ?? new Set());
}

export function compared(labelled: readonly Labelled[], find: (file: Labelled) => Found) {
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
      else missed.push(`${file.repository} ${file.path}:${line} ${kinds.join('|')}`);
    }
    wrong.push(...[...found].map((each) => `${file.repository} ${file.path}:${each}`));
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

export function lines(text: string, findings: readonly { start: number; kind: string }[]): Found {
  const place = placesIn(text);
  return new Set(findings.map(({ start, kind }) => `${place(start).line} ${kind}`));
}

const git = (corpus: string, repository: string) => ['-C', join(corpus, repository.replace('/', '+'), 'repo')];

/** Those patterns that match anything, as `git archive` refuses the others, without the files that the copy lacks. */
function present(corpus: string, repository: string, commit: string): string[] {
  const run = (args: readonly string[], input?: string) =>
    execFileSync('git', [...git(corpus, repository), ...args], { encoding: 'utf8', input, maxBuffer: 1e9 });
  const entries = run(['ls-tree', '-rz', '--format=%(objectname) %(path)', commit]).split('\0').filter(Boolean);
  const names = entries.map((entry) => entry.slice(entry.indexOf(' ') + 1));
  const ids = entries.map((entry) => `${entry.split(' ', 1)[0]}\n`).join('');
  const kinds = run(['cat-file', '--batch-check=%(objecttype)'], ids).split('\n');
  const missing = names.filter((_, index) => kinds[index]?.endsWith(' missing'));
  const patterns = readable.filter((pattern) => {
    const end = pattern.slice(1).split('*', 1)[0] ?? '';
    return names.some((name) => (pattern.endsWith('.*') ? name.includes(end) : name.endsWith(end)));
  });
  return [...patterns, ...missing.map((name) => `:(exclude,literal)${name}`)];
}
