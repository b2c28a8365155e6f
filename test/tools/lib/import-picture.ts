import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './paths.ts';
import { outputOf } from './processes.ts';
import { scriptOf } from './tool.ts';

const cruiser = scriptOf(import.meta.resolve('dependency-cruiser'), 'bin/dependency-cruiser.mjs');
const file = join(root, 'src/README.md');

/**
 * Holds the picture of `src/README.md` against the imports of the source, by program. Resolves to whether they agree.
 *
 * @param draws writes the picture anew
 */
export async function comparePicture(draws: boolean): Promise<boolean> {
  const drawn = `\`\`\`mermaid\n${await drawImports()}\`\`\``;
  const text = await readFile(file, 'utf8');
  const now = text.replace(/```mermaid\n[^]*?```/, drawn);
  if (draws) await writeFile(file, now);
  else if (now !== text) console.error('src/README.md: the picture differs from the imports. npm run check -- --draw');
  return draws || now === text;
}

/** Every program imports `common`: its arrows would hide the others. */
async function drawImports(): Promise<string> {
  const scope = ['--include-only', '^src/', '--exclude', '^src/common/', '--collapse', '^src/[^/]+'];
  const drawn = await outputOf(
    cruiser,
    '--config',
    '.dependency-cruiser.mjs',
    ...scope,
    '--output-type',
    'mermaid',
    'src',
  );
  const names = new Map([...drawn.matchAll(/^(\w+)\["([^"]+)"\]$/gm)].map(([, id = '', name = '']) => [id, name]));
  const arrows = [...drawn.matchAll(/^(\w+)-->(\w+)$/gm)].map(([, from = '', to = '']) =>
    [names.get(from) ?? from, names.get(to) ?? to].join(' --> '),
  );
  return ['flowchart LR', ...arrows.sort().map((arrow) => `  ${arrow}`), ''].join('\n');
}
