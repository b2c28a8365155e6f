// npm run check [-- --draw]: types, lint, imports, unused code and format. Tells about all, and fails if one does.
// With --draw, the picture of the imports in src/README.md is written anew.
import { comparePicture } from './lib/import-picture.ts';
import { scriptOf } from './lib/tool.ts';
import { run } from './lib/processes.ts';

const typescript = scriptOf(import.meta.resolve('typescript'), 'bin/tsc');
const eslint = scriptOf(import.meta.resolve('eslint'), 'bin/eslint.js');
const cruiser = scriptOf(import.meta.resolve('dependency-cruiser'), 'bin/dependency-cruiser.mjs');
const knip = scriptOf(import.meta.resolve('knip'), 'bin/knip.js');
const prettier = scriptOf(import.meta.resolve('prettier'), 'bin/prettier.cjs');

const checks: readonly (readonly [name: string, script: string, ...args: string[]])[] = [
  ['types', typescript, '-p', 'tsconfig.json'],
  ['types of the oldest Node', typescript, '-p', 'src/tsconfig.json'],
  ['types of the webview', typescript, '-p', 'src/viewer/tsconfig.json'],
  ['types of the benched pages', typescript, '-p', 'test/bench/viewer/page/tsconfig.json'],
  ['lint', eslint, '.', '--max-warnings', '0'],
  ['imports', cruiser, '--config', '.dependency-cruiser.mjs', 'src'],
  ['unused code', knip, '--no-progress', '--treat-config-hints-as-errors'],
  ['format', prettier, '--check', '--log-level', 'warn', '.'],
];

if (!(await comparePicture(process.argv.includes('--draw')))) process.exitCode = 1;
for (const [name, script, ...args] of checks) {
  const code = await run(process.execPath, [script, ...args]);
  console.log(`${name}: ${code === 0 ? 'good' : 'see above'}`);
  if (code !== 0) process.exitCode = 1;
}
