// npm run check: types, lint, imports and format. Tells about all, and fails if one does.
import { join } from 'node:path';
import { root } from './lib/paths.ts';
import { run } from './lib/processes.ts';

const checks: readonly (readonly [name: string, script: string, ...args: string[]])[] = [
  ['types', 'typescript/bin/tsc', '-p', 'tsconfig.json'],
  ['types of the webview', 'typescript/bin/tsc', '-p', 'src/webview/tsconfig.json'],
  ['types of the benched pages', 'typescript/bin/tsc', '-p', 'test/bench/page/tsconfig.json'],
  ['lint', 'eslint/bin/eslint.js', '.', '--max-warnings', '0'],
  ['imports', 'dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.mjs', 'src'],
  ['format', 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
];

for (const [name, script, ...args] of checks) {
  const code = await run(process.execPath, [join(root, 'node_modules', script), ...args]);
  console.log(`${name}: ${code === 0 ? 'good' : 'see above'}`);
  if (code !== 0) process.exitCode = 1;
}
