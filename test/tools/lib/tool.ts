import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The path of a script in the package of a tool, such as `bin/prettier.cjs`.
 *
 * @param of any module of the package, as `import.meta.resolve` gives it: packages do not export their scripts
 */
export function scriptOf(of: string, script: string): string {
  let folder = dirname(fileURLToPath(of));
  while (!existsSync(join(folder, 'package.json')) || !existsSync(join(folder, script))) {
    if (dirname(folder) === folder) throw new Error(`${of} is of no package with ${script}`);
    folder = dirname(folder);
  }
  return join(folder, script);
}
