import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../tools/lib/paths.ts';

interface Metafile {
  readonly outputs: Readonly<
    Record<
      string,
      {
        readonly bytes: number;
        readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
        readonly inputs: Readonly<Record<string, unknown>>;
      }
    >
  >;
}

export interface EagerBundle {
  readonly bytes: number;
  /** The main file and the chunks that it imports at once. */
  readonly files: readonly string[];
  /** Sources in it that come from packages: none is needed to activate. */
  readonly packages: readonly string[];
}

/** What activation loads, by the account of esbuild. `dist` has been built for production. */
export async function eagerBundle(): Promise<EagerBundle> {
  const meta = JSON.parse(await readFile(join(root, 'dist/extension.meta.json'), 'utf8')) as Metafile;
  const files = new Set(['dist/extension.js']);
  // A set that grows while it is walked is walked to its end.
  for (const file of files) {
    for (const { path, kind, external } of meta.outputs[file]?.imports ?? []) {
      if (kind === 'import-statement' && !external) files.add(path);
    }
  }
  const outputs = [...files].flatMap((file) => meta.outputs[file] ?? []);
  const inputs = outputs.flatMap((output) => Object.keys(output.inputs));
  return {
    bytes: outputs.reduce((sum, output) => sum + output.bytes, 0),
    files: [...files],
    packages: inputs.filter((input) => input.includes('node_modules')),
  };
}
