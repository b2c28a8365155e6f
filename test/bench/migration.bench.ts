// npm run bench -- migration [CORPUS_DIR] [--json]: the migration check. Without a folder, how long 100,000 files take. With
// one that holds copies of public clients, as git directories OWNER+NAME/repo, how much of what is labelled it finds.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkText } from '../../src/migration/rules/check-text.ts';
import { placesIn } from '../../src/migration/report/places.ts';
import { build } from '../tools/lib/build.ts';
import { dist, freshFolder } from '../tools/lib/paths.ts';

const args = process.argv.slice(2);
const corpus = args.find((argument) => !argument.startsWith('--'));
const report = corpus === undefined ? await speed() : accuracy(corpus);
console.log(args.includes('--json') ? JSON.stringify(report) : report);
if (!report.met) process.exitCode = 1;

/** A monorepo of 100,000 files in 2,000 folders; one in a hundred uses the service. */
async function speed() {
  await build('--production');
  const folder = await freshFolder('bench-migration');
  const plain = 'export const total = (rows) => rows.reduce((sum, { value }) => sum + value, 0);\n'.repeat(30);
  const client = `${plain}const url = \`https://api.smartcar.com/v2.0/vehicles/\${id}/battery\`;\n`;
  for (let index = 0; index < 2_000; index++) {
    const below = join(folder, `package-${index % 50}`, `part-${index}`);
    mkdirSync(below, { recursive: true });
    writeFileSync(join(below, '.gitignore'), '*.log\n');
    for (let file = 0; file < 50; file++) {
      const isClient = (index * 50 + file) % 100 === 0;
      writeFileSync(join(below, `file-${file}.${file % 2 === 0 ? 'ts' : 'py'}`), isClient ? client : plain);
    }
  }
  const startedAt = performance.now();
  const { stdout } = spawnSync(process.execPath, [join(dist, 'check.js'), folder, '--format', 'json'], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  const seconds = (performance.now() - startedAt) / 1000;
  rmSync(folder, { recursive: true });
  const { filesRead, findings } = JSON.parse(stdout) as { filesRead: number; findings: unknown[] };
  return { filesRead, findings: findings.length, seconds, met: filesRead === 100_000 && seconds <= 30 };
}

/** Precision and recall on the labelled files: a place is a line and a kind. */
function accuracy(folder: string) {
  const missed: string[] = [];
  const wrong: string[] = [];
  let labelled = 0;
  let right = 0;
  for (const { repository, commit, path, places } of labels()) {
    const git = ['-C', join(folder, repository.replace('/', '+'), 'repo')];
    const text = execFileSync('git', [...git, 'show', `${commit}:${path}`], { encoding: 'utf8' });
    const place = placesIn(text);
    const findings = checkText(path, text, { projectUsesService: true });
    const found = new Set(findings.map(({ start, kind }) => `${place(start).line} ${kind}`));
    labelled += places.size;
    right += [...found].filter((each) => places.has(each)).length;
    missed.push(...[...places].filter((each) => !found.has(each)).map((each) => `${repository} ${path}:${each}`));
    wrong.push(...[...found].filter((each) => !places.has(each)).map((each) => `${repository} ${path}:${each}`));
  }
  const precision = right / (right + wrong.length);
  const recall = right / labelled;
  return { labelled, precision, recall, missed, wrong, met: precision >= 0.95 && recall >= 0.9 };
}

function labels() {
  let repository = '';
  let commit = '';
  const files: { repository: string; commit: string; path: string; places: Set<string> }[] = [];
  for (const line of readFileSync(join(import.meta.dirname, 'migration-labels.txt'), 'utf8').split('\n')) {
    const indent = line.length - line.trimStart().length;
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    if (indent === 0) [repository = '', commit = ''] = text.split(' ');
    else if (indent === 2) files.push({ repository, commit, path: text, places: new Set() });
    else files.at(-1)?.places.add(text);
  }
  return files;
}
