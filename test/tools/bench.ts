// npm run bench -- NAME [--json …]: one of the measurements of test/bench, as a program that reads its own arguments.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './lib/paths.ts';

const folder = join(root, 'test/bench');
const [name, ...args] = process.argv.slice(2);
const names = (await readdir(folder)).filter((file) => file.endsWith('.bench.ts')).map((file) => file.slice(0, -9));

if (name && names.includes(name)) {
  process.argv.splice(2, Infinity, ...args);
  await import(join(folder, `${name}.bench.ts`));
} else {
  console.error(`Usage: npm run bench -- ${names.join('|')} [--json]`);
  process.exitCode = 2;
}
