// npm run bench -- migration [--json]: how long the migration check takes for 100,000 files, and how much it finds of what
// is labelled in small clients of our own.
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { build } from '../tools/lib/build.ts';
import { dist, freshFolder } from '../tools/lib/paths.ts';
import { accuracyInClients } from './migration-clients.ts';

const [first, second] = [await accuracyInClients('first'), await accuracyInClients('second')];
const seconds = await speed();
const report = { ...seconds, first, second, met: seconds.met && first.met && second.met };
const isJson = process.argv.includes('--json');
console.log(isJson ? JSON.stringify(report) : inspect(report, { depth: 3, maxArrayLength: null }));
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
