import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freshFolder, root } from '../tools/lib/paths.ts';

/** Any property, call or `new` of it is itself. */
const stub = `const anything = new Proxy(function () {}, {
  get: (_, name) => (name === Symbol.toPrimitive ? () => '' : name === 'then' ? undefined : anything),
  apply: () => anything,
  construct: () => anything,
});`;

/** Copies extensions into one folder with a `vscode` that does nothing, by the names given. Resolves to that folder. */
export async function besideStubbedVscode(folders: Readonly<Record<string, string>>): Promise<string> {
  const place = await freshFolder('bench/activation');
  const module = join(place, 'node_modules/vscode');
  await mkdir(module, { recursive: true });
  const types = await readFile(join(root, 'node_modules/@types/vscode/index.d.ts'), 'utf8');
  const values = types.matchAll(/^\texport (?:class|enum|namespace|const|function) (\w+)/gm);
  const names = [...new Set([...values].map(([, name]) => name))];
  const each = (line: (name: string | undefined) => string) => [stub, ...names.map(line)].join('\n');
  await writeFile(
    join(module, 'index.mjs'),
    each((name) => `export const ${name} = anything;`),
  );
  await writeFile(
    join(module, 'index.cjs'),
    each((name) => `exports.${name} = anything;`),
  );
  const exports = { import: './index.mjs', require: './index.cjs' };
  await writeFile(join(module, 'package.json'), JSON.stringify({ name: 'vscode', exports }));
  for (const [name, folder] of Object.entries(folders)) {
    await cp(join(folder, 'dist'), join(place, name, 'dist'), { recursive: true });
    // It says whether the main file is a module.
    await cp(join(folder, 'package.json'), join(place, name, 'package.json'));
  }
  return place;
}
